// One session: what it is doing and why, its terminal, what to tell it, and what it did.

import { html, useState } from "../html.js";
import { Age } from "../parts/age.js";
import { Buttons } from "../parts/buttons.js";
import { StateIcon } from "../parts/state_icon.js";
import { isWaiting } from "../order.js";
import { plain } from "../safe_text.js";
import { SESSION, STATES } from "../words.js";
import { Actions } from "./actions.js";
import { Composer } from "./composer.js";
import { doing } from "./doing.js";
import { Facts } from "./facts.js";
import { LiveTerminal } from "./terminal.js";
import { Timeline } from "./timeline.js";

/** @import { App, Given, Session } from "../shapes.js" */

/** @param {Given} given */
export function SessionPage({ app, route, asks, live }) {
  const session = app.state.sessions.get(route.id);
  if (!session)
    return html`<main class="view"><h2>${live ? SESSION.gone : SESSION.looking}</h2><p><a href="#/sessions">${SESSION.all}</a></p></main>`;
  const waiting = asks.filter((ask) => ask.session === session.id && isWaiting(ask));
  const open = Boolean(session.terminal?.pane) && session.state !== "ended";
  return html`<main class="view session-page hue-${session.colour_index} is-${session.state}">
    <${Head} app=${app} session=${session} live=${live} />
    ${waiting.length > 0 && html`<p class="asks"><a href="#/now">${SESSION.asks(waiting.length)}</a>: ${plain(waiting[0].title)}</p>`}
    <div class="work">
      ${open
        ? html`<${LiveTerminal} key=${session.id} app=${app} session=${session} /><${Buttons} app=${app} session=${session} live=${live} /><${Composer} app=${app} session=${session} live=${live} />`
        : html`<p class="quiet none">${session.state === "ended" ? SESSION.over : SESSION.without}</p>`}
    </div>
    <aside>
      <${Facts} session=${session} />
      <${Timeline} app=${app} session=${session} />
    </aside>
  </main>`;
}

/** @param {{app: App, session: Session, live: boolean}} given */
function Head({ app, session, live }) {
  const [name, setName] = useState(null); // while it is being changed
  const told = doing(session);
  return html`<header class="head">
    <a class="back" href="#/sessions" aria-label=${SESSION.all}>←</a>
    <${StateIcon} state=${session.state} />
    <div class="who">
      <h2><b>${plain(session.name)}</b>${session.branch && html`<span class="branch">${plain(session.branch)}</span>`}</h2>
      <p class="state"><b>${STATES[session.state] ?? session.state}</b> <${Age} since=${session.since} />${told && ` · ${told}`}</p>
    </div>
    <${Actions} app=${app} session=${session} live=${live} name=${name} setName=${setName} />
  </header>`;
}
