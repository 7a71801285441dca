// What every part of the page is built with.

import htm from "./vendor/htm.mjs";
import { h } from "./vendor/preact.mjs";

export { render } from "./vendor/preact.mjs";
export { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/hooks.mjs";

// Without this mark htm would keep what has no changing part and give it out again and again, and
// with it everything that once stood around it.
const NEVER_KEPT = 3;

/** @this {number[]} */
function drawn(...given) {
  this[0] = NEVER_KEPT;
  return h(...given);
}

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(drawn);
