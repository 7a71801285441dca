// Which ask comes first, and which cards stand where. Pure.

import { ORDER } from "./display_settings.js";

const LINGER = 2000; // how long a card that ended says how
const RANKS = ["low", "medium", "high", "critical"];

const BY_TASTE = {
  urgent: (a, b) => deadline(a) - deadline(b) || rank(b) - rank(a) || a.opened - b.opened,
  newest: (a, b) => b.opened - a.opened,
  oldest: (a, b) => a.opened - b.opened,
  risk: (a, b) => rank(b) - rank(a) || b.opened - a.opened,
};

/** The asks to show, as every surface orders them: what ended lingers a moment. */
export function agenda(asks, now, order = ORDER) {
  const shown = [...asks].filter((ask) => (ask.ended ? now - ask.left < LINGER : !isPutOff(ask)));
  return shown.sort(
    (a, b) => b.priority - a.priority || BY_TASTE[order](a, b) || (a.id < b.id ? -1 : 1),
  );
}

/** Whether the person wants to see an ask later. */
export const isPutOff = (ask) => Boolean(ask.snoozed_until) && !ask.ended;

/** When the next lingering card has to leave; nothing when none lingers. */
export function nextLeave(asks, now) {
  const leaves = asks.filter((ask) => ask.ended).map((ask) => ask.left + LINGER - now);
  return leaves.length ? Math.max(0, Math.min(...leaves)) : undefined;
}

/** What is shown, and what waits at the edge: under a finger nothing comes, goes or moves. */
export function arranged(before, asks, known, held) {
  if (!held) return { shown: asks, edge: 0 };
  const stay = before.map(({ id }) => known.get(id)).filter(Boolean);
  const there = new Set(stay.map(({ id }) => id));
  return { shown: stay, edge: asks.filter(({ id, ended }) => !there.has(id) && !ended).length };
}

/** The one card of a small screen: the same as before, unless something more urgent came. */
export function foremost(before, asks, seen, held) {
  const current = asks.find(({ id }) => id === before?.id);
  if (!current) return asks[0];
  const urgent = asks.find(({ id, priority }) => !seen.has(id) && priority > current.priority);
  return urgent && !held ? urgent : current;
}

// Larger than any time: most decisions wait as long as it takes.
const deadline = (ask) => (ask.priority === 3 && ask.deadline) || Number.MAX_SAFE_INTEGER;
const rank = (ask) => RANKS.indexOf(ask.risk?.level ?? "low");
