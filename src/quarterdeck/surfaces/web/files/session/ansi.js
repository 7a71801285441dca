// A screen with its colours, as runs of text: each has what it says and how it looks, never markup.

import { plain } from "../safe_text.js";

const CODES = /\x1b\[([\d;:]*)m/;
const OTHERS = /\x1b(?:\[[\d;:?<=>]*[ -/]*[@-ln-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()][A-Z0-9]|[=>78])/g;
const PLAIN = { ink: "", ground: "", bold: false, dim: false, swapped: false };

/** The lines of a screen, each a list of runs. Colours go on where a line ends, as they do in tmux. */
export function linesOf(text) {
  let look = PLAIN;
  return text.split("\n").map((line) => {
    const runs = [];
    line.replace(OTHERS, "").split(CODES).forEach((part, place) => {
      if (place % 2) look = changed(look, part);
      else if (part) runs.push({ text: plain(part), ...look });
    });
    return runs;
  });
}

function changed(before, codes) {
  const list = codes.split(/[;:]/).map(Number);
  let look = before;
  while (list.length) look = { ...look, ...one(list.shift(), list) };
  return look;
}

function one(code, rest) {
  if (code === 0) return PLAIN;
  if (code === 1) return { bold: true };
  if (code === 2) return { dim: true };
  if (code === 7) return { swapped: true };
  if (code === 22) return { bold: false, dim: false };
  if (code === 27) return { swapped: false };
  if (code === 38 || code === 48) return { [code === 38 ? "ink" : "ground"]: extended(rest) };
  if (code === 39) return { ink: "" };
  if (code === 49) return { ground: "" };
  if (code >= 30 && code <= 37) return { ink: `c${code - 30}` };
  if (code >= 90 && code <= 97) return { ink: `c${code - 82}` };
  if (code >= 40 && code <= 47) return { ground: `c${code - 40}` };
  if (code >= 100 && code <= 107) return { ground: `c${code - 92}` };
  return {};
}

/** A colour of 256, or of all: a class for the first sixteen, else its value. */
function extended(rest) {
  const kind = rest.shift();
  if (kind === 2) return `rgb(${rest.splice(0, 3).map((part) => part & 255).join(" ")})`;
  if (kind !== 5) return "";
  const number = rest.shift() & 255;
  if (number < 16) return `c${number}`;
  if (number >= 232) return `rgb(${Array(3).fill(8 + 10 * (number - 232)).join(" ")})`;
  const parts = [Math.floor((number - 16) / 36), Math.floor((number - 16) / 6) % 6, (number - 16) % 6];
  return `rgb(${parts.map((part) => (part ? 55 + 40 * part : 0)).join(" ")})`;
}

/** The classes and colours of a run. */
export function looksOf({ ink, ground, bold, dim, swapped }) {
  const [front, back] = swapped ? [ground || "ground", ink || "ink"] : [ink, ground];
  const names = [front && !front.startsWith("rgb") && `f-${front}`, back && !back.startsWith("rgb") && `b-${back}`];
  return {
    classes: [...names, bold && "bold", dim && "dim"].filter(Boolean).join(" "),
    colours: { ...(front.startsWith("rgb") && { color: front }), ...(back.startsWith("rgb") && { background: back }) },
  };
}
