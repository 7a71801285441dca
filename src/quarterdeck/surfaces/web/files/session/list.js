// All sessions with their screens, small, and what was put off.

import { html } from "../html.js";
import { plain } from "../safe_text.js";
import { Snoozed } from "../snoozed.js";
import { StopAll } from "../stop_all.js";
import { SESSIONS, VIEWS } from "../words.js";
import { memo } from "../parts/memo.js";
import { Preview } from "./preview.js";
import { usePreviews } from "./previews.js";

/** @import { Given } from "../shapes.js" */

/** @param {Given} given */
export function SessionList({ app, sessions, small, live }) {
  const previews = usePreviews(app.api);
  const limits = new Set(sessions.map((session) => session.limits).filter(Boolean));
  return html`<main class="view session-list">
    <header><h2>${VIEWS.sessions}</h2>${small && html`<${StopAll} app=${app} sessions=${sessions} live=${live} />`}</header>
    ${sessions.length === 0 && html`<p class="quiet none">${SESSIONS.nobody} <code>${SESSIONS.connectBy}</code> ${SESSIONS.connects}</p>`}
    <ul class="previews">
      ${sessions.map((session) => html`<${MemoPreview} key=${session.id} app=${app} session=${session} previews=${previews} live=${live} />`)}
    </ul>
    ${[...limits].map((told) => html`<p class="limits" key=${told}>${SESSIONS.limits(plain(told))}</p>`)}
    <${Snoozed} app=${app} />
  </main>`;
}

const MemoPreview = memo(Preview);
