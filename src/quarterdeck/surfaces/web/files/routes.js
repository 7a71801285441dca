// Which view the address names: `#/now`, `#/sessions`, `#/sessions/ID`, `#/history`, `#/keyboard`, `#/decks`.

import { useLayoutEffect, useState } from "./html.js";

const NAMED = /^#\/(now|sessions|history|keyboard|decks)\/?$/;
const ONE_SESSION = /^#\/sessions\/([^/]+)$/;

/** The view and the session that an address names; whatever it does not name is Now. */
export function routeOf(hash) {
  const one = ONE_SESSION.exec(hash);
  const id = one && decoded(one[1]);
  if (id) return { view: "session", id };
  return { view: NAMED.exec(hash)?.[1] ?? "now", id: "" };
}

/** The address of a session's own page. */
export const sessionAddress = (id) => `#/sessions/${encodeURIComponent(id)}`;

/** The route of the address, again with every change of it. */
export function useRoute() {
  const [hash, setHash] = useState(location.hash);
  // Before the first paint: an address that is changed until then would not be followed.
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return routeOf(hash);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // not an address of ours
  }
}
