// A session's terminal, live. The emulator is fetched when the first one is opened.

import { html, useEffect, useRef, useState } from "../html.js";
import { Press } from "../parts/press.js";
import { plain } from "../safe_text.js";
import { TERMINAL } from "../words.js";
import { inputOf } from "./keys.js";
import { ViewSocket } from "./socket.js";

/** @import { App, Session } from "../shapes.js" */

/** @param {{app: App, session: Session}} given */
export function LiveTerminal({ app, session }) {
  const frame = useRef(null);
  const line = useRef(null);
  const [state, setState] = useState({ shown: false, words: TERMINAL.opening });
  const [address, setAddress] = useState("");
  const isSlow = app.state.connection === "slow";
  useEffect(() => {
    const view = begin(app.api, session.id, frame.current, setState, setAddress);
    line.current = view;
    return () => view.close();
  }, [session.id]);
  return html`<section class="terminal" aria-label=${TERMINAL.label}>
    <div class="frame" ref=${frame} data-shown=${state.shown} />
    <p class="below">
      <span role="status">${address ? plain(address) : !state.shown && isSlow ? TERMINAL.slow : state.words}</span>
      <span class="quiet keyboard">${TERMINAL.leave}</span>
    </p>
    <div class="pad" role="group" aria-label=${TERMINAL.keys}>
      ${TERMINAL.pad.map(
        ([key, words, name]) =>
          html`<${Press} key=${key} label=${name} disabled=${!state.shown} act=${() => line.current.say({ type: "input", keys: [key] })}>${words}<//>`,
      )}
    </div>
  </section>`;
}

/** Show a terminal in a frame until it is closed. */
function begin(api, id, frame, tell, point) {
  let over = false;
  /** @type {Awaited<ReturnType<typeof import("./xterm.js").emulator>> | null} */
  let screen = null;
  /** @type {object[]} */
  const early = []; // what comes before the emulator
  const hear = (message) => {
    if (message.type === "refused") tell((before) => ({ ...before, words: plain(message.message) }));
    else if (message.type === "end") tell({ shown: false, words: TERMINAL.ended(plain(message.message)) });
    else if (!screen) early.push(message);
    else {
      screen.show(message);
      if (message.type === "screen") tell((before) => (before.shown ? before : { shown: true, words: "" }));
    }
  };
  const socket = new ViewSocket(api, `/api/sessions/${encodeURIComponent(id)}/terminal`, {
    hear,
    lost: () => tell((before) => (before.shown ? { shown: false, words: TERMINAL.lost } : before)),
  });
  const typed = (data) => {
    const input = inputOf(data);
    if (input) socket.send(input);
  };
  import("./xterm.js")
    .then(({ emulator }) => (over ? null : emulator(frame, { typed, pointed: point })))
    .then((made) => {
      if (over || !made) return made?.close();
      screen = made;
      return early.splice(0).forEach(hear);
    })
    .catch(() => tell({ shown: false, words: TERMINAL.missing }));
  return {
    say: (message) => socket.send(message),
    close: () => {
      over = true;
      socket.close();
      screen?.close();
    },
  };
}
