// Something that only the terminal can answer: its screen, and the keys to press there.

import { html, useEffect, useRef, useState } from "../html.js";
import { plain } from "../safe_text.js";
import { TERMINAL } from "../words.js";
import { Choices } from "../parts/choices.js";
import { Press } from "../parts/press.js";
import { Note } from "./note.js";

/** @import { Ask, Offer } from "../shapes.js" */

const EVERY = 1000; // milliseconds between looks at a screen
const COLOURS = /\x1b\[[\d;:]*m/g;

/** @param {{ask: Ask, offer: Offer}} given */
export function Fallback({ ask, offer }) {
  const [presses, setPresses] = useState(0);
  const text = useScreen(ask.ended ? null : offer.screen, presses);
  if (text === null) return html`<${Note} ask=${ask} offer=${offer} />`;
  const press = async (key) => {
    await offer.keys?.(key);
    setPresses((n) => n + 1);
  };
  return html`<div class="body">
      <p class="title">${ask.title}</p>
      <${Screen} text=${text} />
    </div>
    <${Pad} offer=${offer} press=${press} />
    <${Choices} ask=${ask} offer=${offer} />`;
}

/** A screen as text; its end is what matters, so that is in sight. */
function Screen({ text }) {
  const frame = useRef(null);
  useEffect(() => {
    frame.current.scrollTop = frame.current.scrollHeight;
  }, [text]);
  return html`<pre ref=${frame} class="screen" tabindex="0" role="group" aria-label=${TERMINAL.screen}>${text}</pre>`;
}

function Pad({ offer, press }) {
  return html`<div class="pad" role="group" aria-label=${TERMINAL.keys}>
    ${TERMINAL.pad.map(
      ([key, words, name]) =>
        html`<${Press} key=${key} label=${name} armed=${offer.armed} disabled=${offer.disabled} act=${() => press(key)}>${words}<//>`,
    )}
  </div>`;
}

/** The text of a screen, again and again; nothing where it cannot be seen. */
function useScreen(look, presses) {
  const [text, setText] = useState(null);
  useEffect(() => {
    if (!look) return undefined;
    let timer = 0;
    let over = false;
    const again = async () => {
      const { ok, body } = await look().catch(() => ({ ok: false }));
      if (over) return;
      setText(ok ? plain(body.text.replace(COLOURS, "").trimEnd()) : null);
      timer = setTimeout(again, EVERY);
    };
    again();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [Boolean(look), presses]);
  return text;
}
