// A text to be judged, in pieces: its lines, the dangerous parts in them, and where they break. Pure.

/** @import { Shown } from "../shapes.js" */

const EMPTY_SHOWN = 3; // more empty lines than that in a row are told, not shown
const WIDEST = 4000; // characters in one piece, for lines without an end

/**
 * What the daemon said of a text, in the positions of this language: it counts whole characters.
 *
 * @param {string} text @param {Shown | null} shown
 */
export function placed(text, shown) {
  const { marks = [], breaks = [] } = shown ?? {};
  const at = positions(text, [...marks.flat(), ...breaks]);
  return { marks: marks.map(([start, end]) => [at(start), at(end)]), breaks: breaks.map(at) };
}

/** The pieces of a text: `{line, start, end}`, or `{line, empty}` for many empty lines, `line` being the last. */
export function pieces(text) {
  const found = [];
  /** @type {{line: number, start: number, end: number}[]} */
  let empty = [];
  let [start, line] = [0, 0];
  const settle = () => {
    if (empty.length > EMPTY_SHOWN) found.push({ line: empty[empty.length - 1].line, empty: empty.length });
    else found.push(...empty);
    empty = [];
  };
  for (const words of text.split("\n")) {
    const end = start + words.length;
    line += 1;
    if (words.trim()) {
      settle();
      for (let at = start; at < end; at += WIDEST) found.push({ line, start: at, end: Math.min(end, at + WIDEST) });
    } else empty.push({ line, start, end });
    start = end + 1;
  }
  settle();
  return found;
}

/** The steps of a piece, each with its parts `[start, end, mark]`; `mark` is a number, or -1. */
export function steps({ start, end }, { marks, breaks }) {
  const edges = [start, ...breaks.filter((at) => start < at && at < end), end];
  return edges.slice(1).map((stop, i) => parts(edges[i], stop, marks));
}

function parts(start, end, marks) {
  const found = [];
  let at = start;
  marks.forEach(([from, to], mark) => {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first >= last) return;
    if (at < first) found.push([at, first, -1]);
    found.push([first, last, mark]);
    at = last;
  });
  return at < end ? [...found, [at, end, -1]] : found;
}

/** The number of the line on which a position stands. */
export const lineAt = (text, position) => text.slice(0, position).split("\n").length;

/** From whole characters to the halves that some of them have here. */
function positions(text, wanted) {
  if (!/[\ud800-\udbff]/.test(text)) return (position) => position;
  const last = Math.max(0, ...wanted);
  const known = new Map();
  const needed = new Set(wanted);
  let [count, at] = [0, 0];
  for (const character of text) {
    if (needed.has(count)) known.set(count, at);
    if (count > last) break;
    count += 1;
    at += character.length;
  }
  return (position) => known.get(position) ?? text.length;
}
