// The decks that are connected, as they look now; their keys can be pressed here too.

import { html, useEffect, useState } from "../html.js";
import { DECKS } from "../words.js";
import { Deck } from "./deck.js";

const LOOK_EVERY = 1_000;

export function Decks({ app, live }) {
  const decks = useDecks(app.api, live);
  return html`<main class="view decks">
    <h2 class="unseen">${DECKS.title}</h2>
    ${decks?.length === 0 && html`<${NoDeck} />`}
    ${decks?.map((deck) => html`<${Deck} key=${deck.id} api=${app.api} deck=${deck} />`)}
    <p class="quiet">${DECKS.also} <a href="#/keyboard">${DECKS.keyboard}</a></p>
  </main>`;
}

const NoDeck = () =>
  html`<div class="empty">
    <p class="big">${DECKS.none}</p>
    <p class="quiet">${DECKS.plug}</p>
    <pre>${DECKS.example}</pre>
  </div>`;

/** The surfaces with keys, looked at again and again; null before the first look. */
function useDecks(api, live) {
  const [decks, setDecks] = useState(null);
  useEffect(() => {
    if (!live) return undefined;
    let over = false;
    const look = async () => {
      const { ok, body } = await api.get("/api/surfaces").catch(() => ({ ok: false }));
      if (ok && !over) setDecks(body.filter(({ model }) => model));
    };
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [api, live]);
  return decks;
}
