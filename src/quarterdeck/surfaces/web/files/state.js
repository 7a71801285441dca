// What is known: the sessions and asks as the daemon last sent them, and their order.

/** @import { Ask, Session } from "./shapes.js" */

const MOST_ENDED = 100; // sessions
const REMEMBERED = 60_000; // how long an ask that ended is kept for a card that may not move

export class State {
  /** @type {Map<string, Session>} */
  sessions = new Map();
  /** @type {Map<string, Ask>} */
  asks = new Map(); // each as told, with `left`: when this page heard that it ended
  /** @type {string[]} */
  order = []; // the ids of the asks to show, as the daemon wants them
  connection = "connecting";
  #slow = false; // whether what is told was asked for, since no line stays open
  #told = new Set(); // ids heard since the connection began
  #listeners = new Set();

  /** Be told of every change. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether what is shown is so, and can be answered. */
  get isLive() {
    return this.connection === "live" || this.connection === "slow";
  }

  hear(message) {
    if (message.type === "welcome") this.#begin(message); // what follows is everything, then the cards
    if (message.type === "session") this.#keepSession(message.session);
    if (message.type === "ask") this.#keep(this.asks, this.#dated(message.ask));
    if (message.type === "cards") this.#show(message.order);
    // Half of everything is not shown.
    if (this.isLive) this.#changed();
  }

  /** Sessions that ended stay for whoever looks at one, but not all of them for ever. */
  #keepSession(session) {
    this.#keep(this.sessions, session);
    if (session.state !== "ended") return;
    const ended = [...this.sessions.values()].filter(({ state }) => state === "ended");
    if (ended.length > MOST_ENDED) this.sessions.delete(ended[0].id);
  }

  lost(how) {
    this.connection = how; // "lost", "stranger" when something else answers, "updated" when there is a newer page
    this.#changed();
  }

  #begin({ slow = false }) {
    this.#told.clear();
    if (this.#slow === slow) return;
    this.#slow = slow;
    if (this.isLive) this.connection = "connecting";
  }

  #keep(known, thing) {
    if (!this.isLive) this.#told.add(thing.id);
    known.set(thing.id, thing);
  }

  /** @param {Ask} ask @returns {Ask} */
  #dated(ask) {
    if (!ask.ended) return ask;
    const left = this.asks.get(ask.id)?.left ?? performance.now();
    setTimeout(() => this.#forget(ask.id), REMEMBERED);
    return { ...ask, left };
  }

  #forget(id) {
    if (this.asks.get(id)?.ended) this.asks.delete(id);
    this.#changed();
  }

  #show(order) {
    this.order = order;
    if (!this.isLive) this.#complete();
  }

  /** Everything was sent: what was not mentioned is gone, or ended while we were not connected. */
  #complete() {
    this.connection = this.#slow ? "slow" : "live";
    for (const id of this.sessions.keys()) if (!this.#told.has(id)) this.sessions.delete(id);
    for (const ask of this.asks.values()) {
      if (this.#told.has(ask.id) || ask.ended) continue;
      this.asks.set(ask.id, this.#dated({ ...ask, ended: { how: "meanwhile" } }));
    }
  }

  #changed() {
    for (const listener of this.#listeners) listener();
  }
}
