// What is known about a session.

import { html } from "../html.js";
import { plain } from "../safe_text.js";
import { FACTS, MODES } from "../words.js";

/** @import { Session } from "../shapes.js" */

/** @param {{session: Session}} given */
export function Facts({ session }) {
  const { mode, model, context, cost, limits, cwd, background, last_message: said } = session;
  const rows = [
    [FACTS.directory, cwd && html`<code>${plain(cwd)}</code>`],
    [FACTS.mode, mode && (MODES[mode] ?? mode)],
    [FACTS.model, model && plain(model)],
    [FACTS.context, context != null && html`<${Used} share=${context} />`],
    [FACTS.cost, cost != null && `$${cost.toFixed(2)}`],
    [FACTS.limits, limits && plain(limits)],
    [FACTS.background, background > 0 && FACTS.tasks(background)],
  ];
  return html`<section class="facts" aria-label=${FACTS.label}>
    <dl>
      ${rows.filter(([, value]) => value).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${said && html`<h3>${FACTS.said}</h3><p class="said">${plain(said)}</p>`}
  </section>`;
}

function Used({ share }) {
  return html`<meter min="0" max="100" high="80" value=${share} aria-label=${FACTS.context} /> ${Math.round(share)} %`;
}
