// A WebSocket of a view: opened with a ticket, again and again for as long as the view is there.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000; // milliseconds, while nobody looks
const LOOKED_AT = 1500;

export class ViewSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #closed = false;
  #timer = 0;

  /**
   * `hear` gets each message, `opened` is called with each new connection, `lost` when it breaks.
   *
   * @param {import("../api.js").Api} api
   * @param {string} path
   * @param {{hear: (message: any) => void, opened?: () => void, lost?: () => void}} told
   */
  constructor(api, path, { hear, opened, lost }) {
    this.#run(api, path, { hear, opened, lost }, FIRST_PAUSE);
  }

  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  async #run(api, path, told, pause) {
    const again = (after) => {
      if (this.#closed) return;
      told.lost?.();
      this.#timer = setTimeout(() => this.#run(api, path, told, Math.min(after * 2, document.hidden ? LONGEST_PAUSE : LOOKED_AT)), after);
    };
    const ticket = await api.post("/api/tickets", {}).catch(() => null);
    if (this.#closed) return;
    if (!ticket?.ok) return again(pause);
    const address = `${location.origin.replace(/^http/, "ws")}${path}?ticket=${encodeURIComponent(ticket.body.ticket)}`;
    const socket = new WebSocket(address);
    let heard = false;
    socket.onopen = () => told.opened?.();
    socket.onmessage = ({ data }) => {
      heard = true;
      told.hear(JSON.parse(data));
    };
    socket.onclose = () => again(heard ? FIRST_PAUSE : pause);
    this.#socket = socket;
  }
}
