// The line of the virtual keyboard: a key surface as any other, with four keys and a WebSocket of its own.

import { KEYBOARD } from "../words.js";

const VERSION = 1;
const SHOWN_EVERY = 5_000; // milliseconds
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const PICTURES_KEPT = 256; // as the protocol says; an older one is sent again
const NAME = "quarterdeck.keyboard";

export class KeyLink {
  /** @type {{n: number, hold_ms: number, keys: {picture: string}[]} | null} */
  board = null; // what is shown, as it was sent
  /** @type {(string | undefined)[]} */
  pictures = []; // one for each key, as addresses
  session = null; // the session that it belongs to
  told = ""; // what became of the last press
  live = false;
  #api;
  #changed;
  /** @type {WebSocket | null} */
  #socket = null;
  #known = new Map(); // pictures by id, the oldest first
  #held = new Map(); // since when each key is held, by the daemon's word; by face
  #count = 0;
  #over = false;

  constructor(api, changed) {
    this.#api = api;
    this.#changed = changed;
  }

  /** Stay connected until it is closed. */
  async run() {
    const timer = setInterval(() => this.#acknowledge(), SHOWN_EVERY);
    document.addEventListener("visibilitychange", this.#look);
    for (let pause = FIRST_PAUSE; !this.#over; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      if (await this.#serve()) pause = FIRST_PAUSE;
      this.live = false;
      this.#changed();
      if (!this.#over) await new Promise((done) => setTimeout(done, pause));
    }
    clearInterval(timer);
    document.removeEventListener("visibilitychange", this.#look);
  }

  close() {
    this.#over = true;
    this.#socket?.close();
  }

  /** A key goes down; gives what to call when it is let go. */
  down(key) {
    const { press, hold } = key;
    const since = performance.now();
    for (const face of [press, hold].filter(Boolean)) this.#say({ type: "down", face });
    return () => {
      const held = Math.round(performance.now() - (this.#held.get(hold) ?? since));
      this.#held.delete(hold);
      const id = String(++this.#count);
      if (hold && (held >= (this.board?.hold_ms ?? 0) || !press)) this.#say({ type: "up", id, face: hold, held });
      else this.#say({ type: "press", id, face: press });
    };
  }

  /** Serve one connection; whether it was welcome. */
  async #serve() {
    const answer = await this.#api.post("/api/tickets", {}).catch(() => null);
    if (!answer?.ok || this.#over) return false;
    return new Promise((closed) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/surface`);
      socket.binaryType = "arraybuffer";
      socket.onopen = () => this.#say({ type: "hello", v: VERSION, ticket: answer.body.ticket, profile: profile() });
      socket.onmessage = ({ data }) => (typeof data === "string" ? this.#hear(JSON.parse(data)) : this.#keep(data));
      socket.onclose = () => closed(this.live);
      this.#socket = socket;
      this.#known.clear();
    });
  }

  #hear(message) {
    if (message.type === "welcome") this.live = true;
    else if (message.type === "bound") this.session = message.session;
    else if (message.type === "began") this.#held.set(message.face, performance.now());
    else if (message.type === "outcome") this.told = message.status === "ok" ? "" : message.message ?? message.status;
    else if (message.type === "frame") this.pictures[message.key] = this.#known.get(message.picture);
    else if (message.type === "board") {
      this.board = message;
      this.pictures = message.keys.map(({ picture }) => this.#known.get(picture));
      this.#acknowledge();
    } else return;
    this.#changed();
  }

  #keep(data) {
    const bytes = new Uint8Array(data);
    const id = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const picture = Array.from(bytes.subarray(16), (byte) => String.fromCharCode(byte)).join("");
    this.#known.set(id, `data:image/png;base64,${btoa(picture)}`);
    if (this.#known.size > PICTURES_KEPT) this.#known.delete(this.#known.keys().next().value);
  }

  #acknowledge() {
    if (this.board && this.live && !document.hidden) this.#say({ type: "shown", n: this.board.n });
  }

  #look = () => (document.hidden ? this.#say({ type: "hidden" }) : this.#acknowledge());

  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

function profile() {
  const picture = { format: "png" };
  return { kind: "keyboard", hold: true, columns: 4, rows: 1, key: [128, 128], picture, id: own(), title: KEYBOARD.named };
}

/** The name under which the daemon knows this browser's keyboard again. */
function own() {
  try {
    const kept = localStorage.getItem(NAME);
    if (/^page-[0-9a-f]{12}$/.test(kept ?? "")) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(6));
    const made = `page-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    localStorage.setItem(NAME, made);
    return made;
  } catch {
    return ""; // it is then another keyboard each time
  }
}
