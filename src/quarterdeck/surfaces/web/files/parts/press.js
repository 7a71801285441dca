// Buttons that are meant: a press counts when the card was in sight as it began.

import { html, useEffect, useRef, useState } from "../html.js";
import { HOLD } from "../manner.js";

/** A button. `armed` says whether a press that begins now is meant. */
export function Press({ armed, act, disabled, tone = "", children }) {
  const meant = useRef(null);
  const begin = () => {
    meant.current = armed();
  };
  const click = () => {
    const count = meant.current ?? armed();
    meant.current = null;
    if (count) act();
  };
  return html`<button
    type="button"
    class="press ${tone}"
    disabled=${disabled}
    onPointerDown=${begin}
    onKeyDown=${(event) => (event.repeat ? event.preventDefault() : begin())}
    onClick=${click}
  >
    <span>${children}</span>
  </button>`;
}

/** A button to hold until its ring is full; it acts when it is let go. */
export function Hold({ armed, act, disabled, tone = "", children }) {
  const [phase, setPhase] = useState("rest");
  const hold = useRef({ began: null, timer: 0 });
  const end = () => {
    clearTimeout(hold.current.timer);
    hold.current.began = null;
    setPhase("rest");
  };
  const begin = () => {
    if (disabled || !armed()) return;
    hold.current.began = performance.now();
    hold.current.timer = setTimeout(() => setPhase("full"), HOLD);
    setPhase("filling");
  };
  const release = () => {
    const { began } = hold.current;
    end();
    if (began !== null && performance.now() - began >= HOLD) act();
  };
  useEffect(() => disabled && end(), [disabled]);
  useEffect(() => {
    document.addEventListener("visibilitychange", end);
    return () => {
      document.removeEventListener("visibilitychange", end);
      clearTimeout(hold.current.timer);
    };
  }, []);
  const down = (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // A finger is captured by what it touches; only free of that does leaving show.
    if (event.target.hasPointerCapture(event.pointerId))
      event.target.releasePointerCapture(event.pointerId);
    begin();
  };
  return html`<button
    type="button"
    class="press hold ${tone} ${phase}"
    style=${{ "--hold": `${HOLD}ms` }}
    disabled=${disabled}
    onPointerDown=${down}
    onPointerUp=${release}
    onPointerLeave=${end}
    onPointerCancel=${end}
    onBlur=${end}
    onContextMenu=${(event) => event.preventDefault()}
    onKeyDown=${(event) => isPressKey(event) && (event.preventDefault(), event.repeat || begin())}
    onKeyUp=${(event) => isPressKey(event) && release()}
  >
    <svg viewBox="0 0 20 20" class="ring" aria-hidden="true">
      <circle cx="10" cy="10" r="8" /><circle cx="10" cy="10" r="8" class="fill" pathLength="1" />
    </svg>
    <span aria-live="polite">${phase === "full" ? "Let go" : children}</span>
  </button>`;
}

const isPressKey = ({ key }) => key === " " || key === "Enter";
