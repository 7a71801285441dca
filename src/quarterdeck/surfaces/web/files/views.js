// The views behind the one that is always there, by the names that routes.js gives them. They are
// fetched once the first is shown, so that what waits is not kept waiting; and only from a daemon
// that has proved to be ours: nobody else's scripts run here.

import { html, useLayoutEffect, useState } from "./html.js";
import { MISSING } from "./words.js";

/** @import { Given } from "./shapes.js" */

/** Each gets what `Given` says. @type {Record<string, () => Promise<(given: any) => any>>} */
const FETCH = {
  sessions: async () => (await import("./session/list.js")).SessionList,
  session: async () => (await import("./session/session.js")).SessionPage,
  history: async () => (await import("./past/past.js")).Past,
  decks: async () => (await import("./decks/decks.js")).Decks,
  keyboard: async () => (await import("./keyboard/keyboard.js")).Keyboard,
};
const views = new Map(); // those that are here

/** Have every view here, so that one opens at once, and while nobody answers too. */
export async function fetchViews(isLive) {
  for (const name of Object.keys(FETCH)) if (isLive()) await fetched(name).catch(() => {}); // again when opened
}

async function fetched(name) {
  views.set(name, views.get(name) ?? (await FETCH[name]()));
}

/** The view that the route names. @param {Given} given */
export function View(given) {
  const name = given.route.view;
  const [, tell] = useState("");
  const [missing, setMissing] = useState(false);
  useLayoutEffect(() => {
    // At once: it may arrive before this is painted.
    if (given.live && !views.has(name)) fetched(name).then(() => tell(name), () => setMissing(true));
  }, [name, given.live]);
  if (views.has(name)) return html`<${views.get(name)} ...${given} />`;
  return html`<main class="view">${missing && html`<${Missing} />`}</main>`;
}

const Missing = () =>
  html`<p role="alert">${MISSING.view} <button type="button" class="link" onClick=${() => location.reload()}>${MISSING.again}</button></p>`;
