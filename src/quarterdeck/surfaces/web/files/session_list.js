// All sessions, and what was put off.

import { html } from "./html.js";
import { Sessions } from "./sessions.js";
import { Snoozed } from "./snoozed.js";
import { VIEWS } from "./words.js";

export function SessionList({ app, sessions }) {
  return html`<main class="view session-list">
    <h2>${VIEWS.sessions}</h2>
    <${Sessions} sessions=${sessions} />
    <${Snoozed} app=${app} />
  </main>`;
}
