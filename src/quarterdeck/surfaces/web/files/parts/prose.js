// A little Markdown, for reading: headings, lists, code, bold. Only text nodes, never markup.

import { html, useMemo } from "../html.js";
import { Long } from "./long_text.js";

const WIDEST = 4000;

export function Prose({ text, label }) {
  return html`<${Long} pieces=${useMemo(() => blocks(text), [text])} draw=${draw} label=${label} />`;
}

/** The blocks of a text: what each is, and its words. */
export function blocks(text) {
  const found = [];
  let code = false;
  for (const line of text.split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) code = !code;
    else if (code) add(found, "code", line, 0);
    else addLine(found, line);
  }
  return found;
}

function addLine(found, line) {
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  const item = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/.exec(line);
  if (heading) add(found, heading[1].length < 3 ? "heading" : "subheading", heading[2], 0);
  else if (item) add(found, "item", item[3], Math.min(4, item[1].length >> 1), item[2]);
  else if (line.trim()) add(found, "text", line, 0);
}

function add(found, kind, words, depth, number) {
  if (words.length <= WIDEST) found.push({ kind, words, depth, number });
  else
    for (let i = 0; i < words.length; i += WIDEST)
      found.push({ kind, words: words.slice(i, i + WIDEST), depth, number: i ? "" : number });
}

function draw({ kind, words, depth, number }) {
  if (kind === "code") return html`<div class="line code">${words || " "}</div>`;
  if (kind === "heading") return html`<h3>${words}</h3>`;
  if (kind === "subheading") return html`<h4>${words}</h4>`;
  if (kind === "item")
    return html`<p class="item deep-${depth}"><span>${number ? `${number}.` : "•"}</span><span>${inline(words)}</span></p>`;
  return html`<p>${inline(words)}</p>`;
}

/** Code and bold within a line. */
function inline(words) {
  return words.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*[^*]+\*\*$/.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`;
    return piece;
  });
}
