// Times that tick, without redrawing anything else.

import { now } from "../clock.js";
import { html, useEffect, useReducer } from "../html.js";
import { age, CARD } from "../words.js";

const tickers = new Set();
setInterval(() => tickers.forEach((tick) => tick()), 1000);

function useTick() {
  const [, tick] = useReducer((n) => n + 1, 0);
  useEffect(() => {
    tickers.add(tick);
    return () => tickers.delete(tick);
  }, []);
  return now();
}

/** How long ago something was. */
export function Age({ since }) {
  return html`<time>${age(useTick() - since)}</time>`;
}

/** How long it is until then. */
export function Left({ until }) {
  return html`<time>${age(until - useTick())}</time>`;
}

/** How long it is until the agent decides by itself. */
export function Countdown({ until }) {
  const over = until <= useTick();
  return html`<p class="deadline">
    ${over ? CARD.over : html`${CARD.left} <${Left} until=${until} />`}
  </p>`;
}
