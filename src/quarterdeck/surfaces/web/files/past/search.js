// What can be looked for, as the page words it and as the daemon is asked for it.

import { HISTORY } from "../words.js";

/** The query for what is wanted, seen from now. */
export function queryOf(wanted, now, cursor) {
  const query = new URLSearchParams(wanted.answer ?? "");
  if (wanted.q) query.set("q", wanted.q);
  for (const name of ["risk", "session", "project"]) if (wanted[name]) query.set(name, wanted[name]);
  if (wanted.time) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + Number(wanted.time));
    query.set("since", String(day.getTime() / 1000));
  }
  if (cursor) query.set("cursor", cursor);
  return query.toString();
}

/** When something was: the time of day, with the date where it was not today. */
export function timeOf(seconds, now) {
  const then = new Date(seconds * 1000);
  /** @type {Intl.DateTimeFormatOptions} */
  const day = then.toDateString() === now.toDateString() ? {} : { month: "short", day: "numeric" };
  return then.toLocaleString("en", { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** What was answered or done, from where, and what became of it. */
export function answerOf(entry) {
  const outcome = (entry.outcome ?? "unknown").replaceAll("_", " ");
  if (entry.what === "action") return `${entry.outcome ? outcome : HISTORY.underWay} (${entry.by})`;
  if (!entry.choice) return entry.ended ? (HISTORY.ended[entry.ended.how] ?? entry.ended.how) : HISTORY.open;
  const doubt = outcome === "accepted" ? "" : `, ${outcome}`;
  return `${entry.choice.replaceAll("_", " ")} (${entry.by}${doubt})`;
}
