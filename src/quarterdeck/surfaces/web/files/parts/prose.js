// Plans and messages, for reading. Everything becomes text nodes, never markup; links lead to the web alone.

import { html, useMemo } from "../html.js";
import { Long } from "./long_text.js";
import { blocks } from "./markdown.js";

const PLAIN_KINDS = { heading: "h2", subheading: "h3", text: "p" };

export function Prose({ text, label }) {
  return html`<${Long} pieces=${useMemo(() => blocks(text), [text])} draw=${draw} label=${label} />`;
}

function draw(block) {
  const { kind, depth, quoted, words, sign } = block;
  const place = `deep-${depth} ${quoted ? "quoted" : ""}`;
  if (kind in PLAIN_KINDS) return html`<${PLAIN_KINDS[kind]} class=${place}>${drawn(block.inline)}<//>`;
  if (kind === "item") return html`<p class="item ${place}"><span>${sign}</span><span>${drawn(block.inline)}</span></p>`;
  if (kind === "table") return html`<${Table} ...${block} />`;
  if (kind === "rule") return html`<hr />`;
  if (kind === "code") return html`<div class="line code ${place}">${words || " "}</div>`;
  return html`<p class="${kind} ${place}">${words}</p>`;
}

function Table({ head, rows, align }) {
  const side = (i) => `to-${align[i] ?? "left"}`;
  const cells = (row, Tag) => row.map((cell, i) => html`<${Tag} class=${side(i)}>${drawn(cell.tokens)}<//>`);
  return html`<div class="table" tabindex="0">
    <table>
      ${head && html`<thead><tr>${cells(head, "th")}</tr></thead>`}
      <tbody>${rows.map((row) => html`<tr>${cells(row, "td")}</tr>`)}</tbody>
    </table>
  </div>`;
}

const INLINE = {
  strong: ({ tokens }) => html`<strong>${drawn(tokens)}</strong>`,
  em: ({ tokens }) => html`<em>${drawn(tokens)}</em>`,
  del: ({ tokens }) => html`<del>${drawn(tokens)}</del>`,
  codespan: ({ text }) => html`<code>${text}</code>`,
  br: () => html`<br />`,
  escape: ({ text }) => text,
  text: ({ text, tokens }) => (tokens ? drawn(tokens) : text),
  link: (token) => html`<${Link} ...${token} />`,
};

/** What stands within a line. Whatever has no way of its own is shown as it is written. */
const drawn = (tokens) => tokens.map((token) => (INLINE[token.type] ?? (({ raw }) => raw))(token));

/** A link says where it leads, unless its words do. */
function Link({ href, raw, text, tokens }) {
  if (!isOfTheWeb(href)) return raw;
  const leads = text === href || `http://${text}` === href ? "" : ` (${href})`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer">${drawn(tokens)}</a>${leads}`;
}

function isOfTheWeb(address) {
  try {
    return ["http:", "https:"].includes(new URL(address).protocol);
  } catch {
    return false; // no address at all
  }
}
