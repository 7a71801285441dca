// The virtual keyboard: four keys that show and do what the ones on the desk would.

import { html, useEffect, useReducer, useRef, useState } from "../html.js";
import { KEYBOARD } from "../words.js";
import { KeyLink } from "./link.js";

export function Keyboard({ app }) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  const link = useRef(null);
  useEffect(() => {
    link.current = new KeyLink(app.api, redraw);
    link.current.run();
    return () => link.current.close();
  }, [app]);
  const { board, pictures = [], session, told, live } = link.current ?? {};
  const name = session ? `${session.name} · ${session.keyboard_id}` : "";
  return html`<main class="view keyboard">
    <h2><a class="back" href="#/decks" aria-label=${KEYBOARD.back}>←</a> ${KEYBOARD.title}${name && html` <small>${name}</small>`}</h2>
    <div class="keys" role="group" aria-label=${KEYBOARD.title}>
      ${(board?.keys ?? []).map(
        (key, place) =>
          html`<${Key} key=${place} place=${place} faces=${key} picture=${pictures[place]} link=${link.current} live=${live} />`,
      )}
    </div>
    <p class="says" aria-live="polite">${board ? board.says : KEYBOARD.waiting}</p>
    <p class="told" role="status">${board && !live ? KEYBOARD.lost : told}</p>
    <p class="quiet">${KEYBOARD.hint}</p>
  </main>`;
}

/** One key: its picture, and its action as its name. */
function Key({ place, faces, picture, link, live }) {
  const letGo = useRef(null);
  const [down, setDown] = useState(false);
  const dead = !live || (!faces.press && !faces.hold);
  const begin = () => {
    if (dead || letGo.current) return;
    letGo.current = link.down(faces);
    setDown(true);
  };
  const end = () => {
    letGo.current?.();
    cancel();
  };
  const cancel = () => {
    letGo.current = null;
    setDown(false);
  };
  useEffect(() => live || cancel(), [live]); // a lost connection cancels what is held
  return html`<button
    type="button"
    class="key ${down ? "down" : ""}"
    aria-label=${faces.says || KEYBOARD.dark(place + 1)}
    aria-disabled=${dead}
    onPointerDown=${(event) => event.button === 0 && event.isPrimary && begin()}
    onPointerUp=${end}
    onPointerLeave=${cancel}
    onPointerCancel=${cancel}
    onBlur=${cancel}
    onContextMenu=${(event) => event.preventDefault()}
    onKeyDown=${(event) => isPress(event) && (event.preventDefault(), event.repeat || begin())}
    onKeyUp=${(event) => isPress(event) && end()}
  >
    ${picture && html`<img src=${picture} alt="" width="128" height="128" draggable=${false} />`}
  </button>`;
}

const isPress = ({ key }) => key === " " || key === "Enter";
