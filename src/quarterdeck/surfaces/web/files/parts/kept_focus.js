// Whoever works with the keyboard is not thrown out of a list when something leaves it.

import { useEffect, useLayoutEffect, useRef } from "../html.js";

/** For a frame: when what had the focus in it is gone, the focus goes to what `selector` names. */
export function useKeptFocus(selector) {
  const frame = useRef(null);
  const inside = useRef(false);
  useEffect(() => {
    // What is disabled or removed loses the focus without a word; only a new place tells.
    const follow = ({ target }) => {
      inside.current = Boolean(frame.current?.contains(target));
    };
    document.addEventListener("focusin", follow);
    document.addEventListener("pointerdown", follow);
    return () => {
      document.removeEventListener("focusin", follow);
      document.removeEventListener("pointerdown", follow);
    };
  }, []);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      frame.current?.querySelector(selector)?.focus({ preventScroll: true });
  }, [selector]);
  return frame;
}
