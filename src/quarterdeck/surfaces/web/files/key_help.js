// Which keys there are.

import { html, useRef } from "./html.js";
import { useKeys } from "./keys.js";
import { KEYS } from "./words.js";

const PATIENCE = 5000; // milliseconds for which somebody still expects to search

export function KeyHelp() {
  const dialog = useRef(null);
  const open = () => dialog.current.showModal();
  useKeys({ "?": open, "/": search }, true);
  return html`<button type="button" class="open-keys" aria-label=${KEYS.title} aria-keyshortcuts="?" title=${KEYS.title} onClick=${open}>?</button>
    <dialog ref=${dialog} class="window" aria-labelledby="keys-title">
      <h2 id="keys-title">${KEYS.title}</h2>
      <dl class="keys">
        ${KEYS.table.map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`)}
      </dl>
      <div class="ways">
        <button type="button" class="press" autofocus onClick=${() => dialog.current.close()}><span>${KEYS.close}</span></button>
      </div>
    </dialog>`;
}

/** To the search of the history, from wherever one is. */
function search() {
  location.hash = "#/history";
  focusSearch(performance.now() + PATIENCE);
}

/** The view may have to be fetched first. */
function focusSearch(until) {
  const field = /** @type {HTMLElement | null} */ (document.querySelector('.past input[type="search"]'));
  if (field) field.focus();
  else if (performance.now() < until) requestAnimationFrame(() => focusSearch(until));
}
