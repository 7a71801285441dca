// A tool call that wants to be allowed.

import { html } from "../html.js";
import { Choices } from "../parts/choices.js";
import { change, Command, Lines } from "../parts/command.js";

const CHANGES = new Set(["Edit", "MultiEdit"]);

export function Permission({ ask, offer }) {
  const says = ask.input?.description;
  return html`<div class="body">
      <p class="tool">${ask.tool}</p>
      <${What} ask=${ask} />
      ${typeof says === "string" && says && html`<p class="says">${says}</p>`}
    </div>
    <${Choices} ask=${ask} offer=${offer} />`;
}

/** What to mark: the part that made it dangerous, or all of it where all of it is. */
function dangerous({ risk, text }) {
  if (!risk || risk.level === "low") return "";
  return risk.part || (risk.level === "medium" ? "" : text);
}

function What({ ask }) {
  if (!ask.text) return null;
  if (ask.tool === "Bash") return html`<${Command} text=${ask.text} part=${dangerous(ask)} />`;
  const draw = CHANGES.has(ask.tool) ? change : undefined;
  return html`<div class="command"><${Lines} text=${ask.text} draw=${draw} label=${ask.tool} /></div>`;
}
