// Whether the daemon has another page than this one: it was updated, or an older one was started.

const OURS = "/static/page.js";
const NAMED = /\sdata-page="([0-9a-f]+)"/;
const PATIENCE = 10_000; // milliseconds
const LOOK_AGAIN = 1000;

/** Load the daemon's page if it is another, once nothing half-written would be lost; `say` tells of it. */
export async function loadIfAnother(say) {
  if (!(await isAnother())) return;
  say();
  while (isWriting()) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
  location.reload();
}

async function isAnother() {
  try {
    /** @type {RequestInit} */
    const how = { cache: "no-store", redirect: "error", signal: AbortSignal.timeout(PATIENCE) };
    const response = await fetch("/", how);
    const text = await response.text();
    return response.ok && text.includes(OURS) && NAMED.exec(text)?.[1] !== document.documentElement.dataset.page;
  } catch {
    return false; // gone again
  }
}

/** @returns {(HTMLInputElement | HTMLTextAreaElement)[]} */
const fields = () => [...document.querySelectorAll("input"), ...document.querySelectorAll("textarea")];

const isWriting = () => fields().some(({ type, value }) => /text|search/.test(type) && value);
