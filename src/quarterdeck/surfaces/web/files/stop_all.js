// Stops every agent that works or asks, after one question.

import { html, useRef, useState } from "./html.js";
import { plain } from "./safe_text.js";
import { outcome, STOP } from "./words.js";

/** @import { App, Session } from "./shapes.js" */

const BUSY = new Set(["working", "waiting"]);

/** @param {{app: App, sessions: Session[], live: boolean}} given */
export function StopAll({ app, sessions, live }) {
  const dialog = useRef(null);
  const [asked, setAsked] = useState([]); // who is to be stopped: fixed when the question is asked
  const [told, setTold] = useState(null); // what became of each, by session
  const open = () => {
    setAsked(sessions.filter(({ state }) => BUSY.has(state)));
    setTold(null);
    dialog.current.showModal();
  };
  const stop = () => {
    setTold(new Map(asked.map(({ id }) => [id, STOP.stopping])));
    for (const { id } of asked) interrupted(app.api, id).then((words) => setTold((before) => new Map(before).set(id, words)));
  };
  const close = () => dialog.current.close();
  return html`<button type="button" class="stop-all" disabled=${!live} onClick=${open}>${STOP.open}</button>
    <dialog ref=${dialog} class="window" aria-labelledby="stop-all-title">
      <h2 id="stop-all-title">${asked.length ? STOP.title(asked.length) : STOP.nobody}</h2>
      ${asked.length > 0 && html`<p class="quiet">${STOP.says}</p>`}
      <ul class="stopped" role="status">
        ${asked.map(
          ({ id, name, colour_index: hue }) =>
            html`<li key=${id} class="hue-${hue}"><span class="dot" /><b>${plain(name)}</b> <span>${told?.get(id)}</span></li>`,
        )}
      </ul>
      <div class="ways">
        <button type="button" class="press" autofocus onClick=${close}><span>${told || !asked.length ? STOP.close : STOP.no}</span></button>
        ${asked.length > 0 && !told && html`<button type="button" class="press danger" onClick=${stop}><span>${STOP.yes}</span></button>`}
      </div>
    </dialog>`;
}

/** What became of an interrupt, in words. */
async function interrupted(api, id) {
  try {
    const { ok, body } = await api.post(`/api/sessions/${encodeURIComponent(id)}/interrupt`, {});
    if (!ok) return plain(body.message);
    return body.outcome === "accepted" ? STOP.stopped : outcome(body.outcome, body.note);
  } catch {
    return STOP.broken;
  }
}
