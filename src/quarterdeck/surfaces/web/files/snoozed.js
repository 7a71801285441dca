// Asks that are put off: each comes back by itself, or when the person wants it.

import { html } from "./html.js";
import { isSnoozed } from "./order.js";
import { Left } from "./parts/age.js";
import { RiskWord } from "./parts/risk_word.js";
import { plain } from "./safe_text.js";
import { doingOf, PUT_OFF, SOMEBODY } from "./words.js";

/** @import { App, Ask } from "./shapes.js" */

/** @param {{app: App}} given */
export function Snoozed({ app }) {
  const asks = [...app.state.asks.values()].filter(isSnoozed);
  if (asks.length === 0) return null;
  asks.sort((a, b) => (a.snoozed_until ?? 0) - (b.snoozed_until ?? 0));
  return html`<section class="put-off" aria-label=${PUT_OFF.title}>
    <h2>${PUT_OFF.title}</h2>
    <ul>
      ${asks.map((ask) => html`<${SnoozedAsk} key=${ask.id} ask=${ask} app=${app} />`)}
    </ul>
  </section>`;
}

/** @param {{ask: Ask, app: App}} given */
function SnoozedAsk({ ask, app }) {
  const session = app.state.sessions.get(ask.session);
  // Whatever the outcome, the daemon tells every page.
  const wake = () =>
    app.api.post(`/api/asks/${encodeURIComponent(ask.id)}/snooze`, { seconds: 0 }).catch(() => {});
  return html`<li class="sleeper hue-${session?.colour_index ?? 9}">
    <span class="name"><b>${plain(session?.name ?? SOMEBODY)}</b> ${doingOf(ask)}</span>
    <button type="button" class="later" onClick=${wake}>${PUT_OFF.show}</button>
    <span class="state">${ask.risk && html`<${RiskWord} level=${ask.risk.level} /> `}${plain(ask.title)}</span>
    <span class="when">${PUT_OFF.back} <${Left} until=${ask.snoozed_until} /></span>
  </li>`;
}
