// One ask: who, what, how dangerous, and the ways to answer.

import { html, useEffect, useLayoutEffect, useReducer, useRef, useState } from "./html.js";
import { Fallback } from "./kinds/fallback.js";
import { Form } from "./kinds/form.js";
import { Note } from "./kinds/note.js";
import { Permission } from "./kinds/permission.js";
import { Plan } from "./kinds/plan.js";
import { Questions } from "./kinds/question.js";
import { Age, Countdown } from "./parts/age.js";
import { useKeys } from "./keys.js";
import { RiskWord } from "./parts/risk_word.js";
import { sessionAddress } from "./routes.js";
import { plain } from "./safe_text.js";
import { CARD, doingOf, ending, HOLD_IT, labelOf, outcome, SINCE, SOMEBODY, where } from "./words.js";

/** @import { App, Ask, Risk as RiskOf, Session } from "./shapes.js" */

const LATER = 600; // seconds
const BODIES = {
  permission: Permission,
  question: Questions,
  plan: Plan,
  elicitation: Form,
  fallback: Fallback,
};

/** @param {{ask: Ask, session?: Session, app: App, live: boolean, touch: (how: string, id: string | null) => void}} given */
export function Card({ ask, session, app, live, touch }) {
  const [sent, setSent] = useState(null);
  const frame = useVisible(app.visible, ask);
  const armed = useArmed(app.visible, ask.id) && live;
  const ways = { ...waysToAnswer(app, ask, setSent), ...terminalOf(app, session, setSent) };
  const disabled = !live || Boolean(ask.ended) || Boolean(ask.answering) || sent?.busy === true;
  const offer = { ...ways, armed, disabled };
  useCardKeys(frame, setSent);
  const Body = BODIES[ask.kind] ?? Note;
  const looks = `${ask.ended ? "over" : ""} ${ask.priority < 3 ? "minor" : ""}`;
  return html`<article
    ref=${frame}
    class="card ${ask.kind} hue-${session?.colour_index ?? 9} ${looks}"
    aria-label=${`${plain(session?.name ?? SOMEBODY)} ${doingOf(ask)}`}
    data-ask=${ask.id}
    tabindex="-1"
    data-armed=${armed}
    onPointerEnter=${() => touch("pointer", ask.id)}
    onPointerLeave=${() => touch("pointer", null)}
    onFocusIn=${(event) => touch("typing", event.target.matches("input, textarea, select") ? ask.id : null)}
    onFocusOut=${() => touch("typing", null)}
  >
    <${Header} ask=${ask} session=${session} />
    <${Place} ask=${ask} />
    ${ask.risk && html`<${Risk} risk=${ask.risk} />`}
    ${ask.deadline && !ask.ended && html`<${Countdown} until=${ask.deadline} />`}
    <${Body} ask=${ask} offer=${offer} />
    <footer>
      <p class="word ${sent?.tone ?? ""}" role="status">${statusText(ask, sent, app.connection.surfaces)}</p>
      ${!ask.deadline && html`<${Later} offer=${offer} />`}
    </footer>
  </article>`;
}

/** The keys of a card press its buttons, and count as a press on them does. */
function useCardKeys(frame, say) {
  const press = ({ key }) => {
    const button = frame.current.querySelector(`[data-key="${key}"]:enabled`);
    if (!button?.checkVisibility()) return;
    if (!button.matches(".hold")) return button.click();
    // One key allows nothing critical: the button has the focus now, and Space or Enter hold it.
    button.focus();
    say({ words: HOLD_IT });
  };
  useKeys(Object.fromEntries([..."adA123456789"].map((key) => [key, press])), true);
}

/** Out of sight for a while: quiet, since it decides nothing. */
function Later({ offer }) {
  return html`<button type="button" class="later" title=${CARD.laterTitle} disabled=${offer.disabled} onClick=${offer.later}>
    ${CARD.later}
  </button>`;
}

/**
 * Below a card: how it ended, who is answering it, the outcome of our own answer.
 *
 * @param {Ask} ask @param {{words: string} | null} sent @param {Set<string>} own
 */
function statusText(ask, sent, own) {
  if (ask.ended) return ending(ask.ended, own);
  const by = ask.answering?.by;
  return by && !own.has(by) ? CARD.answering(where(by, own)) : sent?.words;
}

/** @param {{ask: Ask, session?: Session}} given */
function Header({ ask, session }) {
  return html`<header>
    <span class="who">
      <span class="dot" />
      ${session ? html`<a href=${sessionAddress(session.id)}><b>${plain(session.name)}</b></a>` : html`<b>${SOMEBODY}</b>`}
      ${session?.branch && html`<span class="branch">${plain(session.branch)}</span>`}
      ${ask.subagent && html`<span class="branch">${CARD.subagent}</span>`}
    </span>
    <span class="when">${SINCE[ask.kind] ?? CARD.since} <${Age} since=${ask.opened} /></span>
  </header>`;
}

/**
 * What kind of ask it is, and where the agent was when it asked.
 *
 * @param {{ask: Ask}} given
 */
function Place({ ask }) {
  return html`<p class="place">
    <b>${labelOf(ask)}</b>${ask.tool && ask.kind === "permission" && ` · ${ask.tool}`}
    ${ask.cwd && html` ${CARD.in} <code>${ask.cwd}</code>`}
  </p>`;
}

/** @param {{risk: RiskOf}} given */
function Risk({ risk }) {
  return html`<p class="risk ${risk.level}" title=${risk.sentence}>
    <${RiskWord} level=${risk.level} /> <span>${risk.reason}</span>
  </p>`;
}

/**
 * The ways to answer an ask, or to put it off; each reports its outcome truthfully.
 *
 * @param {App} app @param {Ask} ask @param {(sent: object) => void} say
 */
function waysToAnswer({ api, connection, visible }, ask, say) {
  const faceOf = (choice) => ask.faces.find((face) => face.choice === choice)?.face;
  const snooze = `/api/asks/${encodeURIComponent(ask.id)}/snooze`;
  return {
    // A button that must be held goes down, and up again.
    begin: (choice) => connection.hold(faceOf(choice)),
    release: (choice, held) => report(say, connection.press({ type: "up", face: faceOf(choice), held }), choice),
    answer: (choice, more) => report(say, connection.press({ type: "press", face: faceOf(choice), ...more }), choice),
    // What stands under a finger changes: what it meant was the thing before.
    guard: () => visible.moved(ask.id, ask.guard_ms),
    later: () => report(say, api.post(snooze, { seconds: LATER }), "later"),
  };
}

/**
 * What can be done in a session's terminal, if it has one that can be reached.
 *
 * @param {App} app @param {Session | undefined} session @param {(sent: object) => void} say
 */
function terminalOf({ api }, session, say) {
  if (!session?.terminal?.pane) return {};
  const path = `/api/sessions/${encodeURIComponent(session.id)}`;
  return {
    prompt: (text) => report(say, api.post(`${path}/send`, { text }), "prompt"),
    keys: (...keys) => report(say, api.post(`${path}/keys`, { keys }), "keys"),
    screen: () => api.get(`${path}/screen`),
  };
}

/** Show the outcome of a call or a press, once it is known. */
async function report(say, call, choice) {
  say({ busy: true, words: CARD.sending });
  try {
    const { ok, body } = await call;
    if (!ok) say({ words: plain(body.message), tone: "refused" });
    else if (choice in UNVERIFIED || body.outcome === "accepted")
      say({ busy: Boolean(body.ask?.ended), words: UNVERIFIED[choice] ?? DONE[choice] ?? CARD.took });
    else say({ words: `${capital(outcome(body.outcome, body.note))}.`, tone: "refused" });
  } catch {
    say({ words: CARD.broken, tone: "refused" });
  }
}

const DONE = { focus: CARD.focused, dismiss: "" };
const UNVERIFIED = { keys: CARD.pressed, later: "" };

const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** Tell the daemon when this card is in sight: half of it, or as much as the screen holds. */
function useVisible(visible, { id, ended }) {
  const frame = useRef(null);
  const over = Boolean(ended);
  useEffect(() => {
    if (over) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => visible.look(id, isInSight(entry)),
      { threshold: [0, 0.25, 0.5, 0.75, 1] },
    );
    watch.observe(frame.current);
    return () => {
      watch.disconnect();
      visible.look(id, false);
    };
  }, [id, over]);
  return frame;
}

/** Whether a press on this card is meant by now. */
function useArmed(visible, id) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  useLayoutEffect(() => visible.subscribe(redraw), [visible]);
  return visible.isArmed(id);
}

function isInSight({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }) {
  const screen = rootBounds?.height ?? innerHeight;
  return isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= screen / 2);
}
