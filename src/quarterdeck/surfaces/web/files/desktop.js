// The page at a desk: cards below each other, sessions beside them.

import { html, useLayoutEffect, useRef } from "./html.js";
import { reveal, useAskLink } from "./ask_link.js";
import { Card } from "./card.js";
import { Empty } from "./layout.js";
import { Snoozed } from "./snoozed.js";
import { arranged } from "./order.js";
import { Sessions } from "./sessions.js";

export function Desktop({ app, asks, sessions, live, isTouched, touch }) {
  const before = useRef([]);
  const { shown, more } = arranged(before.current, asks, app.state.asks, isTouched);
  useLayoutEffect(() => {
    shown.forEach((ask, place) => {
      if (before.current[place]?.id !== ask.id) app.visible.moved(ask.id, ask.guard_ms);
    });
    before.current = shown;
  });
  useAskLink(shown, reveal);
  return html`<main class="desk">
      <section class="cards" aria-label="What waits for you">
        ${more > 0 && html`<p class="edge" role="status"><span>${more} more</span></p>`}
        ${shown.length === 0 && html`<${Empty} sessions=${sessions} live=${live} />`}
        ${shown.map(
          (ask) =>
            html`<${Card} key=${ask.id} ask=${ask} session=${app.state.sessions.get(ask.session)} app=${app} live=${live} touch=${touch} />`,
        )}
      </section>
      <aside aria-label="Sessions">
        <${Snoozed} app=${app} />
        <h2>Sessions</h2>
        <${Sessions} sessions=${sessions} />
      </aside>
    </main>`;
}
