// What a call would change in a file: numbers, signs and lines, with a few that stay around them.

import { html, useMemo } from "../html.js";
import { CHANGE } from "../words.js";
import { coloured, isColourable, languageOf, useColours } from "./colouring.js";
import { Long } from "./long_text.js";

/** @import { Change, Hunk } from "../shapes.js" */

const SIGNS = { "+": "comes", "-": "goes" };

/** @param {{change: Change, tool: string | null, cwd: string | null, reader: {showWhole: () => void}}} given */
export function FileChange({ change, tool, cwd, reader }) {
  const tokenize = useColours(languageOf(change.path));
  const rows = useMemo(() => numbered(change.hunks), [change]);
  const drawn = useMemo(() => withColours(rows, tokenize), [rows, tokenize]);
  return html`<div class="command change">
    <p class="file"><code>${fromHere(change.path, cwd)}</code> <${Fate} change=${change} tool=${tool} /></p>
    <${Long} pieces=${drawn} draw=${draw} label=${CHANGE.label} reader=${reader} />
    ${change.cut > 0 && html`<p class="left-out">… ${CHANGE.leftOut(change.cut)} <button type="button" class="link" onClick=${reader.showWhole}>${CHANGE.whole}</button></p>`}
  </div>`;
}

/** A path relative to the directory shown above. */
const fromHere = (path, cwd) => (cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);

/** What happens to the file. */
function Fate({ change, tool }) {
  if (change.new) return html`<span class="fate creates">${CHANGE.creates}</span>`;
  if (tool === "Write") return html`<span class="fate overwrites">${CHANGE.overwrites}</span>`;
  return html`<span class="fate">${CHANGE.changes}</span>`;
}

/**
 * The rows of all hunks: `{line, number, sign, words}`, and one between two hunks.
 *
 * @param {Hunk[]} hunks
 */
export function numbered(hunks) {
  const rows = [];
  hunks.forEach(({ old, new: fresh, lines }, i) => {
    if (i) rows.push({ gap: true });
    let [before, after] = [old, fresh];
    for (const text of lines) {
      const sign = text[0];
      const number = fresh ? (sign === "-" ? before : after) : "";
      rows.push({ number, sign, words: text.slice(1) });
      if (sign !== "+") before += 1;
      if (sign !== "-") after += 1;
    }
  });
  return rows.map((row, i) => ({ ...row, line: i + 1 }));
}

/** The rows with `parts` in their colours: the file as it is, and as it would be, read by themselves. */
function withColours(rows, tokenize) {
  if (!tokenize || !isColourable(rows.map(({ words }) => words ?? ""))) return rows;
  const found = [...rows];
  for (const side of ["-", "+"]) {
    const places = rows.flatMap(({ gap, sign }, i) => (!gap && (sign === side || sign === " ") ? [i] : []));
    const parts = tokenize(places.map((i) => rows[i].words));
    places.forEach((i, nth) => {
      found[i] = { ...rows[i], parts: parts[nth] };
    });
  }
  return found;
}

function draw({ gap, number, sign, words, parts }) {
  if (gap) return html`<div class="line row quiet"><span /><span>⋮</span></div>`;
  return html`<div class="line row ${SIGNS[sign] ?? ""}">
    <span class="number">${number}</span><span class="sign">${sign}</span><span>${parts?.length ? coloured(parts) : words || " "}</span>
  </div>`;
}
