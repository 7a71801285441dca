// Something to know: done, a limit, a failure, a notification, a blocked call, a terminal that waits.

import { html } from "../html.js";
import { READING } from "../words.js";
import { Choices } from "../parts/choices.js";
import { Command } from "../parts/command.js";
import { Prose } from "../parts/prose.js";

/** @import { Ask, Offer } from "../shapes.js" */

/** @param {{ask: Ask, offer: Offer}} given */
export function Note({ ask, offer }) {
  const told = ask.title.endsWith(ask.text.split("\n", 1)[0].trim()) && ask.kind === "done";
  return html`<div class="body prose">
      ${!(told && ask.text) && html`<p class="title">${ask.title}</p>`}
      ${ask.text && ask.text !== ask.title && html`<${Text} ask=${ask} />`}
    </div>
    <${Choices} ask=${ask} offer=${offer} />`;
}

/** What was to run stays what it is; anything else is read as prose. */
function Text({ ask }) {
  if (ask.shown) return html`<${Command} text=${ask.text} shown=${ask.shown} />`;
  return html`<${Prose} text=${ask.text} label=${READING.message} />`;
}
