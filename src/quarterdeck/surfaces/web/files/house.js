// The daemon's calls, each with the token.

export class House {
  constructor(token) {
    this.token = token;
  }

  /** Send something; the answer's status and body. It throws when nobody answers. */
  async post(path, body, keepalive = false) {
    const response = await fetch(path, {
      method: "POST",
      headers: this.#headers(),
      body: JSON.stringify(body),
      keepalive,
    });
    return { ok: response.ok, body: await response.json() };
  }

  /** The stream of events. */
  events(signal) {
    return fetch("/api/events", { headers: this.#headers(), cache: "no-store", signal });
  }

  #headers() {
    return { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" };
  }
}
