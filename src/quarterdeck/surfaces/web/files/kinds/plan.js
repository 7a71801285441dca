// A plan that wants to be approved.

import { html } from "../html.js";
import { Choices } from "../parts/choices.js";
import { Prose } from "../parts/prose.js";

export function Plan({ ask, offer }) {
  return html`<div class="body prose"><${Prose} text=${ask.plan ?? ask.title} label="The plan" /></div>
    <${Choices} ask=${ask} offer=${offer} />`;
}
