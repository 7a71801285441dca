// The page: gets its key, follows the daemon, and shows what waits.

import { Desk } from "./desktop.js";
import { Door } from "./layout.js";
import { Api } from "./api.js";
import { html, render, useEffect, useLayoutEffect, useReducer, useState } from "./html.js";
import { forgetKey, key } from "./token.js";
import { News } from "./state.js";
import { agenda, nextLeave } from "./order.js";
import { Phone } from "./phone.js";
import { Sight } from "./visible.js";
import { follow } from "./stream.js";

const SMALL = matchMedia("(max-width: 640px)");

async function open() {
  const { token, why } = await key();
  if (!token) return shut(why);
  const api = new Api(token);
  const deck = { api, news: new News(), sight: new Sight(api, surfaceName()) };
  render(html`<${Page} deck=${deck} />`, document.body);
  await follow(api, {
    begin: () => deck.news.begin(),
    hear: (event) => {
      deck.news.hear(event);
      if (event.name === "ready") deck.sight.restart();
    },
    lost: () => deck.news.lost(),
  });
  forgetKey();
  return shut("The key of this page is no longer good.");
}

function shut(why) {
  render(html`<${Door} why=${why} />`, document.body);
}

/** A name for this tab, so that its answers can be told from others. */
function surfaceName() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return `page-${number.toString(36)}`;
}

function Page({ deck }) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  const [touch, setTouch] = useState({ pointer: null, typing: null });
  const hold = (how, id) => setTouch((before) => ({ ...before, [how]: id }));
  const now = performance.now();
  const asks = agenda(deck.news.asks.values(), now);
  const sessions = [...deck.news.sessions.values()].filter(({ state }) => state !== "ended");
  const there = new Set(asks.map(({ id }) => id));
  const held = there.has(touch.pointer) || there.has(touch.typing);
  const leave = nextLeave(asks, now);
  // Before the first paint: what is heard until then would be shown only with the next news.
  useLayoutEffect(() => deck.news.subscribe(redraw), [deck]);
  useEffect(() => {
    // A card that is taken away tells nobody that the pointer left it.
    for (const how of ["pointer", "typing"]) if (touch[how] && !there.has(touch[how])) hold(how, null);
  });
  useEffect(() => {
    SMALL.addEventListener("change", redraw);
    return () => SMALL.removeEventListener("change", redraw);
  }, []);
  useEffect(() => {
    if (leave === undefined) return undefined;
    const timer = setTimeout(redraw, leave + 1);
    return () => clearTimeout(timer);
  }, [leave]);
  const live = deck.news.connection === "live";
  return html`<${SMALL.matches ? Phone : Desk}
    deck=${deck} asks=${asks} sessions=${sessions} live=${live} held=${held} hold=${hold}
  />`;
}

addEventListener("hashchange", () => location.hash.startsWith("#code=") && location.reload());
open();
