// Texts of any length: the beginning at once, the rest as the person scrolls to it.

import { html, useEffect, useMemo, useRef, useState } from "../html.js";

const AT_ONCE = 150;
const MORE = 300;
const WIDEST = 4000; // characters in one piece, for lines without an end

/** Pieces drawn one by one; `draw` makes something of each. */
export function Long({ pieces, draw, label }) {
  const [shown, setShown] = useState(AT_ONCE);
  const end = useRef(null);
  const drawn = useMemo(() => pieces.slice(0, shown).map(draw), [pieces, shown]);
  useEffect(() => {
    if (!end.current) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => entry.isIntersecting && setShown((n) => n + MORE),
      { root: end.current.closest(".long"), rootMargin: "600px" },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [shown, pieces]);
  return html`<div class="long" tabindex="0" role="group" aria-label=${label}>
    ${drawn} ${shown < pieces.length && html`<p ref=${end} class="quiet">…</p>`}
  </div>`;
}

/** A text's lines, endless ones cut into several. */
export function useLines(text) {
  return useMemo(() => text.split("\n").flatMap(cut), [text]);
}

function cut(line) {
  if (line.length <= WIDEST) return [line];
  const parts = [];
  for (let i = 0; i < line.length; i += WIDEST) parts.push(line.slice(i, i + WIDEST));
  return parts;
}
