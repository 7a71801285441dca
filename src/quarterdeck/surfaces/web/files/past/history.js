// What was asked, answered and done: looked for, page by page, and taken elsewhere.

import { html, useEffect, useRef, useState } from "../html.js";
import { RiskWord } from "../parts/risk_word.js";
import { plain } from "../safe_text.js";
import { age, count } from "../words.js";
import { ANSWERS, RISKS, TIMES, answerOf, queryOf, timeOf } from "./search.js";

const PAUSE = 250; // milliseconds after the last letter
const FIRST_LINES = 3;

export function History({ app }) {
  const [wanted, setWanted] = useState({});
  const { entries, more, trouble, older } = useEntries(app.api, wanted);
  const choose = (name) => (event) => setWanted({ ...wanted, [name]: event.target.value });
  return html`<section class="history" aria-label="What was asked and done">
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <input type="search" aria-label="Words" placeholder="Words, session, directory" onInput=${choose("q")} />
      <${Choice} label="Risk" options=${RISKS} choose=${choose("risk")} />
      <${Choice} label="Answer" options=${ANSWERS} choose=${choose("answer")} />
      <${Choice} label="Time" options=${TIMES} choose=${choose("time")} />
      <button type="button" class="press" onClick=${() => download(app.api, wanted)}><span>Export CSV</span></button>
    </form>
    <p class="quiet" role="status">${trouble || (entries && summary(entries.length, more)) || "Looking…"}</p>
    <ul>
      ${entries?.map((entry) => html`<${Entry} key=${entry.what + entry.id} entry=${entry} />`)}
    </ul>
    ${more && html`<button type="button" class="press older" onClick=${older}><span>Show older ones</span></button>`}
  </section>`;
}

const summary = (number, more) =>
  number ? `${more ? "The newest " : ""}${count(number, "entry", "entries")}` : "Nothing was found.";

function Choice({ label, options, choose }) {
  return html`<label>
    <span>${label}</span>
    <select onChange=${choose}>
      ${Object.entries(options).map(([value, words]) => html`<option value=${value}>${words}</option>`)}
    </select>
  </label>`;
}

function Entry({ entry }) {
  const lines = plain(entry.text || entry.title).split("\n");
  return html`<li class="entry">
    <time datetime=${new Date(entry.opened * 1000).toISOString()}>${timeOf(entry.opened, new Date())}</time>
    <span class="who"><b>${plain(entry.name ?? "")}</b>${entry.cwd && html`<span class="quiet"> ${plain(entry.cwd)}</span>`}</span>
    ${entry.risk ? html`<${RiskWord} level=${entry.risk} />` : html`<span class="quiet">${entry.kind}</span>`}
    <${Lines} lines=${lines} />
    <span class="answer">${plain(answerOf(entry))}${entry.waited !== null && html`<span class="quiet"> after ${age(entry.waited)}</span>`}</span>
  </li>`;
}

/** The first lines, and the rest when it is wanted. */
function Lines({ lines }) {
  const [all, setAll] = useState(false);
  const rest = lines.length - FIRST_LINES;
  return html`<span class="what">
    <code>${(all ? lines : lines.slice(0, FIRST_LINES)).join("\n")}</code>
    ${rest > 0 && !all && html`<button type="button" class="more" onClick=${() => setAll(true)}>${count(rest, "more line", "more lines")}</button>`}
  </span>`;
}

/** The entries that fit; a newer question makes void what an older one brings. */
function useEntries(api, wanted) {
  const [found, setFound] = useState({ entries: null, more: false, trouble: "" });
  const asked = useRef(0);
  const ask = async (before, cursor) => {
    const mine = ++asked.current;
    const told = await api.get(`/api/history?${queryOf(wanted, new Date(), cursor)}`).catch(() => null);
    if (mine !== asked.current) return;
    if (!told?.ok) setFound({ entries: before, more: false, trouble: told?.body.message ?? "Quarterdeck does not answer." });
    else setFound({ entries: [...before, ...told.body], more: told.body.length === 50, trouble: "" });
  };
  useEffect(() => {
    const timer = setTimeout(() => ask([]), wanted.q === undefined ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { ...found, older: () => ask(found.entries, found.entries.at(-1).cursor) };
}

async function download(api, wanted) {
  const text = await api.text(`/api/history?${queryOf(wanted, new Date())}&format=csv`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = "quarterdeck-history.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
