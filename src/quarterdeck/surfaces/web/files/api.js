// The daemon's calls, each with the token.

const BRIEF = 10_000; // milliseconds
const LONG = 30_000; // what is to happen first may take ten seconds, and a busy machine more

export class Api {
  constructor(token) {
    this.token = token;
  }

  /** Send something; whether it was taken, and what was answered. It throws when nobody answers. */
  post(path, body) {
    return this.#call(path, { method: "POST", body: JSON.stringify(body) }, LONG);
  }

  /** Say something that is heard at once, as the last word even of a page that goes; the same. */
  tell(path, body, last) {
    return this.#call(path, { method: "POST", body: JSON.stringify(body), keepalive: last }, BRIEF);
  }

  /** Ask for something; the same. */
  get(path) {
    return this.#call(path, { cache: "no-store" }, BRIEF);
  }

  /** The stream of events. */
  events(signal) {
    return fetch("/api/events", { headers: this.#headers(), cache: "no-store", signal });
  }

  async #call(path, how, patience) {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(path, { ...how, headers: this.#headers(), signal });
    return { ok: response.ok, body: await response.json() };
  }

  #headers() {
    return { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" };
  }
}
