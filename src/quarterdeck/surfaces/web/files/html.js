// What every part of the page is built with.

import htm from "./vendor/htm.mjs";
import { h } from "./vendor/preact.mjs";

export { render } from "./vendor/preact.mjs";
export { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/hooks.mjs";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);
