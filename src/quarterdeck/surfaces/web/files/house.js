// The daemon's calls, each with the token.

export class House {
  constructor(token) {
    this.token = token;
  }

  /** Send something; whether it was taken, and what was answered. It throws when nobody answers. */
  post(path, body, keepalive = false) {
    return this.#call(path, { method: "POST", body: JSON.stringify(body), keepalive });
  }

  /** Ask for something; the same. */
  get(path) {
    return this.#call(path, { cache: "no-store" });
  }

  /** The stream of events. */
  events(signal) {
    return fetch("/api/events", { headers: this.#headers(), cache: "no-store", signal });
  }

  async #call(path, how) {
    const response = await fetch(path, { ...how, headers: this.#headers() });
    return { ok: response.ok, body: await response.json() };
  }

  #headers() {
    return { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" };
  }
}
