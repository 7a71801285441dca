// What waits, at a desk: a list, the chosen ask beside it, and the sessions.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { reveal, useAskLink } from "./ask_link.js";
import { Card } from "./card.js";
import { Inbox } from "./inbox.js";
import { useKeys } from "./keys.js";
import { Empty } from "./layout.js";
import { arranged, currentAsk } from "./order.js";
import { useKeptFocus } from "./parts/kept_focus.js";
import { ScreenBeside } from "./session/beside.js";
import { Sessions } from "./sessions.js";
import { Snoozed } from "./snoozed.js";
import { INBOX, VIEWS } from "./words.js";

/** @import { Ask, Given } from "./shapes.js" */

/** @param {Given} given */
export function Desktop({ app, asks, sessions, live, route, isTouched, touch }) {
  const [held, setHeld] = useState(false); // whether a pointer is on the list
  const { shown, more } = useArranged(asks, app.state.asks, held);
  const { ask, choose } = useChosen(asks, isTouched);
  const frame = useKeptFocus(`[data-row="${CSS.escape(ask?.id ?? "")}"]`);
  const step = (by) => {
    const next = shown[shown.findIndex(({ id }) => id === ask?.id) + by];
    if (next) choose(next);
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, route.view === "now");
  useAskLink(asks, (wanted) => {
    choose(wanted);
    requestAnimationFrame(() => reveal(wanted));
  });
  return html`<main ref=${frame} class="desk ${ask ? "" : "calm"}">
    ${ask && html`<${Inbox} app=${app} asks=${shown} more=${more} chosen=${ask} choose=${choose} step=${step} hold=${setHeld} />`}
    <section class="chosen" aria-label=${INBOX.chosen}>
      ${ask
        ? html`<${Card} key=${ask.id} ask=${ask} session=${app.state.sessions.get(ask.session)} app=${app} live=${live} touch=${touch} />
            <${ScreenBeside} app=${app} session=${app.state.sessions.get(ask.session)} />`
        : html`<${Empty} app=${app} sessions=${sessions} live=${live} />`}
    </section>
    <aside aria-label=${VIEWS.sessions}>
      <${Snoozed} app=${app} />
      <h2>${VIEWS.sessions}</h2>
      <${Sessions} app=${app} sessions=${sessions} live=${live} />
    </aside>
  </main>`;
}

/**
 * The rows of the list: under a pointer none comes, goes or moves.
 *
 * @param {Ask[]} asks @param {Map<string, Ask>} known @param {boolean} held
 */
function useArranged(asks, known, held) {
  const before = useRef([]);
  const found = arranged(before.current, asks, known, held);
  useEffect(() => {
    before.current = found.shown;
  });
  return found;
}

/**
 * The ask beside the list: the one that the person chose, or the most urgent.
 *
 * @param {Ask[]} asks @param {boolean} isTouched
 */
function useChosen(asks, isTouched) {
  const [wanted, setWanted] = useState(null);
  const before = useRef(null);
  const byHand = useRef(false);
  const seen = useRef(new Set());
  const ask = currentAsk(wanted ?? before.current, asks, seen.current, isTouched || byHand.current);
  useLayoutEffect(() => {
    if (wanted) byHand.current = true;
    else if (ask?.id !== before.current?.id) byHand.current = false;
    before.current = ask;
    seen.current = new Set(asks.map(({ id }) => id));
    if (wanted) setWanted(null);
  });
  return { ask, choose: setWanted };
}
