// What waits, asked for again and again, where no line stays open: some proxies let none through.

/** @import { Ask, Session } from "./shapes.js" */

const EVERY = 2000; // milliseconds
const GUARD = 500; // milliseconds for which a card is in sight before a press on it is meant

export class Polling {
  #api;
  #hear;
  #told = new Map(); // what was told of each ask and session, as text
  /** @type {string[]} */
  #order = [];
  #seen = new Set(); // the asks that were said to be in sight
  #begun = false;
  #over = false;

  /** `hear` gets what a line would have brought. */
  constructor(api, hear) {
    this.#api = api;
    this.#hear = (message) => this.#over || hear(message); // an answer may come when a line is back
  }

  /** Ask until it is stopped, or nobody answers. */
  async run() {
    while (!this.#over) {
      try {
        await this.#look();
      } catch {
        return;
      }
      await new Promise((done) => setTimeout(done, EVERY));
    }
  }

  stop() {
    this.#over = true;
  }

  /** What is in sight can be pressed after a moment. */
  send({ type, asks }) {
    if (type === "hidden") this.#seen.clear();
    if (type !== "shown") return;
    const fresh = asks.filter((id) => !this.#seen.has(id));
    this.#seen = new Set(asks);
    if (fresh.length) this.#cards(Object.fromEntries(fresh.map((id) => [id, GUARD])));
  }

  /** Answer by a call; what was held until it was meant is confirmed. */
  press({ type, face, text, answers }) {
    const [ask, choice] = face.split("/");
    return this.#api.post(`/api/asks/${encodeURIComponent(ask)}/answer`, { choice, text, answers, confirm: type === "up" });
  }

  async #look() {
    const [sessions, asks] = await Promise.all(["/api/sessions", "/api/asks"].map((path) => this.#list(path)));
    if (!this.#begun) this.#hear({ type: "welcome", surface: this.#api.name, slow: true });
    for (const session of sessions) this.#tell("session", session);
    for (const ask of asks) this.#tell("ask", pressable(ask));
    for (const id of this.#order) if (!asks.some((ask) => ask.id === id)) await this.#lookBack(id);
    this.#order = asks.filter((ask) => !ask.snoozed_until).map(({ id }) => id);
    this.#begun = true;
    this.#cards({});
  }

  async #list(path) {
    const { ok, body } = await this.#api.get(path);
    if (!ok) throw new Error(path);
    return body;
  }

  /** How an ask ended that is no longer there. */
  async #lookBack(id) {
    const { ok, body } = await this.#api.get(`/api/asks/${encodeURIComponent(id)}`);
    if (ok) this.#tell("ask", pressable(body));
  }

  /** @param {"ask" | "session"} type @param {Ask | Session} thing */
  #tell(type, thing) {
    const text = JSON.stringify(thing);
    if (this.#begun && this.#told.get(thing.id) === text) return;
    this.#told.set(thing.id, text);
    this.#hear({ type, [type]: thing });
  }

  #cards(armed_in) {
    this.#hear({ type: "cards", n: 1, order: this.#order, armed_in });
  }
}

/** An ask with what can be pressed on it, as a line would bring it. */
function pressable(ask) {
  const isCritical = ask.risk?.level === "critical";
  const faces = ask.choices.map(({ id, meaning }) => ({ choice: id, face: `${ask.id}/${id}`, hold: isCritical && meaning === "allows" }));
  return { ...ask, faces, guard_ms: GUARD };
}
