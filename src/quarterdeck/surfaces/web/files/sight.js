// What the person can see. The daemon is told, and guards count from when it knows.

const REPEAT = 5000;

export class Sight {
  #house;
  #visible = new Set();
  #since = new Map(); // when the daemon knew that an ask is in sight
  #speaking = false;
  #changed = false;

  constructor(house, surface) {
    this.#house = house;
    this.surface = surface;
    setInterval(() => this.#tell(), REPEAT);
    document.addEventListener("visibilitychange", () => this.#turn());
    addEventListener("pagehide", () => this.#leave());
  }

  /** An ask came in sight, or went. */
  look(id, visible) {
    if (visible === this.#visible.has(id)) return;
    if (visible) this.#visible.add(id);
    else this.#visible.delete(id);
    this.#since.delete(id);
    queueMicrotask(() => this.#tell());
  }

  /** A card stands elsewhere now: a finger may have been on its way to another. */
  moved(id) {
    if (this.#since.has(id)) this.#since.set(id, performance.now());
  }

  /** The daemon forgot what it was told. */
  restart() {
    this.#since.clear();
    this.#tell();
  }

  /** Whether an ask was in sight for so many milliseconds. */
  held(id, milliseconds) {
    const since = this.#since.get(id);
    return since !== undefined && performance.now() - since >= milliseconds;
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
    const { ok } = await this.#house.post(this.#path, { asks });
    const now = performance.now();
    for (const id of asks) {
      if (ok && this.#visible.has(id) && !this.#since.has(id)) this.#since.set(id, now);
    }
  }

  #turn() {
    if (document.hidden) this.#leave();
    else this.restart();
  }

  #leave() {
    this.#since.clear();
    this.#house.post(this.#path, { asks: [], leaving: true }, true).catch(() => {});
  }

  get #path() {
    return `/api/surfaces/${this.surface}/seen`;
  }
}
