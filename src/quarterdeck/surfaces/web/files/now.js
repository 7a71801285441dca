// What waits now: at a desk, or in one hand.

import { Desktop } from "./desktop.js";
import { html } from "./html.js";
import { Phone } from "./phone.js";

/** @import { Given } from "./shapes.js" */

/** @param {Given} given */
export const Now = (given) => html`<${given.small ? Phone : Desktop} ...${given} />`;
