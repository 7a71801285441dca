// What a session did while nobody looked: turns, tool calls with their risk, asks, changes of state.

import { date, now } from "../clock.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { RiskWord } from "../parts/risk_word.js";
import { timeOf } from "../past/search.js";
import { plain } from "../safe_text.js";
import { TIMELINE } from "../words.js";
import { kept, keep } from "./kept.js";
import { described, summed } from "./timeline_words.js";

/** @import { App, Session } from "../shapes.js" */

const PAGE = 100;
const CALM = 2000; // milliseconds between two looks while it works

/** @param {{app: App, session: Session}} given */
export function Timeline({ app, session }) {
  const looked = useRef(kept(`looked.${session.id}`, null));
  const { entries, more, trouble, older } = useTimeline(app.api, session);
  useEffect(() => {
    const leave = () => keep(`looked.${session.id}`, now());
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  const today = date();
  return html`<section class="timeline" aria-label=${TIMELINE.label}>
    <h3>${TIMELINE.label}</h3>
    ${looked.current && entries && html`<p class="away">${summed(entries, looked.current, today)}</p>`}
    ${trouble && html`<p role="alert">${trouble}</p>`}
    ${entries?.length === 0 && html`<p class="quiet">${TIMELINE.nothing}</p>`}
    <ol>
      ${entries?.map((entry) => html`<${Entry} key=${entry.what + entry.cursor} entry=${entry} now=${today} isNew=${looked.current && entry.at > looked.current} />`)}
    </ol>
    ${more && html`<button type="button" class="press older" onClick=${older}><span>${TIMELINE.older}</span></button>`}
  </section>`;
}

function Entry({ entry, now, isNew }) {
  const { sign, words, detail, level, quiet } = described(entry);
  return html`<li class="event ${entry.what} ${quiet ? "quiet" : ""} ${isNew ? "new" : ""}">
    <time datetime=${new Date(entry.at * 1000).toISOString()}>${timeOf(entry.at, now)}</time>
    <span class="sign" aria-hidden="true">${sign}</span>
    <span class="what">
      ${level && html`<${RiskWord} level=${level} /> `}${plain(words)}
      ${detail && html`<code>${plain(detail)}${entry.cut > 0 && html`<span class="quiet"> ${TIMELINE.cut(entry.cut)}</span>`}</code>`}
    </span>
  </li>`;
}

/** What happened, again when the session changes, but not all the time. */
function useTimeline(api, session) {
  const [found, setFound] = useState({ entries: null, more: false, trouble: "" });
  const path = `/api/sessions/${encodeURIComponent(session.id)}/timeline?limit=${PAGE}`;
  const last = useRef(0);
  const ask = async (cursor) => {
    last.current = performance.now();
    const answer = await api.get(cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path).catch(() => null);
    if (!answer?.ok) return setFound((before) => ({ ...before, trouble: TIMELINE.trouble }));
    return setFound((before) => joined(before, answer.body, Boolean(cursor)));
  };
  useEffect(() => {
    const timer = setTimeout(ask, Math.max(0, last.current + CALM - performance.now()));
    return () => clearTimeout(timer);
  }, [session.id, session.state, session.activity, session.last_message, session.name]);
  return { ...found, older: () => ask(found.entries.at(-1).cursor) };
}

/** What is known with what was told: older entries behind it, newer ones in front. */
function joined({ entries, more }, told, older) {
  const full = told.length === PAGE;
  if (older) return { entries: [...entries, ...told], more: full, trouble: "" };
  const last = full ? (entries ?? []).findIndex(({ cursor }) => cursor === told.at(-1).cursor) : -1;
  const rest = last >= 0 ? entries.slice(last + 1) : [];
  return { entries: [...told, ...rest], more: rest.length ? more : full, trouble: "" };
}
