// A plan that wants to be approved.

import { html } from "../html.js";
import { READING } from "../words.js";
import { Choices } from "../parts/choices.js";
import { Prose } from "../parts/prose.js";

/** @import { Ask, Offer } from "../shapes.js" */

/** @param {{ask: Ask, offer: Offer}} given */
export function Plan({ ask, offer }) {
  return html`<div class="body prose"><${Prose} text=${ask.plan ?? ask.title} label=${READING.plan} /></div>
    <${Choices} ask=${ask} offer=${offer} />`;
}
