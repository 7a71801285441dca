// What surrounds the views: the top line, and calm when nothing waits.

import { AlertSwitch, AlertTrouble, useBadge, useChanges } from "./alerts.js";
import { html, useEffect } from "./html.js";
import { KeyHelp } from "./key_help.js";
import { isSnoozed, isWaiting } from "./order.js";
import { StopAll } from "./stop_all.js";
import { CONNECTION, EMPTY, SIGN_IN, TOP, VIEWS } from "./words.js";

/** @import { App, Given, Session } from "./shapes.js" */

// Which door leads to a view that has none of its own.
const BEHIND = { session: "sessions", keyboard: "decks" };

/** @param {Given} given */
export function Top({ app, asks, sessions, route, small, live }) {
  const count = asks.filter(isWaiting).length;
  const later = [...app.state.asks.values()].filter(isSnoozed).length;
  const line = app.state.connection;
  useEffect(() => {
    document.title = count ? `(${count}) ${TOP.name}` : TOP.name;
  }, [count]);
  useBadge(count);
  return html`<header class="top is-${line}">
    <img src="/static/icon.svg" alt="" width="24" height="24" />
    <h1>${TOP.name}</h1>
    <span class="count" aria-live="polite">${TOP.waiting(count)}${later ? TOP.later(later) : ""}</span>
    <span class="connection" role="status">${CONNECTION[line]}</span>
    <${Views} route=${route} counts=${{ now: count, sessions: sessions.length }} />
    ${!small && html`<${StopAll} app=${app} sessions=${sessions} live=${live} />`}
    <${AlertSwitch} alerts=${app.alerts} />
    <${KeyHelp} />
  </header>
  <${AlertTrouble} alerts=${app.alerts} />`;
}

/** The doors to the views, with how much is behind each. */
function Views({ route, counts }) {
  const open = BEHIND[route.view] ?? route.view;
  return html`<nav class="views" aria-label=${TOP.views}>
    ${Object.entries(VIEWS).map(
      ([name, words]) =>
        html`<a key=${name} href="#/${name}" aria-current=${name === open ? "page" : null}>
          ${words}${counts[name] > 0 && html` <b>${counts[name]}</b>`}
        </a>`,
    )}
  </nav>`;
}

/**
 * Nothing waits: what goes on instead, and what there is to do.
 *
 * @param {{app: App, sessions: Session[], live: boolean}} given
 */
export function Empty({ app, sessions, live }) {
  return html`<div class="empty">
    <p class="big">${live ? EMPTY.calm : EMPTY.looking}</p>
    ${live && (sessions.length ? html`<${Meanwhile} app=${app} sessions=${sessions} />` : html`<${FirstSteps} />`)}
  </div>`;
}

/** @param {{app: App, sessions: Session[]}} given */
function Meanwhile({ app, sessions }) {
  const [working, idle] = ["working", "idle"].map((wanted) => sessions.filter(({ state }) => state === wanted).length);
  useChanges(app.alerts);
  return html`<p class="quiet">${working ? EMPTY.working(working) : EMPTY.later}</p>
    ${idle > 0 && html`<p class="quiet">${EMPTY.idle(idle)} <a href="#/sessions">${EMPTY.give}</a>.</p>`}
    ${!app.alerts.on &&
    html`<p class="quiet by-alerts">
      ${EMPTY.alerts} <button type="button" class="link" onClick=${() => app.alerts.turn(true)}>${EMPTY.turnOn}</button>.
    </p>`}`;
}

const FirstSteps = () =>
  html`<p class="quiet">${EMPTY.later}</p>
    <p class="quiet"><code>${EMPTY.connectBy}</code> ${EMPTY.connect}</p>
    <p class="quiet"><code>${EMPTY.demoBy}</code> ${EMPTY.demo}</p>`;

/** What is shown instead when there is no token. */
export function SignIn({ why }) {
  return html`<main class="door">
    <img src="/static/icon.svg" alt="" width="48" height="48" />
    <h1>${TOP.name}</h1>
    ${why && html`<p role="alert">${why}</p>`}
    <p>${SIGN_IN.once}</p>
    <p class="quiet"><code>${SIGN_IN.by}</code> ${SIGN_IN.again}</p>
  </main>`;
}
