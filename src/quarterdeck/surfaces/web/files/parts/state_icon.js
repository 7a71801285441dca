// A session's state as a shape: readable without its colour.

import { html } from "../html.js";

// Drawn afresh each time: what is drawn remembers where it stood, and all that stood around it.
const SHAPES = {
  waiting: () => html`<circle cx="8" cy="8" r="6" class="full" />`,
  working: () => html`<circle cx="8" cy="8" r="6" /><path d="M8 2a6 6 0 0 1 0 12z" class="full" />`,
  idle: () => html`<circle cx="8" cy="8" r="6" />`,
  starting: () => html`<circle cx="8" cy="8" r="6" stroke-dasharray="2 2.7" />`,
  limited: () => html`<path d="M4 2h8M4 14h8M5 2c0 4 6 8 6 12M11 2c0 4-6 8-6 12" />`,
  failed: () => html`<path d="M3 3l10 10M13 3L3 13" />`,
  unknown: () => html`<path d="M5 6a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M8 13v.6" />`,
  ended: () => html`<path d="M4 8h8" />`,
};

export const StateIcon = ({ state }) =>
  html`<svg class="shape ${state}" viewBox="0 0 16 16" aria-hidden="true">
    ${(SHAPES[state] ?? SHAPES.unknown)()}
  </svg>`;
