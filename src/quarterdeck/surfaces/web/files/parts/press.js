// Buttons that count only if meant: the card was in sight when the press began.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { HOLD } from "../display_settings.js";
import { CHOICES } from "../words.js";

/** A button. `armed` says whether a press that begins now is meant; `shortcut` is the key that presses it. */
export function Press({ armed = true, act, disabled, label, shortcut, tone = "", children }) {
  const meant = useRef(null);
  const begin = () => {
    meant.current = armed;
  };
  const click = () => {
    const count = meant.current ?? armed;
    meant.current = null;
    if (count) act();
  };
  return html`<button
    type="button"
    class="press ${tone} ${armed ? "" : "guarded"}"
    aria-label=${label}
    aria-keyshortcuts=${shortcut}
    data-key=${shortcut}
    disabled=${disabled}
    onPointerDown=${begin}
    onKeyDown=${(event) => (event.repeat ? event.preventDefault() : begin())}
    onClick=${click}
  >
    <span>${children}</span>
  </button>`;
}

/** A button to hold until its ring is full; it acts, with its milliseconds, when it is let go. */
export function Hold({ armed, begin, act, disabled, shortcut, tone = "", children }) {
  const [down, setDown] = useState(false);
  const since = useRef(0);
  const full = useFull(down && armed && !disabled, async () => {
    await begin();
    since.current = performance.now();
  });
  const cancel = () => setDown(false);
  const release = () => {
    cancel();
    if (full) act(performance.now() - since.current);
  };
  useEffect(() => disabled && cancel(), [disabled]);
  useEffect(() => {
    document.addEventListener("visibilitychange", cancel);
    return () => document.removeEventListener("visibilitychange", cancel);
  }, []);
  const press = (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // A finger is captured by what it touches; leaving shows only without that.
    if (event.target.hasPointerCapture(event.pointerId))
      event.target.releasePointerCapture(event.pointerId);
    setDown(true);
  };
  return html`<button
    type="button"
    class="press hold ${tone} ${armed ? "" : "guarded"} ${down && armed ? "filling" : ""} ${full ? "full" : ""}"
    style=${{ "--hold": `${HOLD}ms` }}
    data-key=${shortcut}
    disabled=${disabled}
    onPointerDown=${press}
    onPointerUp=${release}
    onPointerLeave=${cancel}
    onPointerCancel=${cancel}
    onBlur=${cancel}
    onContextMenu=${(event) => event.preventDefault()}
    onKeyDown=${(event) => isPressKey(event) && (event.preventDefault(), event.repeat || setDown(true))}
    onKeyUp=${(event) => isPressKey(event) && release()}
  >
    <svg viewBox="0 0 20 20" class="ring" aria-hidden="true">
      <circle cx="10" cy="10" r="8" /><circle cx="10" cy="10" r="8" class="fill" pathLength="1" />
    </svg>
    <span aria-live="polite">${full ? CHOICES.letGo : children}</span>
  </button>`;
}

/** Whether something was so for as long as a button has to be held, from when `begin` is done. */
function useFull(holding, begin) {
  const [full, setFull] = useState(false);
  useLayoutEffect(() => {
    if (!holding) return undefined;
    let timer = 0;
    let over = false;
    begin().then(() => {
      if (!over) timer = setTimeout(() => setFull(true), HOLD);
    });
    return () => {
      over = true;
      clearTimeout(timer);
      setFull(false);
    };
  }, [holding]);
  return holding && full;
}

const isPressKey = ({ key }) => key === " " || key === "Enter";
