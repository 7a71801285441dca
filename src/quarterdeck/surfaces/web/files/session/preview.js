// A session as a card with its screen, small: a door to its own page.

import { html, useMemo } from "../html.js";
import { Age } from "../parts/age.js";
import { Buttons } from "../parts/buttons.js";
import { StateIcon } from "../parts/state_icon.js";
import { sessionAddress } from "../routes.js";
import { plain } from "../safe_text.js";
import { MODES, PREVIEW, STATES, used } from "../words.js";
import { linesOf, looksOf } from "./ansi.js";
import { doing } from "./doing.js";
import { usePreview } from "./previews.js";

/** @import { App, Session } from "../shapes.js" */

/** @param {{app: App, session: Session, previews: import("./previews.js").Previews, live: boolean}} given */
export function Preview({ app, session, previews, live }) {
  const [seen, frame] = usePreview(previews, session.id);
  const told = doing(session);
  const spent = used(session);
  return html`<li ref=${frame} class="session preview hue-${session.colour_index} is-${session.state}" data-session=${session.id}>
    <header>
      <${StateIcon} state=${session.state} />
      <a class="name" href=${sessionAddress(session.id)}><b>${plain(session.name)}</b>${session.branch && html`<span class="branch">${plain(session.branch)}</span>`}</a>
      <span class="when"><${Age} since=${session.since} /></span>
    </header>
    <p class="state" title=${told}><b>${STATES[session.state] ?? session.state}</b>${told && ` · ${told}`}</p>
    <${Picture} seen=${seen} />
    <p class="facts">
      ${session.mode && html`<span class="mode">${MODES[session.mode] ?? session.mode}</span>`}
      ${spent ? html`<span class="used">${spent}</span>` : html`<span class="place">${plain(session.cwd ?? "")}</span>`}
    </p>
    <${Buttons} app=${app} session=${session} live=${live} />
  </li>`;
}

/** Its screen; the words beside it say the same to those who cannot see it. */
export function Picture({ seen }) {
  const lines = useMemo(() => (seen?.text ? linesOf(seen.text.trimEnd()) : null), [seen]);
  if (!lines) return html`<p class="picture none">${seen ? PREVIEW.none : PREVIEW.waiting}</p>`;
  return html`<pre class="picture" aria-hidden="true" style=${{ "--columns": seen.width, "--rows": seen.height }}>
    ${lines.map((runs) => html`<div>${runs.map(run)}</div>`)}
  </pre>`;
}

function run(part) {
  const { classes, colours } = looksOf(part);
  return classes || colours.color || colours.background ? html`<span class=${classes} style=${colours}>${part.text}</span>` : part.text;
}
