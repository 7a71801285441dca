// The page at a desk: cards below each other, sessions beside them.

import { html, useLayoutEffect, useRef } from "./html.js";
import { Card } from "./card.js";
import { Empty, Top } from "./layout.js";
import { PutOff } from "./snoozed.js";
import { guardOf } from "./display_settings.js";
import { arranged } from "./order.js";
import { Sessions } from "./sessions.js";

export function Desk({ deck, asks, sessions, live, held, hold }) {
  const before = useRef([]);
  const { shown, edge } = arranged(before.current, asks, deck.news.asks, held);
  useLayoutEffect(() => {
    shown.forEach((ask, place) => {
      if (before.current[place]?.id !== ask.id) deck.sight.moved(ask.id, guardOf(ask));
    });
    before.current = shown;
  });
  return html`<${Top} deck=${deck} asks=${asks} />
    <main class="desk">
      <section class="cards" aria-label="What waits for you">
        ${edge > 0 && html`<p class="edge" role="status"><span>${edge} more</span></p>`}
        ${shown.length === 0 && html`<${Empty} sessions=${sessions} live=${live} />`}
        ${shown.map(
          (ask) =>
            html`<${Card} key=${ask.id} ask=${ask} session=${deck.news.sessions.get(ask.session)} deck=${deck} live=${live} hold=${hold} />`,
        )}
      </section>
      <aside aria-label="Sessions">
        <${PutOff} deck=${deck} />
        <h2>Sessions</h2>
        <${Sessions} sessions=${sessions} />
      </aside>
    </main>`;
}
