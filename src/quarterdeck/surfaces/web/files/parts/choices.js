// The row of ways to answer: refusing on the left, allowing on the right, on every card alike.

import { html, useState } from "../html.js";
import { CHOICES } from "../words.js";
import { Hold, Press } from "./press.js";
import { MessageForm } from "./message.js";

/** @import { Ask, Choice, Offer } from "../shapes.js" */

// `…` asks for a text first.
const ROWS = {
  permission: { left: ["deny", "deny…"], right: ["always", "allow"] },
  question: { left: ["cancel", "chat…"], right: ["submit"] },
  plan: { left: ["change…"], right: ["accept_edits", "approve"] },
  elicitation: { left: ["cancel", "decline"], right: ["accept"] },
  blocked: { left: ["dismiss", "tell…"], right: ["allow_next"] },
  limit: { left: ["dismiss"], right: ["retry"] },
  failure: { left: ["dismiss"], right: ["retry"] },
  fallback: { left: ["dismiss"], right: ["focus"] },
  notification: { left: ["dismiss"], right: ["focus"] },
  done: { left: ["dismiss"], right: ["prompt…"] },
};
const OTHERS = { left: ["dismiss"], right: [] };
const MAIN = new Set(["allow", "submit", "approve", "accept", "allow_next", "retry", "focus"]);

const DANGEROUS = new Set(["critical", "high"]);

// The key that presses a button: one to say yes, one to say no, one for more than this once.
const SHORTCUTS = {
  a: ["allow", "submit", "approve", "accept", "allow_next"],
  d: ["deny", "decline", "dismiss", "change…"],
  A: ["always", "accept_edits"],
};

/**
 * `offer` carries the ways to answer, `armed` and `disabled`; `answers` goes along with what sends them.
 * `reader` says whether what is asked was read; of what is cut here nothing can be allowed.
 */
export function Choices({ ask, offer, answers, reader, children }) {
  const [saying, setSaying] = useState(null);
  const { left, right } = ROWS[ask.kind] ?? OTHERS;
  const cut = isCut(ask, reader);
  const offered = (name) =>
    ask.choices.some(({ id, meaning }) => id === idOf(name) && !(cut && meaning === "allows")) ||
    (idOf(name) === "prompt" && offer.prompt);
  const draw = (name) =>
    html`<${ChoiceButton}
      key=${name}
      name=${name}
      ask=${ask}
      offer=${offer}
      answers=${answers}
      unread=${reader?.unread}
      show=${() => {
        offer.guard();
        reader.show();
      }}
      say=${setSaying}
    />`;
  if (saying)
    return html`<${MessageForm}
      hint=${CHOICES.hints[saying] ?? CHOICES.message}
      ways=${waysToSay(ask, saying)}
      offer=${offer}
      send=${saying === "prompt" ? (_, text) => offer.prompt(text) : (id, text) => offer.answer(id, { text })}
      back=${() => setSaying(null)}
    />`;
  return html`${cut && html`<p class="says">${ask.shown?.cut ? CHOICES.cut : CHOICES.unread}</p>`}
  <div class="choices ${ask.kind}">
    <div class="side">${left.filter(offered).map(draw)}</div>
    <div class="side right">${right.filter(offered).map(draw)}${children}</div>
  </div>`;
}

function ChoiceButton({ name, ask, offer, answers, unread, show, say }) {
  const id = idOf(name);
  const choice = ask.choices.find((c) => c.id === id);
  if (name !== id)
    return html`<${Press} tone="text ${id}" shortcut=${shortcutOf(name, ask)} disabled=${offer.disabled} act=${() => say(id)}>
      ${CHOICES.written[id] ?? `${choice.label}…`}
    <//>`;
  const sends = id === "submit" || id === "accept";
  const held = ask.faces.find((face) => face.choice === id)?.hold;
  // What is dangerous is not allowed unread: its button opens what is to be read.
  const tooSoon = unread && choice.meaning === "allows" && DANGEROUS.has(ask.risk?.level);
  if (tooSoon && id === "allow")
    return html`<${Press} tone="allow" shortcut="a" disabled=${offer.disabled} act=${show}>${CHOICES.showFirst}<//>`;
  return html`<${held ? Hold : Press}
    tone="${id} ${MAIN.has(id) ? "main" : ""}"
    shortcut=${shortcutOf(name, ask)}
    armed=${offer.armed}
    disabled=${offer.disabled || tooSoon}
    begin=${() => offer.begin(id)}
    act=${(milliseconds) => (held ? offer.release(id, milliseconds) : offer.answer(id, sends ? { answers } : {}))}
  >
    ${labelOf(choice, ask, held)}
  <//>`;
}

/**
 * Whether something is left out: of what the agent sent, or of the change until all of it is shown.
 *
 * @param {Ask} ask @param {{whole: boolean}} [reader]
 */
const isCut = ({ shown, change }, reader) => (shown?.cut ?? 0) > 0 || ((change?.cut ?? 0) > 0 && !reader?.whole);

function shortcutOf(name, { kind }) {
  if (kind === "question" && name === "cancel") return "d";
  return Object.keys(SHORTCUTS).find((key) => SHORTCUTS[key].includes(name));
}

const idOf = (name) => name.replace("…", "");

/** @param {Choice} choice @param {Ask} ask @param {boolean} [held] */
function labelOf({ id, label, description }, ask, held) {
  if (id === "retry") return html`${label}<small>${description}</small>`;
  const words = id === "always" && ask.rule ? html`${CHOICES.always} <code>${ask.rule}</code>` : label;
  if (!held) return words;
  return id === "allow" ? CHOICES.allowHeld : html`${CHOICES.held} ${words}`;
}

/** @param {Ask} ask @param {string} id */
function waysToSay(ask, id) {
  if (id !== "deny") return [{ id, label: CHOICES.send, tone: "main" }];
  const stop = ask.choices.some((c) => c.id === "deny_stop");
  return [
    ...(stop ? [{ id: "deny_stop", label: CHOICES.denyAndStop, tone: "", bare: true }] : []),
    { id, label: CHOICES.deny, tone: "main" },
  ];
}
