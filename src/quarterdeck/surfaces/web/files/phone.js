// What waits, in one hand: one card at a time, a swipe to the next.

import { html, useEffect, useRef, useState } from "./html.js";
import { useAskLink } from "./ask_link.js";
import { Card } from "./card.js";
import { useKeys } from "./keys.js";
import { Empty } from "./layout.js";
import { currentAsk } from "./order.js";
import { INBOX } from "./words.js";

/** @import { Given } from "./shapes.js" */

const SWIPE = 56; // pixels to the side, and more than up or down

/** @param {Given} given */
export function Phone({ app, asks, sessions, live, route, isTouched, touch }) {
  const [wanted, setWanted] = useState(null);
  const before = useRef(null);
  const seen = useRef(new Set());
  const ask = currentAsk(wanted ?? before.current, asks, seen.current, isTouched);
  const place = asks.findIndex(({ id }) => id === ask?.id);
  useEffect(() => {
    before.current = ask;
    seen.current = new Set(asks.map(({ id }) => id));
    setWanted(null);
  });
  useAskLink(asks, setWanted);
  const step = (by) => asks[place + by] && setWanted(asks[place + by]);
  useKeys({ j: () => step(1), k: () => step(-1) }, route.view === "now");
  return html`<main class="phone" ...${useSwipe(step)}>
      ${ask
        ? html`<${Card} key=${ask.id} ask=${ask} session=${app.state.sessions.get(ask.session)} app=${app} live=${live} touch=${touch} />`
        : html`<${Empty} app=${app} sessions=${sessions} live=${live} />`}
    </main>
    ${asks.length > 1 &&
    html`<nav class="stepper" aria-label=${INBOX.asks}>
      <button type="button" aria-label=${INBOX.before} disabled=${place <= 0} onClick=${() => step(-1)}>‹</button>
      <span>${INBOX.place(place + 1, asks.length)}</span>
      <button type="button" aria-label=${INBOX.next} disabled=${place >= asks.length - 1} onClick=${() => step(1)}>›</button>
    </nav>`}`;
}

/** Steps with a sideways swipe; the click that a swipe may end in answers nothing. */
function useSwipe(step) {
  const start = useRef(null);
  const swiped = useRef(false);
  return {
    onPointerDown: (event) => {
      start.current = event.target.matches("input, textarea, select") ? null : [event.clientX, event.clientY];
      swiped.current = false;
    },
    onPointerUp: (event) => {
      if (!start.current) return;
      const [x, y] = [event.clientX - start.current[0], event.clientY - start.current[1]];
      start.current = null;
      swiped.current = Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y);
      if (swiped.current) step(x < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onClickCapture: (event) => {
      if (!swiped.current) return;
      swiped.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
