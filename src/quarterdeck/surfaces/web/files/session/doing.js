// What a session is doing, in its own words.

import { plain } from "../safe_text.js";

/** @import { Session } from "../shapes.js" */

/**
 * The reason for its state, or what it is at while it works; nothing that its state says already.
 *
 * @param {Session} session
 */
export function doing(session) {
  const told = session.state === "working" ? session.activity || session.reason : session.reason;
  return plain((told ?? "").replace(/^waits for you:? ?/, ""));
}
