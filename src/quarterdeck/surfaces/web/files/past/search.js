// What can be looked for, as the page words it and as the daemon is asked for it.

export const RISKS = { "": "any", medium: "medium or higher", high: "high or critical", critical: "critical" };
// By how many days it began before today; keys that are bare numbers would come first.
export const TIMES = { "": "any", "-0": "today", "-6": "the last 7 days", "-29": "the last 30 days" };
export const ANSWERS = {
  "": "any",
  "answer=allow": "allowed",
  "answer=always": "always allowed",
  "answer=deny": "denied",
  "by=terminal": "at the terminal",
  "outcome=unknown": "nobody knows",
  "outcome=open": "still open",
  "kind=rule": "rules",
};

/** The query for what is wanted, seen from now. */
export function queryOf(wanted, now, cursor) {
  const query = new URLSearchParams(wanted.answer ?? "");
  if (wanted.q) query.set("q", wanted.q);
  if (wanted.risk) query.set("risk", wanted.risk);
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
  const day = then.toDateString() === now.toDateString() ? {} : { month: "short", day: "numeric" };
  return then.toLocaleString("en", { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** What was answered or done, from where, and what became of it. */
export function answerOf(entry) {
  const outcome = (entry.outcome ?? "unknown").replaceAll("_", " ");
  if (entry.what === "action") return `${entry.outcome ? outcome : "under way"} (${entry.by})`;
  if (!entry.choice) return entry.ended ? (HOW[entry.ended.how] ?? entry.ended.how) : "open";
  const doubt = outcome === "accepted" ? "" : `, ${outcome}`;
  return `${entry.choice.replaceAll("_", " ")} (${entry.by}${doubt})`;
}

const HOW = { terminal: "at the terminal", gone: "its session ended" };
