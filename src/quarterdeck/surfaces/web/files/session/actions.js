// What can be done with a session: stop it, put its work in the background, go there, rename it, explain it.

import { now } from "../clock.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { Press } from "../parts/press.js";
import { plain } from "../safe_text.js";
import { age, ACTIONS, STATES } from "../words.js";
import { told } from "./told.js";

/** @import { App, Session } from "../shapes.js" */

const TO_BACKGROUND = ["C-b"];
const STOPPABLE = ["working", "waiting"];

/** @param {{app: App, session: Session, live: boolean, name: string | null, setName: (name: string | null) => void}} given */
export function Actions({ app, session, live, name, setName }) {
  const [words, setWords] = useState("");
  const path = `/api/sessions/${encodeURIComponent(session.id)}`;
  const act = async (call, body, done) => {
    setWords(ACTIONS.sending);
    setWords((await told(app.api.post(`${path}/${call}`, body), done)).words);
  };
  const off = !live || session.state === "ended";
  const typed = off || !session.terminal?.pane;
  const rename = (given) => {
    setName(null);
    act("rename", { name: given }, ACTIONS.renamed);
  };
  return html`<div class="acts">
    <div class="row">
      <${Press} tone="stop" disabled=${off || !STOPPABLE.includes(session.state)} act=${() => act("interrupt", {}, ACTIONS.stopped)}>■ ${ACTIONS.stop}<//>
      <${Press} disabled=${typed || session.state !== "working"} act=${() => act("keys", { keys: TO_BACKGROUND }, ACTIONS.pressed)}>${ACTIONS.background}<//>
      <${Press} disabled=${off} act=${() => act("focus", {}, ACTIONS.focused)}>${ACTIONS.focus}<//>
      <${Press} disabled=${off} act=${() => setName(session.name)}>${ACTIONS.rename}<//>
      <${Explain} api=${app.api} path=${path} />
    </div>
    ${name !== null && html`<${NameField} name=${name} keep=${rename} leave=${() => setName(null)} />`}
    <p class="word" role="status">${words}</p>
  </div>`;
}

function NameField({ name, keep, leave }) {
  const field = useRef(null);
  useEffect(() => field.current.select(), []);
  const submit = (event) => {
    event.preventDefault();
    keep(field.current.value);
  };
  return html`<form class="rename" onSubmit=${submit} onKeyDown=${(event) => event.key === "Escape" && leave()}>
    <label><span>${ACTIONS.name}</span><input ref=${field} maxlength="60" value=${name} /></label>
    <button type="submit" class="press main"><span>${ACTIONS.keep}</span></button>
    <button type="button" class="press" onClick=${() => keep("")}><span>${ACTIONS.own}</span></button>
    <button type="button" class="press" onClick=${leave}><span>${ACTIONS.cancel}</span></button>
  </form>`;
}

/** Why it is thought to be in its state: who said what, and what changed before. */
function Explain({ api, path }) {
  const sheet = useRef(null);
  const [found, setFound] = useState(null);
  const open = async () => {
    sheet.current.showModal();
    const answer = await api.get(`${path}/explain`).catch(() => null);
    setFound(answer?.ok ? answer.body : { trouble: ACTIONS.unexplained });
  };
  return html`<${Press} act=${open}>${ACTIONS.explain}<//>
    <dialog ref=${sheet} class="explain" aria-label=${ACTIONS.explain} onClose=${() => setFound(null)}>
      <header>
        <h2>${ACTIONS.why}</h2>
        <button type="button" class="press" onClick=${() => sheet.current.close()}><span>${ACTIONS.close}</span></button>
      </header>
      ${found?.trouble && html`<p role="alert">${found.trouble}</p>`}
      ${found?.session && html`<${Reasons} found=${found} />`}
    </dialog>`;
}

function Reasons({ found: { session, sightings, changes } }) {
  const state = (name) => STATES[name] ?? name;
  return html`<p class="big">${ACTIONS.because(state(session.state), plain(session.reason ?? ""))}</p>
    <h3>${ACTIONS.sources}</h3>
    <ul>
      ${sightings.map(
        (seen) =>
          html`<li key=${seen.source}><b>${ACTIONS.source[seen.source] ?? seen.source}</b> ${ACTIONS.says(state(seen.state), plain(seen.reason))} <span class="quiet">${ACTIONS.ago(age(now() - seen.at))}, ${ACTIONS.trust[seen.confidence] ?? seen.confidence}</span></li>`,
      )}
    </ul>
    <h3>${ACTIONS.before}</h3>
    <ol>
      ${[...changes].reverse().map(
        (one) =>
          html`<li key=${one.at}><span class="quiet">${ACTIONS.ago(age(now() - one.at))}</span> ${state(one.before)} → <b>${state(one.after)}</b>: ${plain(one.reason)}</li>`,
      )}
    </ol>`;
}
