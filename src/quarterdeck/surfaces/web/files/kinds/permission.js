// A tool call that wants to be allowed.

import { html } from "../html.js";
import { CARD, READING } from "../words.js";
import { Choices } from "../parts/choices.js";
import { Command } from "../parts/command.js";
import { FileChange } from "../parts/file_change.js";
import { useReader } from "../parts/reader.js";

/** @import { Ask, Offer } from "../shapes.js" */

/** @param {{ask: Ask, offer: Offer}} given */
export function Permission({ ask, offer }) {
  const read = useReader();
  const showWhole = () => {
    offer.guard();
    read.showWhole();
  };
  const reader = { ...read, showWhole };
  const says = ask.input?.description;
  const options = optionsOf(ask);
  return html`<div class="body">
      <${What} ask=${ask} reader=${reader} />
      ${options && html`<p class="says">${CARD.with(options)}</p>`}
      ${typeof says === "string" && says && html`<p class="says">${says}</p>`}
    </div>
    <${Choices} ask=${ask} offer=${offer} reader=${reader} />`;
}

function What({ ask, reader }) {
  if (ask.change && !reader.whole) return html`<${FileChange} change=${ask.change} tool=${ask.tool} cwd=${ask.cwd} reader=${reader} />`;
  if (!ask.text) return null;
  return html`<${Command} text=${ask.text} shown=${ask.shown} label=${ask.tool === "Bash" ? READING.command : ask.tool} reader=${reader} />`;
}

/**
 * What a command is run with, besides its text.
 *
 * @param {Ask} ask
 */
function optionsOf({ tool, input }) {
  if (tool !== "Bash") return "";
  const rest = Object.entries(input ?? {}).filter(([name]) => name !== "command" && name !== "description");
  return rest.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join(", ");
}
