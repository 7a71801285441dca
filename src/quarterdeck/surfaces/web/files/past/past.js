// Looking back: the history, and the rules that would have saved asks.

import { html } from "../html.js";
import { VIEWS } from "../words.js";
import { History } from "./history.js";
import { Suggestions } from "./suggestions.js";

export function Past({ app }) {
  return html`<main class="view past">
    <h2>${VIEWS.history}</h2>
    <${Suggestions} app=${app} />
    <${History} app=${app} />
  </main>`;
}
