// Single keys that do something, never while somebody types.

import { useLayoutEffect, useRef } from "./html.js";

const TYPED = "input, textarea, select, [contenteditable]";
const AGAIN = new Set(["j", "k"]); // those that a key held down repeats

/** The name of the key that was pressed, if it can be meant for the page. */
export function keyOf(event) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing, repeat, target } = event;
  if (ctrlKey || metaKey || altKey || isComposing || event.defaultPrevented) return "";
  if (target?.closest?.(TYPED) || document.querySelector("dialog[open]")) return "";
  // With Caps Lock a letter is another one than the person means.
  if (/^[a-z]$/i.test(key) && shiftKey !== (key === key.toUpperCase())) return "";
  return repeat && !AGAIN.has(key) ? "" : key;
}

/** While `active`, each key of the table does what stands beside it. */
export function useKeys(table, active) {
  const newest = useRef(table);
  newest.current = table;
  // Before it is painted: whatever is in sight has its keys.
  useLayoutEffect(() => {
    if (!active) return undefined;
    const press = (event) => {
      const act = Object.hasOwn(newest.current, event.key) && keyOf(event) && newest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [active]);
}
