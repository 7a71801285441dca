// What the sessions in sight look like, through one connection for all of them.

import { useEffect, useLayoutEffect, useReducer, useRef } from "../html.js";
import { ViewSocket } from "./socket.js";

const MOST = 20; // as many as the daemon shows at once

export class Previews {
  seen = new Map(); // by session: what its screen shows
  #visible = new Set();
  #listeners = new Map();
  #socket;
  #asked = 0;

  constructor(api) {
    this.#socket = new ViewSocket(api, "/api/previews", { hear: (told) => this.#hear(told), opened: () => this.#ask() });
  }

  close() {
    cancelAnimationFrame(this.#asked);
    this.#socket.close();
  }

  /** A session comes into sight, or leaves it. */
  show(session, visible) {
    if (visible) this.#visible.add(session);
    else this.#visible.delete(session);
    cancelAnimationFrame(this.#asked);
    this.#asked = requestAnimationFrame(() => this.#ask());
  }

  listen(session, listener) {
    this.#listeners.set(session, listener);
    return () => this.#listeners.delete(session);
  }

  #ask() {
    this.#socket.send({ type: "watch", sessions: [...this.#visible].slice(0, MOST) });
  }

  #hear(told) {
    if (told.type !== "preview") return;
    this.seen.set(told.session, told);
    this.#listeners.get(told.session)?.(); // only what changed is drawn again
  }
}

/** The previews of a view, for as long as it is there. */
export function usePreviews(api) {
  const previews = useRef(null);
  previews.current ??= new Previews(api);
  useEffect(() => () => previews.current.close(), []);
  return previews.current;
}

/** What a session's screen shows, and where to put what is watched for being in sight. */
export function usePreview(previews, session) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  const frame = useRef(null);
  useLayoutEffect(() => previews.listen(session, redraw), [session]);
  useEffect(() => {
    const watch = new IntersectionObserver(([{ isIntersecting }]) => previews.show(session, isIntersecting));
    watch.observe(frame.current);
    return () => {
      watch.disconnect();
      previews.show(session, false);
    };
  }, [session]);
  return [previews.seen.get(session), frame];
}
