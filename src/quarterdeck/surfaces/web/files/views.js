// The views of the page, by the names that routes.js gives them.

import { Decks } from "./decks/decks.js";
import { Keyboard } from "./keyboard/keyboard.js";
import { Now } from "./now.js";
import { Past } from "./past/past.js";
import { SessionList } from "./session/list.js";
import { SessionPage } from "./session/session.js";

/** Each gets `app`, `route`, `asks`, `sessions`, `live`, `small`, `isTouched` and `touch`. */
export const VIEWS = {
  now: Now,
  sessions: SessionList,
  session: SessionPage,
  history: Past,
  decks: Decks,
  keyboard: Keyboard,
};
