// Who this page is, and whether its own Quarterdeck answers. The page has a key that its browser
// gives to no script; with it the daemon proves who it is before anything is said to it, and the
// page makes the token of this run, which is kept nowhere.

import { CONNECTION, SIGN_IN } from "./words.js";

const PLACE = "quarterdeck";
const PATIENCE = 10_000; // milliseconds
const HMAC = { name: "HMAC", hash: "SHA-256" };

/** Something answers that cannot prove that it is the Quarterdeck of this page. */
export class NotOurs extends Error {}

/** Our Quarterdeck no longer admits this page: a new link is needed. */
export class Unknown extends Error {}

/** What answers says that a link is no longer valid, as anything could. */
class Used extends NotOurs {}

/** The identity of this page, or the reason why there is none. */
export async function identity() {
  const [code, page] = [takeCode(), await kept()];
  if (code === null || (page && (await isKnown(page)))) return { page, why: "" };
  try {
    const fresh = await paired(code);
    await keep(fresh).catch(() => {}); // a browser that keeps nothing: until the page is closed
    return { page: fresh, why: "" };
  } catch (error) {
    return { page, why: reason(error) };
  }
}

/** Make what answers prove that it is our Quarterdeck; returns the token for this run of it. */
export async function token(page) {
  const { run, known } = await proven(page.name, page.key);
  if (!known) throw new Unknown(SIGN_IN.revoked);
  return `${page.name}.${await mac(page.key, "bearer", page.name, run)}`;
}

async function isKnown(page) {
  try {
    return Boolean(await token(page));
  } catch {
    return false;
  }
}

/** A page that has followed a link: its name, and its key. */
async function paired(code) {
  const [name, secret] = code.split(".");
  const link = await hmacKey(bytes(secret ?? ""));
  const { run, nonce } = await proven(name, link);
  const proof = await mac(link, "claim", name, run, nonce);
  const { page, key, proof: seal } = await call("/api/pages", { code: name, nonce, proof });
  if (seal !== (await mac(link, "sealed", page, key, nonce))) throw new NotOurs();
  const pad = bytes(await mac(link, "seal", name, run, nonce));
  return { name: page, key: await hmacKey(bytes(key).map((byte, at) => byte ^ pad[at])) };
}

/** Which run of our daemon answers; throws if it is not ours. */
async function proven(name, key) {
  const nonce = text(crypto.getRandomValues(new Uint8Array(24)));
  const { run, known, proof } = await call("/api/hello", { name, nonce });
  const right = await mac(key, "daemon", name, String(run), nonce, known ? "known" : "unknown");
  if (proof !== right) throw new NotOurs();
  return { run, nonce, known };
}

/** Send something that is not secret. What does not answer as ours would is not ours. */
async function call(path, body) {
  /** @type {RequestInit} */
  const how = { method: "POST", body: JSON.stringify(body), cache: "no-store", credentials: "omit", redirect: "error" };
  const response = await fetch(path, { ...how, signal: AbortSignal.timeout(PATIENCE) });
  const found = await response.json().catch(() => null);
  if (response.ok && found) return found;
  throw typeof found?.message === "string" ? new Used(found.message) : new NotOurs();
}

function reason(error) {
  if (error instanceof Used) return error.message;
  if (error instanceof NotOurs) return CONNECTION.stranger;
  return SIGN_IN.silent;
}

/** The code in the address, which leaves it at once: a used link reveals nothing. A view stays named. */
function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (location.hash && !location.hash.startsWith("#/")) history.replaceState(null, "", location.pathname);
  return code;
}

// Keys and proofs

const hmacKey = (raw) => crypto.subtle.importKey("raw", raw, HMAC, false, ["sign"]);

/** A proof over words, with their boundaries. */
async function mac(key, ...words) {
  const data = new TextEncoder().encode(["quarterdeck", ...words].join("\0"));
  return text(new Uint8Array(await crypto.subtle.sign("HMAC", key, data)));
}

const text = (data) =>
  btoa(String.fromCharCode(...data)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const bytes = (said) =>
  Uint8Array.from(atob(said.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

// Where the identity is kept: in this browser, for this origin alone

const keep = (page) => inStore("readwrite", (store) => store.put(page, "page"));

async function kept() {
  try {
    return (await inStore("readonly", (store) => store.get("page"))) ?? null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

async function inStore(mode, work) {
  const base = await done(indexedDB.open(PLACE, 1), (opening) => opening.result.createObjectStore("own"));
  try {
    return await done(work(base.transaction("own", mode).objectStore("own")));
  } finally {
    base.close();
  }
}

function done(request, made) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    if (made) request.onupgradeneeded = () => made(request);
  });
}
