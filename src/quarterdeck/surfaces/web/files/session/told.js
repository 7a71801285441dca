// The outcome of something done in a session, in words.

import { plain } from "../safe_text.js";
import { ACTIONS, outcome } from "../words.js";

/** What became of a call, and whether it surely came to nothing; `done` is said if all is well. */
export async function told(call, done) {
  try {
    const { ok, body } = await call;
    if (!ok) return { words: plain(body.note || body.message || ACTIONS.failed), failed: true };
    const well = body.outcome === "accepted" || !(body.error_type || body.note);
    return { words: well ? done : `${capital(outcome(body.outcome, body.note))}.`, failed: false };
  } catch {
    return { words: ACTIONS.broken, failed: true };
  }
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);
