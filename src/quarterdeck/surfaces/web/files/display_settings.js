// How the person wants asks guarded and ordered, as the daemon wrote it on the document.

const { guard, minorGuard, hold, order } = document.documentElement.dataset;

export const HOLD = Number(hold);
export const ORDER = order;

/** How long, in milliseconds, a press on this ask does nothing after its card moved. */
export const guardOf = (ask) => {
  const decides = ask.priority === 3 || ask.choices.some(({ meaning }) => meaning === "allows");
  return Number(decides ? guard : minorGuard);
};

/** Whether it was judged critical: what allows it must then be held. */
export const isCritical = (ask) => ask.risk?.level === "critical";
