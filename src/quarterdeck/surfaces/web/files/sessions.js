// The sessions: who is doing what, at a glance.

import { html } from "./html.js";
import { Age } from "./parts/age.js";
import { Buttons } from "./parts/buttons.js";
import { memo } from "./parts/memo.js";
import { StateIcon } from "./parts/state_icon.js";
import { sessionAddress } from "./routes.js";
import { plain } from "./safe_text.js";
import { MODES, SESSIONS, STATES, used } from "./words.js";

/** @import { App, Session } from "./shapes.js" */

/** @param {{app: App, sessions: Session[], live: boolean}} given */
export function Sessions({ app, sessions, live }) {
  if (sessions.length === 0)
    return html`<p class="quiet none">
      ${SESSIONS.nobody} <code>${SESSIONS.connectBy}</code> ${SESSIONS.connects}
    </p>`;
  const limits = new Set(sessions.map((session) => session.limits).filter(Boolean));
  return html`<ul class="sessions">
      ${sessions.map((session) => html`<${MemoSession} key=${session.id} session=${session} app=${app} live=${live} />`)}
    </ul>
    ${[...limits].map((told) => html`<p class="limits" key=${told}>${SESSIONS.limits(plain(told))}</p>`)}`;
}

function Session({ app, session, live }) {
  const told = session.state === "working" ? session.activity || session.reason : session.reason;
  const doing = told?.replace(/^waits for you:? ?/, "");
  const spent = used(session);
  return html`<li class="session hue-${session.colour_index} is-${session.state}" title=${plain(session.cwd ?? "")}>
    <${StateIcon} state=${session.state} />
    <a class="name" href=${sessionAddress(session.id)}><b>${plain(session.name)}</b>${session.branch && html`<span class="branch">${plain(session.branch)}</span>`}</a>
    <span class="when"><${Age} since=${session.since} /></span>
    <span class="state"><b>${STATES[session.state] ?? session.state}</b>${doing && ` · ${plain(doing)}`}</span>
    ${session.mode && html`<span class="mode">${MODES[session.mode] ?? session.mode}</span>`}
    ${spent && html`<span class="used">${spent}</span>`}
    <${Buttons} app=${app} session=${session} live=${live} />
  </li>`;
}

const MemoSession = memo(Session);
