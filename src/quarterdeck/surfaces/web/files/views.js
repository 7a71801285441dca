// The views behind the one that is always there, by the names that routes.js gives them. Each is
// fetched when it is first opened, or once the page has had time: what waits is not kept waiting.

import { html, useEffect, useState } from "./html.js";
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
export async function fetchViews() {
  for (const name of Object.keys(FETCH)) await fetched(name).catch(() => {}); // asked for again when opened
}

async function fetched(name) {
  views.set(name, views.get(name) ?? (await FETCH[name]()));
}

/** The view that the route names. @param {Given} given */
export function View(given) {
  const name = given.route.view;
  const [, tell] = useState("");
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!views.has(name)) fetched(name).then(() => tell(name), () => setMissing(true));
  }, [name]);
  if (views.has(name)) return html`<${views.get(name)} ...${given} />`;
  return html`<main class="view">${missing && html`<${Missing} />`}</main>`;
}

const Missing = () =>
  html`<p role="alert">${MISSING.view} <button type="button" class="link" onClick=${() => location.reload()}>${MISSING.again}</button></p>`;
