// One deck: its picture, over it a button for each key, and below it its dials.

import { HOLD } from "../display_settings.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { plain } from "../safe_text.js";
import { DECKS, outcome } from "../words.js";

export function Deck({ api, deck }) {
  const address = `/api/surfaces/${encodeURIComponent(deck.id)}`;
  const [shown, setShown] = useState(null); // the deck with its keys
  const [note, setNote] = useState("");
  const canvas = useRef(null);
  const looks = useRef(0);
  const look = async () => {
    const mine = ++looks.current;
    const [told, picture] = await Promise.all([api.get(address), api.picture(`${address}.png`)]);
    if (!told.ok || mine !== looks.current) return; // a later look sees more
    setShown(told.body);
    if (picture && canvas.current) draw(canvas.current, picture);
  };
  useEffect(() => {
    look().catch(() => {}); // the line above says that nobody answers
  }, [deck.n]);
  const say = async (body) => {
    setNote(await pressed(api, `${address}/press`, body));
    look().catch(() => {});
  };
  const press = (key, held) => {
    const isHeld = key.hold && held >= HOLD;
    return say(isHeld ? { face: key.hold, held: Math.round(held) } : { face: key.press ?? key.hold });
  };
  const [width, height] = shown?.size ?? [1, 1];
  return html`<section class="deck" data-deck=${deck.id} style=${{ "--width": `${width}px`, "--ratio": `${width} / ${height}` }}>
    <header><h3>${plain(deck.title ?? deck.id)}</h3>${deck.health && html`<p class="trouble">${plain(deck.health)}</p>`}</header>
    ${shown && !shown.size && html`<p class="quiet">${DECKS.nothing}</p>`}
    <div class="glass" hidden=${!shown?.size}>
      <canvas ref=${canvas} aria-hidden="true" />
      ${shown?.size && shown.keys.map((key) => html`<${Key} key=${key.key} of=${key} place=${placed(shown, key.key)} press=${press} />`)}
    </div>
    ${shown && html`<${Beside} deck=${shown} turn=${(face) => say({ face })} />`}
    <p class="note" role="status">${note}</p>
  </section>`;
}

/** What is on a deck beside its keys: dials, which are turned a step at a time, and touch keys. */
function Beside({ deck: { dials = [], touch = [] }, turn }) {
  const step = (face, words, sign) =>
    html`<button type="button" aria-label=${words} title=${words} disabled=${!face} onClick=${() => turn(face)}>${sign}</button>`;
  return html`<div class="besides" hidden=${!dials.length && !touch.length}>
    ${dials.map(
      ({ left, right }, place) =>
        html`<div class="dial" key=${place}>
          ${step(left, DECKS.left(place), "↺")}<i aria-hidden="true" />${step(right, DECKS.right(place), "↻")}
        </div>`,
    )}
    ${touch.map(({ press }, place) => html`<div class="touch" key=${place}>${step(press, DECKS.touch(place), place ? "›" : "‹")}</div>`)}
  </div>`;
}

function Key({ of: key, place, press }) {
  const since = useRef(null);
  const begin = () => {
    since.current = performance.now();
  };
  const end = () => {
    if (since.current === null) return;
    const held = performance.now() - since.current;
    since.current = null;
    press(key, held);
  };
  const cancel = () => {
    since.current = null;
  };
  const said = plain(key.label) || DECKS.key(key.key);
  return html`<button
    type="button"
    class="key ${key.hold && !key.press ? "must-hold" : ""}"
    style=${{ ...place, "--hold": `${HOLD}ms` }}
    aria-label=${key.hold && !key.press ? DECKS.hold(said) : said}
    disabled=${!key.press && !key.hold}
    onPointerDown=${(event) => event.button === 0 && begin()}
    onPointerUp=${end}
    onPointerLeave=${cancel}
    onPointerCancel=${cancel}
    onContextMenu=${(event) => event.preventDefault()}
    onKeyDown=${(event) => isPressKey(event) && (event.preventDefault(), event.repeat || begin())}
    onKeyUp=${(event) => isPressKey(event) && end()}
    onBlur=${cancel}
  />`;
}

/** Where a key stands, in parts of the picture. */
function placed({ size: [width, height], boxes }, key) {
  const [x, y, wide, high] = boxes[key];
  const part = (pixels, of) => `${(100 * pixels) / of}%`;
  return { left: part(x, width), top: part(y, height), width: part(wide, width), height: part(high, height) };
}

function draw(canvas, picture) {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0);
}

/** What became of a press; empty where the deck shows it. */
async function pressed(api, path, body) {
  try {
    const { ok, body: told } = await api.post(path, body);
    if (!ok) return plain(told.message ?? outcome(told.outcome, told.note));
    return told.outcome && told.outcome !== "accepted" ? outcome(told.outcome, told.note) : "";
  } catch {
    return DECKS.broken;
  }
}

const isPressKey = ({ key }) => key === " " || key === "Enter";
