// The connection to the daemon: a WebSocket that brings the state, and takes what is seen and pressed.

import { Polling } from "./polling.js";
import { NotOurs, Unknown } from "./token.js";

const VERSION = 1;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000; // milliseconds, while nobody looks
const LOOKED_AT = 1500; // the same while somebody does: what is true again is seen soon
const FIRST_WORD = 3_000; // the daemon tells at once what is; a line that says nothing is stuck, or slow
const SILENCE = 40_000; // after that it speaks at least every 15 seconds
const MUTE = 2; // lines in a row that opened and brought nothing: something lets none through
const OUTCOME_WITHIN = 30_000; // what is to happen first may take ten seconds, and a busy machine more
const NOT_UNDERSTOOD = 1008; // how the daemon closes a line on which it is spoken to wrongly
const PROFILE = { kind: "page", hold: true };

export class Connection {
  notifies = () => false; // whether this page shows notifications by itself
  surfaces = new Set(); // the names that this page has had, one for each connection
  #api;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Polling | null} */
  #polling = null; // what is done where no line stays open
  #outcomes = new Map(); // who waits for what became of a press
  #began = new Map(); // who waits to hear that a face is held, by face
  #count = 0;
  #how = "lost"; // how the line is down: nobody answers, or somebody else

  constructor(api) {
    this.#api = api;
  }

  /** Receive messages for as long as the page lives; ends only when our own daemon refuses it. */
  async run({ hear, lost, refused }) {
    let [pause, patience, mute] = [FIRST_PAUSE, FIRST_WORD, 0];
    for (;;) {
      const ticket = await this.#ticket();
      if (ticket === null) return;
      if (ticket) {
        mute += 1;
        await this.#listen(ticket, patience, refused, (message) => {
          [pause, patience, mute] = [FIRST_PAUSE, FIRST_WORD, 0];
          this.#polling = null;
          this.#take(message, hear);
        });
      }
      this.#abandon();
      if (mute >= MUTE && (await this.#poll(hear))) continue;
      this.#polling = null;
      lost(this.#how);
      await rest(pause);
      pause = Math.min(pause * 2, document.hidden ? LONGEST_PAUSE : LOOKED_AT);
      patience = Math.min(patience * 2, SILENCE);
    }
  }

  /** Send something, if connected. */
  send(message) {
    if (this.#polling) return this.#polling.send(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Connect again, so that the daemon learns what this page can do now. */
  restart() {
    this.#socket?.close();
  }

  /** A face goes down to be held; it is held from when the daemon says so. */
  hold(face) {
    if (this.#polling) return Promise.resolve();
    return new Promise((began) => {
      this.#began.set(face, began);
      this.send({ type: "down", face });
    });
  }

  /** Press a face; resolves to whether it was accepted, and the outcome. Rejects if nobody answers. */
  press(message) {
    if (this.#polling) return this.#polling.press(message);
    const id = String(++this.#count);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, ({ reject }) => reject()), OUTCOME_WITHIN);
      this.#outcomes.set(id, { resolve, reject, timer });
      if (this.#socket?.readyState === WebSocket.OPEN) this.send({ ...message, id });
      else this.#settle(id, ({ reject }) => reject());
    });
  }

  /** Ask instead of listening, for a while; whether somebody answers. */
  #poll(hear) {
    this.#polling ??= new Polling(this.#api, (message) => this.#take(message, hear));
    return this.#polling.run();
  }

  /** A ticket; an empty one when nobody of ours answers, and none when the page is let in no more. */
  async #ticket() {
    try {
      const { ok, body } = await this.#api.post("/api/tickets", {});
      this.#how = "lost";
      return ok ? body.ticket : "";
    } catch (error) {
      this.#how = error instanceof NotOurs ? "stranger" : "lost";
      return error instanceof Unknown ? null : "";
    }
  }

  /** @returns {Promise<void>} when the line is closed */
  #listen(ticket, patience, refused, take) {
    return new Promise((closed) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/surface`);
      let watchdog = setTimeout(() => socket.close(), patience);
      const profile = { ...PROFILE, notifies: this.notifies() };
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", v: VERSION, ticket, profile }));
      socket.onmessage = ({ data }) => {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => socket.close(), SILENCE);
        take(JSON.parse(data));
      };
      socket.onclose = ({ code }) => {
        clearTimeout(watchdog);
        if (code === NOT_UNDERSTOOD) refused();
        closed();
      };
      this.#socket = socket;
    });
  }

  #take(message, hear) {
    if (message.type === "welcome") this.surfaces.add(message.surface);
    if (message.type === "began") {
      this.#began.get(message.face)?.();
      this.#began.delete(message.face);
    }
    if (message.type === "outcome")
      this.#settle(message.press, ({ resolve }) => resolve({ ok: message.status === "ok", body: message }));
    else hear(message);
  }

  #settle(id, how) {
    const waiting = this.#outcomes.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#outcomes.delete(id);
    how(waiting);
  }

  /** The connection is gone, and with it every pending answer. */
  #abandon() {
    for (const id of [...this.#outcomes.keys()]) this.#settle(id, ({ reject }) => reject());
  }
}

/**
 * Wait, but not when the network or the person is back.
 *
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function rest(milliseconds) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
  });
}
