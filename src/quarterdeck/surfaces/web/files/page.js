// The page: gets its token, follows the daemon, and shows what waits.

import { PageAlerts } from "./alerts.js";
import { SignIn, Top } from "./layout.js";
import { Api } from "./api.js";
import { setClock } from "./clock.js";
import { Connection } from "./connection.js";
import { html, render, useEffect, useLayoutEffect, useReducer, useRef, useState } from "./html.js";
import { identity } from "./token.js";
import { State } from "./state.js";
import { Now } from "./now.js";
import { agenda, nextLeave } from "./order.js";
import { useRoute } from "./routes.js";
import { fetchViews, View } from "./views.js";
import { loadIfAnother } from "./page_version.js";
import { VisibleAsks } from "./visible_asks.js";
import { SIGN_IN } from "./words.js";

/** @import { App } from "./shapes.js" */

const PAINTED = 200; // milliseconds after which what waits is shown, and there is time for the rest
const SMALL = matchMedia("(max-width: 640px)");

async function open() {
  const { page, why } = await identity();
  if (!page) return signIn(why);
  const api = new Api(page);
  const connection = new Connection(api);
  const alerts = new PageAlerts(api, () => connection.restart());
  connection.notifies = () => alerts.on;
  /** @type {App} */
  const app = { api, connection, alerts, state: new State(), visible: new VisibleAsks(connection) };
  render(html`<${Page} app=${app} />`, document.body);
  const lookForUpdate = () => loadIfAnother(() => app.state.lost("updated"));
  let welcomes = 0;
  await connection.run({
    hear: (message) => {
      app.state.hear(message);
      alerts.hear(message);
      if (message.now) setClock(message.now);
      if (message.type === "welcome") app.visible.restart();
      if (message.type === "welcome" && ++welcomes > 1) lookForUpdate();
      if (message.type === "welcome") setTimeout(() => fetchViews(() => app.state.isLive), PAINTED);
      if (message.type === "cards") app.visible.hear(message);
    },
    lost: (how) => app.state.lost(how),
    refused: lookForUpdate,
  });
  return signIn(SIGN_IN.revoked);
}

function signIn(why) {
  render(html`<${SignIn} why=${why} />`, document.body);
}

/** @param {{app: App}} given */
function Page({ app }) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  const [touched, setTouched] = useState({ pointer: null, typing: null });
  const touch = (how, id) => setTouched((before) => ({ ...before, [how]: id }));
  const before = useRef([]);
  const route = useRoute();
  const now = performance.now();
  const asks = agenda(app.state.asks, app.state.order, before.current, now);
  const sessions = [...app.state.sessions.values()].filter(({ state }) => state !== "ended");
  const there = new Set(asks.map(({ id }) => id));
  const isTouched = there.has(touched.pointer) || there.has(touched.typing);
  const leave = nextLeave(asks, now);
  // Before the first paint: what arrives until then would be shown only with the next change.
  useLayoutEffect(() => app.state.subscribe(redraw), [app]);
  useEffect(() => {
    before.current = asks;
    // A card that is taken away tells nobody that the pointer left it.
    for (const how of ["pointer", "typing"]) if (touched[how] && !there.has(touched[how])) touch(how, null);
  });
  useLayoutEffect(() => {
    SMALL.addEventListener("change", redraw);
    return () => SMALL.removeEventListener("change", redraw);
  }, []);
  useEffect(() => {
    if (leave === undefined) return undefined;
    const timer = setTimeout(redraw, leave + 1);
    return () => clearTimeout(timer);
  }, [leave]);
  const live = app.state.isLive;
  const given = { app, route, asks, sessions, live, small: SMALL.matches, isTouched, touch };
  // What waits stays where it is behind another view: a half-written answer is not lost.
  return html`<${Top} ...${given} />
    <div class="behind" hidden=${route.view !== "now"}><${Now} ...${given} /></div>
    ${route.view !== "now" && html`<${View} key=${route.view + route.id} ...${given} />`}`;
}

addEventListener("hashchange", () => location.hash.startsWith("#code=") && location.reload());
open();
