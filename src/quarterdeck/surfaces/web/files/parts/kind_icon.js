// The kind of an ask as a shape; its word stands beside it for whoever hears the page.

import { html } from "../html.js";

// Drawn afresh each time: what is drawn remembers where it stood, and all that stood around it.
const SHAPES = {
  permission: () => html`<path d="M4 7V5a4 4 0 0 1 8 0v2" /><rect x="3" y="7" width="10" height="7" rx="1.5" />`,
  question: () => html`<path d="M5 6a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M8 13v.6" />`,
  plan: () => html`<path d="M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />`,
  elicitation: () => html`<rect x="2" y="3" width="12" height="10" rx="1.5" /><path d="M5 7h6M5 10h3" />`,
  fallback: () => html`<rect x="1.5" y="2.5" width="13" height="11" rx="1.5" /><path d="M4.5 6l2.5 2-2.5 2M8.5 10.5h3" />`,
  limit: () => html`<path d="M4 2h8M4 14h8M5 2c0 4 6 8 6 12M11 2c0 4-6 8-6 12" />`,
  failure: () => html`<path d="M3 3l10 10M13 3L3 13" />`,
  blocked: () => html`<circle cx="8" cy="8" r="6" /><path d="M4 12l8-8" />`,
  done: () => html`<path d="M3 8.5l3.5 3.5L13 4.5" />`,
  notification: () => html`<circle cx="8" cy="8" r="6" /><path d="M8 7.5V11M8 5v.01" />`,
};

export const KindIcon = ({ kind }) =>
  html`<svg class="shape kind" viewBox="0 0 16 16" aria-hidden="true">${(SHAPES[kind] ?? SHAPES.notification)()}</svg>`;
