// What a session is doing, in its own words.

import { plain } from "../safe_text.js";

/** The reason for its state, or what it is at while it works; nothing that its state says already. */
export function doing(session) {
  const told = session.state === "working" ? session.activity || session.reason : session.reason;
  return plain((told ?? "").replace(/^waits for you:? ?/, ""));
}
