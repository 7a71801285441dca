// All sessions, and what was put off.

import { html } from "./html.js";
import { StopAll } from "./stop_all.js";
import { Sessions } from "./sessions.js";
import { Snoozed } from "./snoozed.js";
import { VIEWS } from "./words.js";

export function SessionList({ app, sessions, small }) {
  return html`<main class="view session-list">
    <header><h2>${VIEWS.sessions}</h2>${small && html`<${StopAll} app=${app} sessions=${sessions} />`}</header>
    <${Sessions} app=${app} sessions=${sessions} />
    <${Snoozed} app=${app} />
  </main>`;
}
