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

  /** Ask for something; the same. */
  get(path) {
    return this.#call(path, { cache: "no-store" }, BRIEF);
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
