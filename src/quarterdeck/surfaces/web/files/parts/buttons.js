// The buttons of an idle session: what can be said to it with one press.

import { html, useState } from "../html.js";
import { plain } from "../safe_text.js";
import { Press } from "./press.js";

export function Buttons({ app, session }) {
  const [told, setTold] = useState(null); // about which buttons, and what became of the press
  const [sure, setSure] = useState(null); // the critical one that waits for a second press
  const { buttons } = session;
  if (!buttons) return null;
  const press = async (button, n) => {
    const face = `${buttons.id}/${n}`;
    const critical = button.risk === "critical";
    if (critical && sure !== face) return setSure(face);
    setSure(null);
    const path = `/api/sessions/${encodeURIComponent(session.id)}/buttons/${n}`;
    const call = app.api.post(path, { set: buttons.id, confirm: critical });
    const { ok, body } = await call.catch(() => ({ ok: false, body: { message: "Nobody answered." } }));
    return setTold({ set: buttons.id, words: ok ? "" : (body.message ?? "It was not typed.") });
  };
  const own = buttons.by === "agent";
  return html`<div class="buttons ${own ? "own" : ""}" role="group" aria-label="Say to ${plain(session.name)}">
    ${own && html`<span class="whose">The agent's own:</span>`}
    ${buttons.row.map(
      (button, n) =>
        html`<${Press} key=${n} disabled=${!button.does} act=${() => press(button, n)} tone=${`risk-${button.risk}`}>
          ${button.colour && html`<b class="colour" style=${{ background: button.colour }}></b> `}${button.emoji && html`<i aria-hidden="true">${plain(button.emoji)}</i> `}${sure === `${buttons.id}/${n}` ? "Sure?" : plain(button.text)}
          ${button.action !== button.text && html` <small>${plain(button.action)}</small>`}
        <//>`,
    )}
    ${told?.set === buttons.id && told.words && html`<p class="refused" role="status">${plain(told.words)}</p>`}
  </div>`;
}
