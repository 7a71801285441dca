// The daemon's calls. Each begins with the daemon's proof that it is ours: a port can change hands.

import { token } from "./token.js";

const BRIEF = 10_000; // milliseconds
const LONG = 30_000; // what is to happen first may take ten seconds, and a busy machine more

export class Api {
  #page;

  constructor(page) {
    this.#page = page;
  }

  /** The name under which this page calls. */
  get name() {
    return this.#page.name;
  }

  /**
   * Sends something; returns whether it was accepted, and the answer. Throws if nobody answers in time.
   *
   * @param {string} path
   * @param {object} body
   * @param {{seconds?: number, signal?: AbortSignal}} how
   * @returns {Promise<{ok: boolean, body: any}>}
   */
  post(path, body, { seconds = LONG / 1000, signal } = {}) {
    return this.#call(path, { method: "POST", body: JSON.stringify(body), signal }, seconds * 1000);
  }

  /**
   * Ask for something; the same.
   *
   * @param {string} path
   * @returns {Promise<{ok: boolean, body: any}>}
   */
  get(path) {
    return this.#call(path, { cache: "no-store" }, BRIEF);
  }

  /** Ask for a text, however long. */
  async text(path) {
    return (await this.#fetch(path, { cache: "no-store" }, LONG)).text();
  }

  /** Ask for a picture. */
  async picture(path) {
    const response = await this.#fetch(path, { cache: "no-store" }, BRIEF);
    return response.ok ? createImageBitmap(await response.blob()) : null;
  }

  async #call(path, how, patience) {
    const response = await this.#fetch(path, how, patience);
    return { ok: response.ok, body: await response.json() };
  }

  /** @param {string} path @param {RequestInit} how @param {number} patience */
  async #fetch(path, how, patience) {
    const headers = { Authorization: `Bearer ${await token(this.#page)}`, "Content-Type": "application/json" };
    const signals = [AbortSignal.timeout(patience), how.signal].filter((signal) => signal instanceof AbortSignal);
    return fetch(path, { ...how, headers, signal: AbortSignal.any(signals), redirect: "error" });
  }
}
