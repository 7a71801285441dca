// The screen of the session that asks, below its card, where the window is wide enough for both.

import { html, useLayoutEffect, useReducer } from "../html.js";
import { TERMINAL } from "../words.js";
import { Picture } from "./preview.js";
import { usePreview, usePreviews } from "./previews.js";

/** @import { App, Session } from "../shapes.js" */

const WIDE = matchMedia("(min-width: 1800px)");

/** @param {{app: App, session?: Session}} given */
export function ScreenBeside({ app, session }) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  useLayoutEffect(() => {
    WIDE.addEventListener("change", redraw);
    return () => WIDE.removeEventListener("change", redraw);
  }, []);
  if (!WIDE.matches || !session?.terminal?.pane) return null;
  return html`<${OneScreen} key=${session.id} app=${app} session=${session} />`;
}

function OneScreen({ app, session }) {
  const [seen, frame] = usePreview(usePreviews(app.api), session.id);
  return html`<figure ref=${frame} class="beside">
    <figcaption>${TERMINAL.screen}</figcaption>
    <${Picture} seen=${seen} />
  </figure>`;
}
