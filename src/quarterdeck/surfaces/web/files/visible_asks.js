// Which asks the person can see. The daemon is told, and says when a press on each counts.

const REPEAT = 5000;

export class VisibleAsks {
  #connection;
  #board = 0; // the number of what the daemon gave us last
  #visible = new Set();
  #arming = new Map(); // the timer of each ask that will be armed
  #armed = new Set();
  #listeners = new Set();
  #telling = false;

  constructor(connection) {
    this.#connection = connection;
    setInterval(() => this.#tell(), REPEAT);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#hide() : this.#tell()));
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
    this.#tellSoon();
  }

  /** A card stands elsewhere now: a finger may have been on its way to another. */
  moved(id, guard) {
    if (this.#armed.has(id) || this.#arming.has(id)) this.#arm(id, guard);
  }

  /** The daemon says what is to be shown, and in how many milliseconds each can be pressed. */
  hear({ n, armed_in }) {
    const another = n !== this.#board;
    this.#board = n;
    for (const [id, wait] of Object.entries(armed_in)) if (this.#visible.has(id)) this.#hearArmed(id, wait);
    if (another) this.#tellSoon();
  }

  /** Another daemon, or another connection to it: nothing that was sent counts there. */
  restart() {
    this.#board = 0;
    this.#visible.forEach((id) => this.#disarm(id));
  }

  /** Several cards that come and go at once are reported in one message. */
  #tellSoon() {
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      this.#tell();
    });
  }

  #tell() {
    if (this.#board && !document.hidden)
      this.#connection.send({ type: "shown", n: this.#board, asks: [...this.#visible] });
  }

  #hearArmed(id, wait) {
    if (!this.#arming.has(id) && (wait > 0 || !this.#armed.has(id))) this.#arm(id, wait);
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

  #hide() {
    this.#visible.forEach((id) => this.#disarm(id));
    this.#connection.send({ type: "hidden" });
  }
}
