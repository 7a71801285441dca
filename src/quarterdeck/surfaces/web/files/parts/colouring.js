// The colours of code: Prism's tokenizer, asked for only when there is code to colour. Never markup.

import { html, useEffect, useState } from "../html.js";

const LANGUAGES = {
  bash: ["bash", "sh", "zsh"],
  c: ["c", "h"],
  css: ["css"],
  go: ["go"],
  java: ["java"],
  javascript: ["js", "mjs", "cjs", "jsx"],
  json: ["json"],
  markup: ["html", "xml", "svg"],
  python: ["py", "pyi"],
  rust: ["rs"],
  sql: ["sql"],
  toml: ["toml"],
  typescript: ["ts", "tsx", "mts"],
  yaml: ["yaml", "yml"],
};
const NEEDS = { c: ["clike"], go: ["clike"], java: ["clike"], javascript: ["clike"], typescript: ["clike", "javascript"] };
const MOST = 20_000; // characters; more is shown without colours
const WIDEST = 1000; // of one line

/** The language of a file, by its name; nothing if it has no colours here. */
export function languageOf(path) {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1].toLowerCase() ?? "";
  return Object.keys(LANGUAGES).find((name) => LANGUAGES[name].includes(ending)) ?? "";
}

/** A function that colours the lines of a text: `[[kind, words], …]` each. Nothing until it is there. */
export function useColours(language) {
  const [tokenize, setTokenize] = useState(null);
  useEffect(() => {
    let over = false;
    if (language) loaded(language).then((found) => over || setTokenize(() => found), () => {}); // without colours then
    return () => {
      over = true;
    };
  }, [language]);
  return tokenize;
}

/** Words with their kind, as nodes. */
export const coloured = (parts) => parts.map(([kind, words]) => (kind ? html`<span class="is-${kind}">${words}</span>` : words));

async function loaded(language) {
  globalThis.Prism ??= { manual: true, disableWorkerMessageHandler: true };
  await import("../vendor/prism-core.mjs");
  for (const name of [...(NEEDS[language] ?? []), language]) await import(`../vendor/prism-${name}.mjs`);
  const { Prism } = /** @type {any} */ (globalThis);
  return (lines) => linesOf(Prism.tokenize(lines.join("\n"), Prism.languages[language]), lines);
}

/** Tokens, cut at the ends of lines. */
function linesOf(tokens, lines) {
  /** @type {[string, string][][]} */
  const found = [[]];
  const take = (token, kind) => {
    if (typeof token !== "string" && typeof token.content !== "string") return [token.content].flat().forEach((inner) => take(inner, token.type));
    const [words, own] = typeof token === "string" ? [token, kind] : [token.content, token.type];
    words.split("\n").forEach((piece, i) => {
      if (i) found.push([]);
      if (piece) found[found.length - 1].push([/^[a-z-]+$/.test(own) ? own : "", piece]);
    });
  };
  tokens.forEach((token) => take(token, ""));
  // Colours never change what is read.
  const isSame = found.length === lines.length && found.every((parts, i) => parts.map(([, words]) => words).join("") === lines[i]);
  return isSame ? found : lines.map((words) => [["", words]]);
}

/** Whether there is not too much of it. */
export const isColourable = (lines) =>
  lines.every((line) => line.length <= WIDEST) && lines.reduce((sum, line) => sum + line.length, 0) <= MOST;
