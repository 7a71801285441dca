// Everything that waits, a line each: its kind, its risk, who asks, how it begins, since when.

import { html, useLayoutEffect, useRef } from "./html.js";
import { Age } from "./parts/age.js";
import { KindIcon } from "./parts/kind_icon.js";
import { memo } from "./parts/memo.js";
import { RiskWord } from "./parts/risk_word.js";
import { plain } from "./safe_text.js";
import { ending, INBOX, labelOf, SOMEBODY } from "./words.js";

/** @import { App, Ask, Session } from "./shapes.js" */

const STEPS = { ArrowDown: 1, ArrowUp: -1 };
const EMPHASIS = /\*\*|__|`|^#+ /g; // signs of a message that a row has no room for
const WIDEST = 200; // characters of a line that can be in sight

/** `hold` is told whether a pointer is on the list: then nothing in it moves. */
export function Inbox({ app, asks, more, chosen, choose, step, hold }) {
  const press = (event) => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    step(STEPS[event.key]);
  };
  return html`<nav
    class="inbox"
    aria-label=${INBOX.title}
    onPointerEnter=${() => hold(true)}
    onPointerLeave=${() => hold(false)}
    onKeyDown=${press}
  >
    <ol>
      ${asks.map(
        (ask) =>
          html`<${MemoRow} key=${ask.id} ask=${ask} session=${app.state.sessions.get(ask.session)} app=${app} isChosen=${ask.id === chosen?.id} choose=${choose} />`,
      )}
    </ol>
    <p class="edge" role="status">${more > 0 && html`<span>${INBOX.more(more)}</span>`}</p>
  </nav>`;
}

/** @param {{ask: Ask, session?: Session, app: App, isChosen: boolean, choose: (ask: Ask) => void}} given */
function Row({ ask, session, app, isChosen, choose }) {
  const row = useRef(null);
  useLayoutEffect(() => {
    if (!isChosen) return;
    row.current.scrollIntoView({ block: "nearest" });
    // The keyboard stays with the chosen row.
    if (document.activeElement?.matches("[data-row]")) row.current.focus();
  }, [isChosen]);
  return html`<li class="hue-${session?.colour_index ?? 9} ${ask.ended ? "over" : ""}">
    <button
      ref=${row}
      type="button"
      class="row-door"
      data-row=${ask.id}
      aria-current=${isChosen ? "true" : null}
      tabindex=${isChosen ? 0 : -1}
      onClick=${() => choose(ask)}
    >
      <${KindIcon} kind=${ask.kind} />
      <span class="unseen">${labelOf(ask)}</span>
      <span class="who">${plain(session?.name ?? SOMEBODY)}</span>
      ${ask.risk ? html`<${RiskWord} level=${ask.risk.level} />` : html`<span class="level none">${labelOf(ask)}</span>`}
      <span class="first">${ask.ended ? ending(ask.ended, app.connection.surfaces) : firstLine(ask)}</span>
      <span class="when"><${Age} since=${ask.opened} /></span>
    </button>
  </li>`;
}

const MemoRow = memo(Row);

/**
 * How an ask begins: what would run, what is asked, or what is told.
 *
 * @param {Ask} ask
 */
function firstLine({ kind, text, title, change, questions }) {
  const said = questions?.[0]?.question || (change ? title : text) || title;
  const line = plain(said.trimStart().split("\n", 1)[0].slice(0, WIDEST));
  return kind === "done" ? line.replace(EMPHASIS, "") : line;
}
