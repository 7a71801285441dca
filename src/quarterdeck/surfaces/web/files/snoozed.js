// Asks that are put off: each comes back by itself, or when the person wants it.

import { html } from "./html.js";
import { isSnoozed } from "./order.js";
import { Left } from "./parts/age.js";
import { RiskWord } from "./parts/risk_word.js";
import { plain } from "./safe_text.js";
import { KINDS, SOMEBODY } from "./words.js";

export function Snoozed({ app }) {
  const asks = [...app.state.asks.values()].filter(isSnoozed);
  if (asks.length === 0) return null;
  asks.sort((a, b) => a.snoozed_until - b.snoozed_until);
  return html`<section class="put-off" aria-label="Put off">
    <h2>Put off</h2>
    <ul>
      ${asks.map((ask) => html`<${SnoozedAsk} key=${ask.id} ask=${ask} app=${app} />`)}
    </ul>
  </section>`;
}

function SnoozedAsk({ ask, app }) {
  const session = app.state.sessions.get(ask.session);
  // Whatever the outcome, the daemon tells every page.
  const wake = () =>
    app.api.post(`/api/asks/${encodeURIComponent(ask.id)}/snooze`, { seconds: 0 }).catch(() => {});
  return html`<li class="sleeper hue-${session?.colour_index ?? 9}">
    <span class="name"><b>${plain(session?.name ?? SOMEBODY)}</b> ${KINDS[ask.kind] ?? "asks"}</span>
    <button type="button" class="later" onClick=${wake}>Show now</button>
    <span class="state">${ask.risk && html`<${RiskWord} level=${ask.risk.level} /> `}${plain(ask.title)}</span>
    <span class="when">back in <${Left} until=${ask.snoozed_until} /></span>
  </li>`;
}
