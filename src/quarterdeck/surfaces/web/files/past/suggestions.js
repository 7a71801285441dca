// Rules that would have saved asks; each is added by a press on its own words, and by nothing else.

import { html, useEffect, useState } from "../html.js";
import { RiskWord } from "../parts/risk_word.js";
import { plain } from "../safe_text.js";
import { age, SUGGESTIONS } from "../words.js";

export function Suggestions({ app }) {
  const [told, setTold] = useState({ offers: [], rules: [] });
  const [said, setSaid] = useState("");
  const look = async () => {
    const [offers, rules] = await Promise.all([app.api.get("/api/suggestions"), app.api.get("/api/rules")]);
    setTold({ offers: offers.ok ? offers.body : [], rules: rules.ok ? rules.body : [] });
  };
  const change = async (path, body) => {
    const { body: answer } = await app.api.post(path, body);
    setSaid(plain(answer.note ?? answer.message));
    await look();
  };
  const safely = (work) => () => work().catch(() => setSaid(SUGGESTIONS.silent));
  useEffect(() => void safely(look)(), []);
  if (told.offers.length + told.rules.length === 0 && !said) return null;
  const add = (offer) => safely(() => change(`/api/suggestions/${encodeURIComponent(offer.id)}`, { rule: offer.rule }));
  const remove = (rule) => safely(() => change(`/api/rules/${encodeURIComponent(rule.id)}/remove`, {}));
  return html`<section class="suggestions" aria-label=${SUGGESTIONS.label}>
    <h3>${SUGGESTIONS.title}</h3>
    <p role="status">${said}</p>
    <ul>
      ${told.offers.map((offer) => html`<${Offer} key=${offer.id} offer=${offer} add=${add(offer)} />`)}
      ${told.rules.map((rule) => html`<${Added} key=${rule.id} rule=${rule} remove=${remove(rule)} />`)}
    </ul>
  </section>`;
}

function Offer({ offer, add }) {
  const days = Math.max(2, Math.round((offer.last - offer.first) / 86_400) + 1);
  return html`<li class="offer">
    <p>${SUGGESTIONS.why(offer.times, days, age(offer.waited))}</p>
    <code>${plain(offer.text)}</code>
    <p><${RiskWord} level=${offer.risk.level} /> ${plain(offer.risk.reason)} <span class="quiet">${SUGGESTIONS.in(plain(offer.file))}</span></p>
    <button type="button" class="press" onClick=${add}><span>${SUGGESTIONS.add} <code>${plain(offer.rule)}</code></span></button>
  </li>`;
}

function Added({ rule, remove }) {
  return html`<li class="offer">
    <p>${SUGGESTIONS.addedBy(plain(rule.by))} <span class="quiet">${SUGGESTIONS.in(plain(rule.project))}</span></p>
    <button type="button" class="press" onClick=${remove}><span>${SUGGESTIONS.remove} <code>${plain(rule.rule)}</code></span></button>
  </li>`;
}
