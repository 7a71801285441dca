// What the person set about pressing, as the daemon wrote it on the document.

/** For how many milliseconds a button must be held where that is needed. */
export const HOLD = Number(document.documentElement.dataset.hold);
