// A prompt for a session: what was sent before is a key away, and what is sent often is kept.

import { html, useEffect, useRef, useState } from "../html.js";
import { plain } from "../safe_text.js";
import { COMPOSER } from "../words.js";
import { kept, keep } from "./kept.js";
import { told } from "./told.js";

/** @import { App, Session } from "../shapes.js" */

const PATIENCE = 600; // seconds for which a prompt waits for an agent that works
const REMEMBERED = 50;
const TEMPLATES = "templates";

/** @param {{app: App, session: Session, live: boolean}} given */
export function Composer({ app, session, live }) {
  const field = useRef(null);
  const [text, setText] = useState("");
  const [words, setWords] = useState("");
  const [waiting, setWaiting] = useState(null); // what withdraws a prompt that waits
  const earlier = useEarlier(app.api);
  const busy = session.state === "working";
  const send = async () => {
    if (!text.trim() || waiting || !live) return;
    const giveUp = new AbortController();
    setWaiting(giveUp);
    setWords(busy ? COMPOSER.waits : COMPOSER.sending);
    const wait = busy ? PATIENCE : 0;
    const call = app.api.post(`/api/sessions/${encodeURIComponent(session.id)}/send`, { text, wait }, { seconds: wait + 30, signal: giveUp.signal });
    const became = await told(call, COMPOSER.sent);
    setWaiting(null);
    setWords(giveUp.signal.aborted ? COMPOSER.withdrawn : became.words);
    if (became.failed) return;
    earlier.add(text); // where nobody knows, a second press would send it twice
    setText("");
  };
  const press = (event) => {
    // Enter also ends a word that is being composed of letters; that sends nothing.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (isHistory(event, field.current)) earlier.step(event.key === "ArrowUp" ? 1 : -1, text, setText, event);
  };
  return html`<section class="composer" aria-label=${COMPOSER.label}>
    <${Templates} text=${text} take=${(template) => (setText(template), field.current.focus())} />
    <div class="line">
      <textarea
        ref=${field}
        rows=${Math.min(8, Math.max(2, text.split("\n").length))}
        aria-label=${COMPOSER.label}
        placeholder=${COMPOSER.placeholder}
        value=${text}
        onInput=${(event) => setText(event.target.value)}
        onKeyDown=${press}
      />
      ${waiting && busy
        ? html`<button type="button" class="press" onClick=${() => waiting.abort()}><span>${COMPOSER.withdraw}</span></button>`
        : html`<button type="button" class="press main" disabled=${!live || !text.trim() || Boolean(waiting)} onClick=${send}><span>${busy ? COMPOSER.later : COMPOSER.send}</span></button>`}
    </div>
    <p class="word" role="status">${plain(words)}</p>
  </section>`;
}

/** Whether an arrow leaves the text, as it does on a command line. */
function isHistory({ key, shiftKey }, { value, selectionStart: from, selectionEnd: to }) {
  if (shiftKey || from !== to) return false;
  if (key === "ArrowUp") return !value.slice(0, from).includes("\n");
  return key === "ArrowDown" && !value.slice(to).includes("\n");
}

/** The prompts that were sent before, to any session; asked for when the first one is wanted. */
function useEarlier(api) {
  const state = useRef({ texts: null, place: 0, draft: "" });
  const load = async () => {
    const answer = await api.get(`/api/history?kind=send&limit=${REMEMBERED}`).catch(() => null);
    return [...new Set(answer?.ok ? answer.body.map((entry) => entry.text) : [])];
  };
  return {
    add: (text) => {
      const { texts } = state.current;
      state.current = { texts: texts && [text, ...texts.filter((one) => one !== text)], place: 0, draft: "" };
    },
    step: async (by, text, show, event) => {
      if (state.current.place === 0 && by < 0) return;
      event.preventDefault();
      state.current.texts ??= await load();
      const { texts, place, draft } = state.current;
      const next = Math.min(texts.length, place + by);
      state.current = { texts, place: next, draft: place === 0 ? text : draft };
      show(next === 0 ? state.current.draft : texts[next - 1]);
    },
  };
}

/** What is sent often, in this browser. */
function Templates({ text, take }) {
  const [templates, setTemplates] = useState(() => kept(TEMPLATES, COMPOSER.templates));
  useEffect(() => keep(TEMPLATES, templates), [templates]);
  const known = templates.includes(text.trim());
  return html`<div class="templates" role="group" aria-label=${COMPOSER.often}>
    ${templates.map((template) => html`<button type="button" key=${template} class="template" title=${plain(template)} onClick=${() => take(template)}>${plain(template)}</button>`)}
    ${text.trim() &&
    html`<button type="button" class="template change" onClick=${() => setTemplates(known ? templates.filter((one) => one !== text.trim()) : [...templates, text.trim()])}>
      ${known ? COMPOSER.forget : COMPOSER.remember}
    </button>`}
  </div>`;
}
