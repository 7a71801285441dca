// A text to the agent, in place of a card's buttons.

import { html, useEffect, useRef, useState } from "../html.js";
import { CHOICES } from "../words.js";
import { Press } from "./press.js";

/** `ways` are the buttons that send: `{id, label, tone, bare}`, `bare` if no text is needed. */
export function MessageForm({ hint, ways, offer, send, back }) {
  const [text, setText] = useState("");
  const field = useRef(null);
  useEffect(() => field.current.focus(), []);
  return html`<div class="say" onKeyDown=${(event) => event.key === "Escape" && back()}>
    <textarea
      ref=${field}
      rows="3"
      aria-label=${hint}
      placeholder=${hint}
      value=${text}
      onInput=${(event) => setText(event.target.value)}
    />
    <div class="choices">
      <div class="side"><${Press} act=${back}>${CHOICES.back}<//></div>
      <div class="side right">
      ${ways.map(
        ({ id, label, tone, bare }) =>
          html`<${Press}
            key=${id}
            tone=${tone}
            armed=${offer.armed}
            disabled=${offer.disabled || (!bare && !text.trim())}
            act=${() => send(id, text.trim())}
          >
            ${label}
          <//>`,
      )}
      </div>
    </div>
  </div>`;
}
