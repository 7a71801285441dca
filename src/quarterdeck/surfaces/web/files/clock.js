// What time it is where the daemon runs: a wrong clock of this device makes no age wrong.

const SLACK = 2; // seconds that a message may take

let ahead = 0; // seconds by which the daemon's clock is ahead of this device's

/** The daemon says what time it is. */
export function setClock(seconds) {
  const by = seconds - Date.now() / 1000;
  ahead = Math.abs(by) > SLACK ? by : 0;
}

/** Seconds since 1970. */
export const now = () => Date.now() / 1000 + ahead;

/** The same as a date. */
export const date = () => new Date(now() * 1000);
