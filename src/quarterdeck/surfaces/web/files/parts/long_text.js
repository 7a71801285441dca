// Texts of any length: as much as fits, how much more there is, and the rest as the person scrolls.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { READING } from "../words.js";
import { memo } from "./memo.js";

const AT_ONCE = 150;
const MORE = 300;
const SLACK = 2; // pixels that a rounded size may be off
const FITS = { over: false, below: "", unseen: "" };

/**
 * Pieces drawn one by one; each has `line`, the number of its last line, and `draw` makes something of it.
 *
 * With a `reader` the text is folded until the person opens it. `tell` makes something of each of
 * its `marks` that is out of sight at first.
 */
export function Long({ pieces, draw, label, reader, marks = 0, tell }) {
  const [shown, setShown] = useState(AT_ONCE);
  const frame = useRef(null);
  const end = useRef(null);
  const folded = Boolean(reader) && !reader.open;
  const { over, below, unseen } = useView(frame, pieces, marks, [folded, shown]);
  useLayoutEffect(() => reader?.clip(over), [over]);
  useEffect(() => {
    if (!end.current || folded) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => entry.isIntersecting && setShown((n) => n + MORE),
      { root: frame.current, rootMargin: "600px" },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [shown, pieces, folded]);
  const onward = () => frame.current.scrollBy({ top: frame.current.clientHeight * 0.9 });
  return html`<div ref=${frame} class="long ${folded ? "folded" : ""}" tabindex="0" role="group" aria-label=${label}>
      <${Pieces} pieces=${pieces} shown=${shown} draw=${draw} /> ${shown < pieces.length && html`<p ref=${end} class="rest">…</p>`}
    </div>
    ${unseen && unseen.split(" ").map((mark) => tell(Number(mark)))}
    ${over &&
    html`<button type="button" class="more" disabled=${!below} onClick=${folded ? reader.show : onward}>
      <span>${below ? `… ${below}` : READING.all}</span>${below && html` <b>${folded ? READING.showAll : READING.onward}</b>`}
    </button>`}`;
}

/** Drawn again only when there are others, or more of them. What was drawn is not kept: it would keep all around it. */
const Pieces = memo(({ pieces, shown, draw }) => pieces.slice(0, shown).map(draw));

/** Whether a text is longer than its frame, what lies below, and which marks did at first. */
function useView(frame, pieces, marks, changes) {
  const [view, setView] = useState(FITS);
  useLayoutEffect(() => {
    const watched = frame.current;
    const look = () => setView((before) => changed(before, viewOf(watched, pieces, marks, before)));
    const sizes = new ResizeObserver(look);
    look();
    sizes.observe(watched);
    watched.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      watched.removeEventListener("scroll", look);
    };
  }, [pieces, marks, ...changes]);
  return view;
}

function viewOf(frame, pieces, marks, before) {
  const rows = frame.querySelectorAll(":scope > :not(.rest)");
  const over = frame.scrollHeight > frame.clientHeight + SLACK || rows.length < pieces.length;
  if (!over) return FITS;
  // What is shown at first stays: nothing moves while the person scrolls.
  const unseen = frame.scrollTop ? before.unseen : marksBelow(frame, marks);
  return { over, below: linesBelow(frame, rows, pieces), unseen };
}

/** How much is not wholly in sight, in words; nothing at the end. */
function linesBelow(frame, rows, pieces) {
  const bottom = frame.scrollTop + frame.clientHeight;
  let [first, last] = [0, rows.length]; // up to the first row that is not wholly in sight
  while (first < last) {
    const middle = (first + last) >> 1;
    if (rows[middle].offsetTop + rows[middle].offsetHeight <= bottom + SLACK) first = middle + 1;
    else last = middle;
  }
  if (first >= pieces.length) return "";
  const seen = first ? pieces[first - 1].line : 0;
  const lines = pieces.at(-1).line - seen;
  const begun = rows[first]?.offsetTop < bottom;
  return lines > 1 || !begun ? READING.more(lines) : READING.restOf(pieces[first].line);
}

/** The numbers of the marks that do not end in sight. */
function marksBelow(frame, marks) {
  const bottom = frame.getBoundingClientRect().bottom + SLACK;
  const isBelow = (mark) => {
    const drawn = frame.querySelectorAll(`[data-mark="${mark}"]`);
    return !drawn.length || drawn[drawn.length - 1].getBoundingClientRect().bottom > bottom;
  };
  return Array.from({ length: marks }, (_, mark) => mark).filter(isBelow).join(" ");
}

const changed = (before, after) =>
  Object.keys(FITS).every((key) => before[key] === after[key]) ? before : after;
