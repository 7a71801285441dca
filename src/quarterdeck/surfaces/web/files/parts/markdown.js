// Markdown as blocks to draw, each with the number of its last line. Pure, and nothing of a text is left out.

import { Lexer } from "../vendor/marked.mjs";

const LONGEST = 40_000; // characters; beyond that, and with a word beyond WIDEST_WORD, reading takes too long
const WIDEST_WORD = 1000;
const WIDEST = 4000; // characters in one piece of what is not Markdown
const MOST_ROWS = 50; // of a table in one piece
const DEEPEST = 4;
const HOW = { gfm: true, breaks: true };

/**
 * The blocks of a text: `{kind, line, depth, …}` with `inline` tokens, or `words` where they are bare.
 *
 * A text that is too long to be read as Markdown, or made to be, comes as its lines.
 */
export function blocks(text) {
  if (text.length > LONGEST || text.split(/\s+/).some((word) => word.length > WIDEST_WORD)) return bare(text);
  try {
    const found = [];
    add(found, new Lexer(HOW).lex(text), { line: 1, depth: 0, quoted: false });
    return found;
  } catch {
    return bare(text); // nested too deeply
  }
}

/** The lines of a text, as they are. */
function bare(text) {
  const found = [];
  text.split("\n").forEach((words, i) => {
    for (let at = 0; at < words.length; at += WIDEST) found.push(block("bare", i + 1, { words: words.slice(at, at + WIDEST) }));
  });
  return found;
}

const block = (kind, line, more) => ({ kind, line, depth: 0, quoted: false, ...more });

/** Add tokens that begin on a line, one after the other. */
function add(found, tokens, where) {
  let { line } = where;
  for (const token of tokens) {
    addOne(found, token, { ...where, line });
    line += linesOf(token.raw);
  }
}

function addOne(found, token, where) {
  const last = where.line + linesOf(token.raw.trimEnd());
  const put = (kind, more) => found.push(block(kind, last, { depth: where.depth, quoted: where.quoted, ...more }));
  if (token.type === "space") return;
  if (token.type === "heading") put(token.depth < 3 ? "heading" : "subheading", { inline: token.tokens });
  else if (token.type === "paragraph" || token.type === "text") put("text", { inline: token.tokens ?? [token] });
  else if (token.type === "code") addCode(found, token, where);
  else if (token.type === "list") addList(found, token, where);
  else if (token.type === "blockquote") add(found, token.tokens, { ...where, quoted: true });
  else if (token.type === "table") addTable(found, token, where);
  else if (token.type === "hr") put("rule", {});
  else put("bare", { words: token.raw.trimEnd() }); // markup, link definitions, whatever comes: as it is written
}

/** Code, a line each; what stands after the fence names the language. */
function addCode(found, token, { line, ...where }) {
  const isFenced = /^\s*(```|~~~)/.test(token.raw);
  if (isFenced && token.lang) found.push(block("language", line, { ...where, words: token.lang }));
  const first = line + (isFenced ? 1 : 0);
  token.text.split("\n").forEach((words, i) => found.push(block("code", first + i, { ...where, words })));
}

/** Items, each with a sign and what follows it; lists in lists stand deeper. */
function addList(found, list, where) {
  let { line } = where;
  list.items.forEach((item, i) => {
    const number = list.ordered ? `${Number(list.start || 1) + i}.` : "•";
    const [first, ...rest] = item.tokens.filter(({ type }) => type !== "checkbox");
    const sign = item.task ? (item.checked ? "☑" : "☐") : number;
    const own = first && (first.type === "text" || first.type === "paragraph");
    const begins = own ? first.raw.trimEnd() : "";
    found.push(block("item", line + linesOf(begins), { ...where, line: line + linesOf(begins), sign, inline: own ? (first.tokens ?? [first]) : [] }));
    const deeper = { ...where, depth: Math.min(DEEPEST, where.depth + 1), line: line + (own ? linesOf(first.raw) : 0) };
    add(found, own ? rest : item.tokens, deeper);
    line += linesOf(item.raw);
  });
}

function addTable(found, { header, rows, align, raw }, { line, ...where }) {
  const last = line + linesOf(raw.trimEnd());
  for (let at = 0; at === 0 || at < rows.length; at += MOST_ROWS) {
    const some = rows.slice(at, at + MOST_ROWS);
    found.push(block("table", Math.min(last, line + 1 + at + some.length), { ...where, head: at ? null : header, rows: some, align }));
  }
}

const linesOf = (text) => text.split("\n").length - 1;
