// Looking back: the history and the rules that would have saved asks, on a sheet of their own.

import { html, useRef, useState } from "../html.js";
import { History } from "./history.js";
import { Suggestions } from "./suggestions.js";

/** The button that opens it, and the sheet. Nothing of it is asked for before it is open. */
export function Past({ app }) {
  const sheet = useRef(null);
  const [opened, setOpened] = useState(0);
  const open = () => {
    setOpened(opened + 1);
    sheet.current.showModal();
  };
  return html`<button type="button" class="open-past" onClick=${open}>History</button>
    <dialog ref=${sheet} class="past" aria-label="History" onClose=${() => setOpened(-Math.abs(opened))}>
      <header>
        <h2>History</h2>
        <button type="button" class="press" onClick=${() => sheet.current.close()}><span>Close</span></button>
      </header>
      ${opened > 0 && html`<${Suggestions} key=${`s${opened}`} app=${app} /><${History} key=${`h${opened}`} app=${app} />`}
    </dialog>`;
}
