// Which card is where: the daemon orders them, and under a finger nothing moves. Pure.

/** @import { Ask } from "./shapes.js" */

const LINGER = 2000; // how long a card that ended says how

/**
 * The asks to show, in the daemon's order; one that ended lingers a moment where it was.
 *
 * @param {Map<string, Ask>} known @param {string[]} order @param {Ask[]} before @param {number} now
 */
export function agenda(known, order, before, now) {
  const shown = found(order, known).filter(({ ended }) => !ended);
  before.forEach(({ id }, place) => {
    const ask = known.get(id);
    if (ask?.ended && now - (ask.left ?? now) < LINGER) shown.splice(placeOf(shown, before, place), 0, ask);
  });
  return shown;
}

/** @param {string[]} ids @param {Map<string, Ask>} known @returns {Ask[]} */
const found = (ids, known) => ids.flatMap((id) => known.get(id) ?? []);

/** Where a card belongs that had a place before: below those that were above it. */
function placeOf(shown, before, place) {
  const above = before.slice(0, place).map(({ id }) => shown.findIndex((ask) => ask.id === id));
  return Math.max(-1, ...above) + 1;
}

/**
 * Whether an ask waits for the person; one that only informs does not.
 *
 * @param {Ask} ask
 */
export const isWaiting = ({ priority, ended }) => priority > 1 && !ended;

/**
 * Whether the person wants to see an ask later.
 *
 * @param {Ask} ask
 */
export const isSnoozed = (ask) => Boolean(ask.snoozed_until) && !ask.ended;

/**
 * When the next lingering card has to leave; nothing when none lingers.
 *
 * @param {Ask[]} asks @param {number} now
 */
export function nextLeave(asks, now) {
  const leaves = asks.filter((ask) => ask.ended).map((ask) => (ask.left ?? now) + LINGER - now);
  return leaves.length ? Math.max(0, Math.min(...leaves)) : undefined;
}

/**
 * What is shown, and how many wait until it may move: under a finger nothing comes, goes or moves.
 *
 * @param {Ask[]} before @param {Ask[]} asks @param {Map<string, Ask>} known @param {boolean} touched
 */
export function arranged(before, asks, known, touched) {
  if (!touched) return { shown: asks, more: 0 };
  const stay = found(before.map(({ id }) => id), known);
  const there = new Set(stay.map(({ id }) => id));
  return { shown: stay, more: asks.filter(({ id, ended }) => !there.has(id) && !ended).length };
}

/**
 * The one card of a small screen: the same as before, unless something more urgent came.
 *
 * @param {Ask | null | undefined} before @param {Ask[]} asks @param {Set<string>} seen @param {boolean} touched
 */
export function currentAsk(before, asks, seen, touched) {
  const current = asks.find(({ id }) => id === before?.id);
  if (!current) return asks[0];
  const urgent = asks.find(({ id, priority }) => !seen.has(id) && priority > current.priority);
  return urgent && !touched ? urgent : current;
}
