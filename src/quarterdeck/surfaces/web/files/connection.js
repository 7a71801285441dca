// The connection to the daemon: a WebSocket that brings the state, and takes what is seen and pressed.

import { Polling } from "./polling.js";
import { NotOurs, Unknown } from "./token.js";

const VERSION = 1;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000; // milliseconds, while nobody looks
const LOOKED_AT = 1500; // the same while somebody does: what is true again is seen soon
const SLOW_PAUSE = 30_000; // the same while the page looks by itself: a line then saves little
const FIRST_WORD = 3_000; // the daemon tells at once what is; a line that says nothing is stuck, or slow
const SILENCE = 40_000; // after that it speaks at least every 15 seconds
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
    let [pause, patience] = [FIRST_PAUSE, FIRST_WORD];
    const works = () => {
      [pause, patience] = [FIRST_PAUSE, FIRST_WORD];
      this.#stopPolling();
    };
    for (;;) {
      const ticket = await this.#ticket();
      if (ticket === null) break;
      const ended = ticket ? await this.#listen(ticket, patience, works, hear) : "silent";
      this.#abandon();
      if (ended === "refused") refused();
      if (ended === "mute") this.#poll(hear, lost);
      else this.#stopPolling();
      if (!this.#polling) lost(this.#how);
      await rest(pause);
      pause = Math.min(pause * 2, this.#longestPause());
      patience = Math.min(patience * 2, SILENCE);
    }
    this.#stopPolling();
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

  /** Ask again and again, for as long as no line works and somebody answers. */
  #poll(hear, lost) {
    if (this.#polling) return;
    const polling = new Polling(this.#api, (message) => this.#take(message, hear));
    this.#polling = polling;
    polling.run().then(() => {
      if (this.#polling !== polling) return;
      this.#polling = null;
      lost(this.#how);
    });
  }

  #stopPolling() {
    this.#polling?.stop();
    this.#polling = null;
  }

  #longestPause() {
    if (this.#polling) return SLOW_PAUSE;
    return document.hidden ? LONGEST_PAUSE : LOOKED_AT;
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

  /**
   * Listen to a line until it ends. It `works` once it has brought an answer to something that was
   * said after the beginning: a proxy may let the beginning through, and keep what follows.
   *
   * @returns {Promise<"broken" | "mute" | "refused">} how it ended: after it had worked, before, or unwanted
   */
  #listen(ticket, patience, works, hear) {
    return new Promise((over) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/surface`);
      let proven = false;
      /** @type {object[]} */
      const early = []; // what a line brings that is still on trial, while what is shown comes by calls
      const end = (how) => {
        clearTimeout(watchdog);
        // A goodbye may be kept too: nobody waits for it.
        socket.onmessage = socket.onclose = null;
        socket.close();
        over(how);
      };
      const silent = () => end(proven ? "broken" : "mute");
      let watchdog = setTimeout(silent, patience);
      const profile = { ...PROFILE, notifies: this.notifies() };
      const say = (message) => socket.send(JSON.stringify(message));
      socket.onopen = () => say({ type: "hello", v: VERSION, ticket, profile });
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "alive") {
          proven = true;
          works();
          early.splice(0).forEach((kept) => this.#take(kept, hear));
        } else if (this.#polling) early.push(message);
        else this.#take(message, hear);
        if (message.type === "cards" && !proven) say({ type: "ping" });
        clearTimeout(watchdog);
        watchdog = setTimeout(silent, proven ? SILENCE : patience);
      };
      socket.onclose = ({ code }) => (code === NOT_UNDERSTOOD ? end("refused") : silent());
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
