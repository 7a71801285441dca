// A command as it would run: whole, wrapped at its operators, the dangerous part marked.

import { html, useMemo } from "../html.js";
import { Long, useLines } from "./long_text.js";

const LONGEST = 8000; // beyond this a command is shown as lines, and what marks it above them

export function Command({ text, part }) {
  const at = part ? text.indexOf(part) : -1;
  const short = text.length <= LONGEST;
  const apart = part && part !== text && (at < 0 || !short);
  return html`<div class="command">
    ${apart && html`<p class="because">because of <mark>${part}</mark></p>`}
    ${short
      ? html`<${Steps} text=${text} from=${at} to=${at < 0 ? -1 : at + part.length} />`
      : html`<${Lines} text=${text} label="The command" />`}
  </div>`;
}

/** Any other text that an agent would write or run. */
export function Lines({ text, label, draw = line }) {
  return html`<${Long} pieces=${useLines(text)} draw=${draw} label=${label} />`;
}

/** A change to a file: what goes and what comes, told by sign and colour. */
export const change = (text) =>
  html`<div class="line ${{ "+": "comes", "-": "goes" }[text[0]] ?? ""}">${text || " "}</div>`;

const line = (text) => html`<div class="line">${text || " "}</div>`;

function Steps({ text, from, to }) {
  const lines = useMemo(() => steps(text), [text]);
  return html`<div class="long" tabindex="0" role="group" aria-label="The command">
    ${lines.map(
      (parts) =>
        html`<div class="line">
          ${parts.map(
            ([start, end]) =>
              html`<span class="step">${marked(text, start, end, from, to)}</span>`,
          )}
        </div>`,
    )}
  </div>`;
}

/** The piece of a text from `start` to `end`, with what lies in the marked range as a mark. */
function marked(text, start, end, from, to) {
  const first = Math.max(start, from);
  const last = Math.min(end, to);
  if (first >= last) return whole(text.slice(start, end));
  return [
    whole(text.slice(start, first)),
    html`<mark>${whole(text.slice(first, last))}</mark>`,
    whole(text.slice(last, end)),
  ];
}

/** Words that stay whole: a browser would part `--region` after its hyphens. */
const whole = (text) =>
  text.split(/(\S+)/).map((piece, i) => (i % 2 ? html`<span class="whole">${piece}</span>` : piece));

/** Where each line's steps begin and end; a step begins with its operator. */
export function steps(text) {
  const lines = [];
  let parts = [];
  let start = 0;
  let quote = "";
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (c === "\n") {
      lines.push([...parts, [start, i]]);
      parts = [];
      start = i + 1;
    } else if (c === "\\" && quote !== "'") {
      if (text[i + 1] !== "\n") i += 1;
    } else if (quote) {
      if (c === quote) quote = "";
    } else if (c === "'" || c === '"') {
      quote = c;
    } else if (isOperator(text, i) && i > start) {
      parts.push([start, i]);
      start = i;
      if (text[i + 1] === c) i += 1;
    }
  }
  return [...lines, [...parts, [start, text.length]]];
}

function isOperator(text, i) {
  if (text[i] === "&") return text[i - 1] !== ">" && text[i + 1] !== ">";
  return text[i] === ";" || (text[i] === "|" && text[i - 1] !== ">");
}
