// What was asked, answered and done: looked for, page by page, and taken elsewhere.

import { date } from "../clock.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { RiskWord } from "../parts/risk_word.js";
import { plain } from "../safe_text.js";
import { age, HISTORY } from "../words.js";
import { answerOf, queryOf, timeOf } from "./search.js";

const PAUSE = 250; // milliseconds after the last letter
const FIRST_LINES = 3;
const MOST = 500; // entries at once, as the daemon gives them

export function History({ app }) {
  const [wanted, setWanted] = useState({});
  const { entries, more, trouble, older } = useEntries(app.api, wanted);
  const choose = (name) => (event) => setWanted({ ...wanted, [name]: event.target.value });
  const only = (name, value) => setWanted({ ...wanted, [name]: value });
  return html`<section class="history" aria-label=${HISTORY.label}>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <input type="search" aria-label=${HISTORY.words} placeholder=${HISTORY.hint} onInput=${choose("q")} />
      <${Choice} label=${HISTORY.risk} options=${HISTORY.risks} choose=${choose("risk")} />
      <${Choice} label=${HISTORY.answer} options=${HISTORY.answers} choose=${choose("answer")} />
      <${Choice} label=${HISTORY.time} options=${HISTORY.times} choose=${choose("time")} />
      ${Object.entries(HISTORY.exports).map(
        ([format, words]) =>
          html`<button type="button" key=${format} class="press" onClick=${() => download(app.api, wanted, format)}><span>${words}</span></button>`,
      )}
    </form>
    <${Narrowed} wanted=${wanted} only=${only} />
    <p class="quiet" role="status">${trouble || (entries && HISTORY.found(entries.length, more)) || HISTORY.looking}</p>
    <ul>
      ${entries?.map((entry) => html`<${Entry} key=${entry.what + entry.id} entry=${entry} only=${only} />`)}
    </ul>
    ${more && html`<button type="button" class="press older" onClick=${older}><span>${HISTORY.older}</span></button>`}
  </section>`;
}

function Choice({ label, options, choose }) {
  return html`<label>
    <span>${label}</span>
    <select onChange=${choose}>
      ${Object.entries(options).map(([value, words]) => html`<option value=${value}>${words}</option>`)}
    </select>
  </label>`;
}

/** To which session and directory the list is narrowed; a press on one widens it again. */
function Narrowed({ wanted, only }) {
  return html`<p class="narrowed" role="group" aria-label=${HISTORY.narrowed}>
    ${["session", "project"].map(
      (name) =>
        wanted[name] &&
        html`<button type="button" key=${name} class="template" onClick=${() => only(name, "")}>${HISTORY.only[name]} ${plain(wanted[name])} ✕</button>`,
    )}
  </p>`;
}

function Entry({ entry, only }) {
  const lines = plain(entry.text || entry.title).split("\n");
  return html`<li class="entry">
    <time datetime=${new Date(entry.opened * 1000).toISOString()}>${timeOf(entry.opened, date())}</time>
    <span class="who">
      <button type="button" class="link" title=${HISTORY.onlySession} onClick=${() => only("session", entry.name ?? entry.session)}><b>${plain(entry.name ?? "")}</b></button>
      ${entry.cwd && html` <button type="button" class="link quiet" title=${HISTORY.onlyProject} onClick=${() => only("project", entry.cwd)}>${plain(entry.cwd)}</button>`}
    </span>
    ${entry.risk ? html`<${RiskWord} level=${entry.risk} />` : html`<span class="quiet">${entry.kind}</span>`}
    <${Lines} lines=${lines} />
    <span class="answer">${plain(answerOf(entry))}${entry.waited !== null && html`<span class="quiet"> ${HISTORY.after(age(entry.waited))}</span>`}</span>
  </li>`;
}

/** The first lines, and the rest when it is wanted. */
function Lines({ lines }) {
  const [all, setAll] = useState(false);
  const rest = lines.length - FIRST_LINES;
  return html`<span class="what">
    <code>${(all ? lines : lines.slice(0, FIRST_LINES)).join("\n")}</code>
    ${rest > 0 && !all && html`<button type="button" class="more" onClick=${() => setAll(true)}>${HISTORY.more(rest)}</button>`}
  </span>`;
}

/** The entries that fit; a newer question makes void what an older one brings. */
function useEntries(api, wanted) {
  const [found, setFound] = useState({ entries: null, more: false, trouble: "" });
  const asked = useRef(0);
  const ask = async (before, cursor) => {
    const mine = ++asked.current;
    const told = await api.get(`/api/history?${queryOf(wanted, date(), cursor)}`).catch(() => null);
    if (mine !== asked.current) return;
    if (!told?.ok) setFound({ entries: before, more: false, trouble: told?.body.message ?? HISTORY.silent });
    else setFound({ entries: [...before, ...told.body], more: told.body.length === 50, trouble: "" });
  };
  useEffect(() => {
    const timer = setTimeout(() => ask([]), wanted.q === undefined ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { ...found, older: () => ask(found.entries, found.entries.at(-1).cursor) };
}

/** Everything that fits, as a file. */
async function download(api, wanted, format) {
  const query = queryOf(wanted, date());
  const text = format === "csv" ? await api.text(`/api/history?${query}&format=csv`) : await asJson(api, query);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: format === "csv" ? "text/csv" : "application/json" }));
  link.download = `quarterdeck-history.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** All pages of it, one after the other. */
async function asJson(api, query) {
  /** @type {{cursor: string}[]} */
  const entries = [];
  for (let [told, cursor] = [MOST, ""]; told === MOST; cursor = `&cursor=${encodeURIComponent(entries.at(-1)?.cursor ?? "")}`) {
    const { body } = await api.get(`/api/history?${query}&limit=${MOST}${cursor}`);
    entries.push(...body);
    told = body.length;
  }
  return JSON.stringify(entries, null, 2);
}
