// Links that lead to one ask: `…/#ask=ID`.

import { useEffect, useLayoutEffect, useReducer } from "./html.js";

let wanted = taken(); // before anybody clears the address

/** Show the ask to which a link leads, once it is there. */
export function useAskLink(asks, show) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  useLayoutEffect(() => {
    const follow = () => {
      wanted = taken() ?? wanted;
      redraw();
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    const ask = wanted && asks.find(({ id }) => id === wanted);
    if (!ask) return;
    wanted = null;
    show(ask);
  });
}

/** Bring an ask's card into the middle of the window, and into focus. */
export function reveal({ id }) {
  const card = /** @type {HTMLElement | null} */ (document.querySelector(`[data-ask="${CSS.escape(id)}"]`));
  card?.scrollIntoView({ block: "center" });
  card?.focus({ preventScroll: true });
}

/** The ask that the address names; a name that was taken leaves it. */
function taken() {
  const given = new URLSearchParams(location.hash.slice(1));
  const ask = given.get("ask");
  if (ask && !given.has("code")) history.replaceState(null, "", location.pathname);
  return ask;
}
