// What the person can see. The daemon is told, and says when a press on it counts.

const REPEAT = 5000;
const SOON = 200;

export class Sight {
  #api;
  #visible = new Set();
  #arming = new Map(); // the timer of each ask that will be armed
  #armed = new Set();
  #listeners = new Set();
  #speaking = false;
  #changed = false;

  constructor(api, surface) {
    this.#api = api;
    this.surface = surface;
    setInterval(() => this.#tell(), REPEAT);
    document.addEventListener("visibilitychange", () => this.#turn());
    addEventListener("pagehide", () => this.#leave());
  }

  /** Be told when an ask is armed, or no longer. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether a press that begins now is meant: the ask was in sight for long enough. */
  isArmed(id) {
    return this.#armed.has(id);
  }

  /** An ask came in sight, or went. */
  look(id, visible) {
    if (visible === this.#visible.has(id)) return;
    if (visible) this.#visible.add(id);
    else this.#visible.delete(id);
    this.#disarm(id);
    queueMicrotask(() => this.#tell());
  }

  /** A card stands elsewhere now: a finger may have been on its way to another. */
  moved(id, guard) {
    if (this.#armed.has(id) || this.#arming.has(id)) this.#arm(id, guard);
  }

  /** The daemon forgot what it was told. */
  restart() {
    this.#visible.forEach((id) => this.#disarm(id));
    this.#tell();
  }

  async #tell() {
    this.#changed = true;
    if (this.#speaking) return;
    this.#speaking = true;
    try {
      while (this.#changed && !document.hidden) await this.#say();
    } catch {
      // The connection is gone; the stream says so, and what is in sight is told again.
    } finally {
      this.#speaking = false;
    }
  }

  async #say() {
    this.#changed = false;
    const asks = [...this.#visible];
    const { ok, body } = await this.#api.tell(this.#path, { asks }, false);
    if (ok) asks.filter((id) => this.#visible.has(id)).forEach((id) => this.#hear(id, body.armed_in[id]));
  }

  /** The daemon says in how many milliseconds an ask can be answered, or does not know it yet. */
  #hear(id, wait) {
    if (wait === undefined) setTimeout(() => this.#tell(), SOON);
    else if (!this.#arming.has(id) && (wait > 0 || !this.#armed.has(id))) this.#arm(id, wait);
  }

  #arm(id, wait) {
    this.#disarm(id);
    const done = () => {
      this.#arming.delete(id);
      this.#armed.add(id);
      this.#tellCards();
    };
    if (wait > 0) this.#arming.set(id, setTimeout(done, wait));
    else done();
  }

  #disarm(id) {
    clearTimeout(this.#arming.get(id));
    this.#arming.delete(id);
    if (this.#armed.delete(id)) this.#tellCards();
  }

  #tellCards() {
    this.#listeners.forEach((listener) => listener());
  }

  #turn() {
    if (document.hidden) this.#leave();
    else this.restart();
  }

  #leave() {
    this.#visible.forEach((id) => this.#disarm(id));
    this.#api.tell(this.#path, { asks: [], leaving: true }, true).catch(() => {});
  }

  get #path() {
    return `/api/surfaces/${this.surface}/seen`;
  }
}
