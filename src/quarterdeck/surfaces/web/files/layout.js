// What surrounds the cards: the top line, and calm when nothing waits.

import { AlertSwitch, AlertTrouble, useBadge } from "./alerts.js";
import { html, useEffect } from "./html.js";
import { isSnoozed, isWaiting } from "./order.js";
import { NOT_OURS } from "./token.js";
import { count as counted, VIEWS } from "./words.js";

const CONNECTION = {
  connecting: "connecting…",
  lost: "reconnecting…",
  stranger: NOT_OURS,
  live: "",
};

export function Top({ app, asks, sessions, route }) {
  const count = asks.filter(isWaiting).length;
  const later = [...app.state.asks.values()].filter(isSnoozed).length;
  useEffect(() => {
    document.title = count ? `(${count}) Quarterdeck` : "Quarterdeck";
  }, [count]);
  useBadge(count);
  return html`<header class="top">
    <img src="/static/icon.svg" alt="" width="24" height="24" />
    <h1>Quarterdeck</h1>
    <span class="count" aria-live="polite">
      ${count ? `${counted(count, "waits", "wait")} for you` : "nothing waits"}${later ? ` · ${later} put off` : ""}
    </span>
    <span class="connection" role="status">${CONNECTION[app.state.connection]}</span>
    <${Views} route=${route} counts=${{ now: count, sessions: sessions.length }} />
    <${AlertSwitch} alerts=${app.alerts} />
  </header>
  <${AlertTrouble} alerts=${app.alerts} />`;
}

/** The doors to the views, with how much is behind each. */
function Views({ route, counts }) {
  const isOpen = (name) => name === route.view || (name === "sessions" && route.view === "session");
  return html`<nav class="views" aria-label="Views">
    ${Object.entries(VIEWS).map(
      ([name, words]) =>
        html`<a key=${name} href="#/${name}" aria-current=${isOpen(name) ? "page" : null}>
          ${words}${counts[name] > 0 && html` <b>${counts[name]}</b>`}
        </a>`,
    )}
  </nav>`;
}

export function Empty({ sessions, live }) {
  const working = sessions.filter(({ state }) => state === "working").length;
  return html`<div class="empty">
    <p class="big">${live ? "Nothing waits for you." : "Looking for Quarterdeck…"}</p>
    <p class="quiet">
      ${working ? `${counted(working, "session is", "sessions are")} working.` : "What an agent wants from you appears here."}
    </p>
  </div>`;
}

/** What is shown instead when there is no token. */
export function SignIn({ why }) {
  return html`<main class="door">
    <img src="/static/icon.svg" alt="" width="48" height="48" />
    <h1>Quarterdeck</h1>
    ${why && html`<p role="alert">${why}</p>`}
    <p>This page opens with a link that works once.</p>
    <p class="quiet"><code>qd up</code> prints a new one, whether Quarterdeck is already running or not.</p>
  </main>`;
}
