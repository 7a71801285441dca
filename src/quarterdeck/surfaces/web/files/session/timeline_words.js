// What happened in a session, in words.

import { answerOf, timeOf } from "../past/search.js";
import { age, STATES, TIMELINE } from "../words.js";

const RISKS = ["critical", "high"];
const TOLD = ["done", "notification"]; // nobody had to answer

/** One entry: a sign, a sentence, what exactly, and its risk. */
export function described(entry) {
  return (KINDS[entry.what] ?? other)(entry);
}

const KINDS = {
  call: ({ tool, risk, ok, began, at, text }) => ({
    sign: ok ? "▸" : "✕",
    words: `${tool}${ok ? "" : ` ${TIMELINE.failed}`}${began && at - began >= 1 ? ` (${age(at - began)})` : ""}`,
    detail: text.startsWith(`${tool}: `) ? text.slice(tool.length + 2) : text,
    level: risk === "low" ? null : risk,
  }),
  ask: (entry) => ({
    sign: "●",
    words: TOLD.includes(entry.kind) ? entry.title : TIMELINE.asked(entry.title, answerOf(entry)),
    detail: entry.title.includes(entry.text) ? "" : entry.text,
    level: entry.risk,
  }),
  action: ({ kind, text, by, outcome }) => ({
    sign: "→",
    words: TIMELINE.did(TIMELINE.acts[kind] ?? kind, by, outcome),
    detail: text,
  }),
  turn: ({ text }) => ({ sign: "→", words: TIMELINE.told, detail: text }),
  state: ({ before, after, reason }) => ({
    sign: "·",
    words: `${TIMELINE.states[`${before} ${after}`] ?? STATES[after] ?? after}${reason ? `: ${reason}` : ""}`,
    quiet: true,
  }),
};

const other = ({ title, text, what }) => ({ sign: "·", words: title || what, detail: text });

/** What happened since somebody last looked, in one sentence. */
export function summed(entries, since, now) {
  const fresh = entries.filter((entry) => entry.at > since);
  const of = (what) => fresh.filter((entry) => entry.what === what);
  const turns = of("state").filter(({ before, after }) => after === "working" && before !== "waiting").length;
  const risky = of("call").filter(({ risk }) => RISKS.includes(risk)).length;
  const parts = [
    turns && TIMELINE.turns(turns),
    of("call").length && TIMELINE.calls(of("call").length, risky),
    of("ask").length && TIMELINE.asks(of("ask").length),
  ].filter(Boolean);
  return TIMELINE.away(timeOf(since, now), parts.join(", "));
}
