// A text that would run, be written or be sent: whole, broken where it may be, the dangerous parts marked.

import { html, useMemo } from "../html.js";
import { READING } from "../words.js";
import { Long } from "./long_text.js";
import { lineAt, pieces, placed, steps } from "./pieces.js";

/** @import { Shown } from "../shapes.js" */

const LONGEST = 8000; // beyond this a text is broken where the browser likes
const MOST_TOLD = 3; // dangerous parts that are out of sight
const WIDEST_TOLD = 400; // characters of one

/** @param {{text: string, shown: Shown | null, label?: string, reader?: object}} given */
export function Command({ text, shown, label = READING.command, reader }) {
  const drawn = useMemo(() => drawing(text, placed(text, shown)), [text, shown]);
  return html`<div class="command">
    <${Long} ...${drawn} label=${label} reader=${reader} />
    ${shown && shown.cut > 0 && html`<p class="left-out">${READING.leftOut(shown.cut)}</p>`}
  </div>`;
}

function drawing(text, places) {
  const words = text.length <= LONGEST ? whole : (some) => some;
  const part = ([start, end, mark]) => {
    const some = words(text.slice(start, end));
    return mark < 0 ? some : html`<mark data-mark=${mark}>${some}</mark>`;
  };
  const draw = (piece) =>
    piece.empty
      ? html`<div class="line quiet">${READING.empty(piece.empty)}</div>`
      : html`<div class="line">
          ${steps(piece, places).map((parts) => html`<span class="step">${parts.length ? parts.map(part) : " "}</span>`)}
        </div>`;
  return { pieces: pieces(text), draw, marks: places.marks.length, tell: (mark) => told(text, places.marks, mark) };
}

/** A dangerous part that is out of sight. */
function told(text, marks, mark) {
  if (mark >= MOST_TOLD) return mark === marks.length - 1 && html`<p class="because">${READING.dangers(marks.length - MOST_TOLD)}</p>`;
  const [start, end] = marks[mark];
  return html`<p class="because">${READING.line(lineAt(text, start))} <mark>${inOneLine(text.slice(start, end))}</mark></p>`;
}

/** Its beginning and its end: what matters may be at either. */
function inOneLine(part) {
  const line = part.replace(/\s*\n\s*/g, " ⏎ ").replace(/\s{4,}/g, " … ");
  if (line.length <= WIDEST_TOLD) return line;
  return `${line.slice(0, WIDEST_TOLD / 2)} … ${line.slice(-WIDEST_TOLD / 2)}`;
}

/** Words that stay whole: a browser would part `--region` after its hyphens. */
const whole = (text) =>
  text.split(/(\S+)/).map((piece, i) => (i % 2 ? html`<span class="whole">${piece}</span>` : piece));
