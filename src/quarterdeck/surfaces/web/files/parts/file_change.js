// What a call would change in a file: numbers, signs and lines, with a few that stay around them.

import { html, useMemo } from "../html.js";
import { Long } from "./long_text.js";
import { count } from "../words.js";

const SIGNS = { "+": "comes", "-": "goes" };

export function FileChange({ change, tool, cwd, reader }) {
  const rows = useMemo(() => numbered(change.hunks), [change]);
  return html`<div class="command change">
    <p class="file"><code>${fromHere(change.path, cwd)}</code> <${Fate} change=${change} tool=${tool} /></p>
    <${Long} pieces=${rows} draw=${draw} label="The change" reader=${reader} />
    ${change.cut > 0 && html`<p class="left-out">… ${count(change.cut, "more line", "more lines")} that only the terminal shows</p>`}
  </div>`;
}

/** A path relative to the directory shown above. */
const fromHere = (path, cwd) => (cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);

/** What happens to the file. */
function Fate({ change, tool }) {
  if (change.new) return html`<span class="fate creates">new file</span>`;
  if (tool === "Write") return html`<span class="fate overwrites">overwrites</span>`;
  return html`<span class="fate">changes</span>`;
}

/** The rows of all hunks: `{line, number, sign, words}`, and one between two hunks. */
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

function draw({ gap, number, sign, words }) {
  if (gap) return html`<div class="line row quiet"><span /><span>⋮</span></div>`;
  return html`<div class="line row ${SIGNS[sign] ?? ""}">
    <span class="number">${number}</span><span class="sign">${sign}</span><span>${words || " "}</span>
  </div>`;
}
