// A little Markdown, for reading: headings, lists, tables, code, bold. Only text nodes, never markup.

import { html, useMemo } from "../html.js";
import { Long } from "./long_text.js";

const WIDEST = 4000;
const MOST_ROWS = 50; // of a table in one piece

export function Prose({ text, label }) {
  return html`<${Long} pieces=${useMemo(() => blocks(text), [text])} draw=${draw} label=${label} />`;
}

/** The blocks of a text: what each is, its words, and the number of its last line. */
export function blocks(text) {
  const found = [];
  let code = false;
  text.split("\n").forEach((words, i, lines) => {
    const line = i + 1;
    if (/^\s*(```|~~~)/.test(words)) code = !code;
    else if (code) add(found, { kind: "code", words, depth: 0, line });
    else if (isRow(words) && (isRule(lines[i + 1]) || follows(found, line))) addRow(found, words, line);
    else addLine(found, words, line);
  });
  return found;
}

const isRow = (words) => /^\s*\|.*\|\s*$/.test(words);
const isRule = (words) => /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(words ?? "");

/** Whether the last block is a table that ends on the line before. */
const follows = (found, line) => found.at(-1)?.kind === "table" && found.at(-1).line === line - 1;

function addRow(found, words, line) {
  const table = found.at(-1);
  const cells = words.trim().slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().slice(0, WIDEST));
  if (!follows(found, line)) found.push({ kind: "table", words: "", depth: 0, head: cells, rows: [], line });
  else if (isRule(words) && table.rows.length === 0) table.line = line;
  else if (table.rows.length < MOST_ROWS) Object.assign(table, { line, rows: [...table.rows, cells] });
  else found.push({ kind: "table", words: "", depth: 0, head: null, rows: [cells], line });
}

function addLine(found, words, line) {
  const heading = /^(#{1,6})\s+(.*)$/.exec(words);
  const item = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/.exec(words);
  if (heading) add(found, { kind: heading[1].length < 3 ? "heading" : "subheading", words: heading[2], depth: 0, line });
  else if (item) add(found, { kind: "item", words: item[3], depth: Math.min(4, item[1].length >> 1), number: item[2], line });
  else if (words.trim()) add(found, { kind: "text", words, depth: 0, line });
}

function add(found, block) {
  const { words, number } = block;
  if (words.length <= WIDEST) found.push(block);
  else
    for (let i = 0; i < words.length; i += WIDEST)
      found.push({ ...block, words: words.slice(i, i + WIDEST), number: i ? "" : number });
}

function draw({ kind, words, depth, number, head, rows }) {
  if (kind === "table") return html`<${Table} head=${head} rows=${rows} />`;
  if (kind === "code") return html`<div class="line code">${words || " "}</div>`;
  if (kind === "heading") return html`<h3>${words}</h3>`;
  if (kind === "subheading") return html`<h4>${words}</h4>`;
  if (kind === "item")
    return html`<p class="item deep-${depth}"><span>${number ? `${number}.` : "•"}</span><span>${inline(words)}</span></p>`;
  return html`<p>${inline(words)}</p>`;
}

function Table({ head, rows }) {
  return html`<div class="table">
    <table>
      ${head && html`<thead><tr>${head.map((cell) => html`<th>${inline(cell)}</th>`)}</tr></thead>`}
      <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`;
}

/** Code and bold within a line. */
function inline(words) {
  return words.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*[^*]+\*\*$/.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`;
    return piece;
  });
}
