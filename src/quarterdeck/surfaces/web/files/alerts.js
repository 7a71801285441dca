// Tells a person who looks elsewhere: a notification, a sound, a sign on the tab's icon. The daemon
// says when; notifications and sounds are off until the person turns them on.

import { html, useEffect, useLayoutEffect, useReducer } from "./html.js";
import { plain } from "./safe_text.js";
import { ALERTS } from "./words.js";

const PLACE = "quarterdeck-alerts";
const NOTES = { calm: [523, 659], critical: [880, 659, 880] }; // hertz, one after the other
const NOTE = 0.16; // seconds

export class PageAlerts {
  /** @type {{channel: string, why: string}[]} */
  failing = []; // channels that get nothing through, as the daemon tells
  word = ""; // why notifications cannot be turned on
  #api;
  #reconnect;
  #wanted = remembered();
  #shown = new Map(); // notifications by their ask
  #listeners = new Set();

  constructor(api, reconnect) {
    this.#api = api;
    this.#reconnect = reconnect;
  }

  /** Whether this page shows notifications. */
  get on() {
    return this.#wanted && globalThis.Notification?.permission === "granted";
  }

  /** Be told of every change. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Turn notifications on or off; the daemon hears of it with a new line. */
  async turn(on) {
    this.#wanted = on;
    this.word = on ? await permission() : "";
    remember(this.on);
    this.#changed();
    this.#reconnect();
  }

  hear(message) {
    if (message.type === "alert" && this.on) this.#show(message);
    if (message.type === "alert_over") this.#close(message.ask);
    if (message.type === "welcome" || message.type === "alerts") this.#ask();
  }

  #show({ ask, title, text, risk }) {
    try {
      const shown = new Notification(plain(title), { body: plain(text), tag: ask, icon: "/static/icon.svg" });
      shown.onclick = () => {
        window.focus();
        location.hash = `ask=${encodeURIComponent(ask)}`;
      };
      this.#shown.set(ask, shown);
      play(risk === "critical" ? NOTES.critical : NOTES.calm);
    } catch {
      this.word = ALERTS.impossible; // some phones have the permission, and nothing that shows it
      this.#changed();
    }
  }

  #close(ask) {
    this.#shown.get(ask)?.close();
    this.#shown.delete(ask);
  }

  async #ask() {
    try {
      const { ok, body } = await this.#api.get("/api/alerts");
      this.failing = ok ? body.filter(({ channel, why }) => why && channel !== "page") : [];
    } catch {
      return; // the line is gone, and with it whoever could tell
    }
    this.#changed();
  }

  #changed() {
    this.#listeners.forEach((listener) => listener());
  }
}

/** Turns notifications on and off. */
export function AlertSwitch({ alerts }) {
  useChanges(alerts);
  return html`<button type="button" class="alert-switch" title=${ALERTS.title} onClick=${() => alerts.turn(!alerts.on)}>
    ${alerts.on ? ALERTS.on : ALERTS.off}
  </button>`;
}

/** Says which alerts do not get through, and why notifications are not on. */
export function AlertTrouble({ alerts }) {
  useChanges(alerts);
  const lines = alerts.failing.map(({ channel, why }) => ALERTS.failing(plain(channel), plain(why)));
  const told = [alerts.word, ...lines].filter(Boolean);
  return html`<div class="alert-trouble" role="status">${told.map((line) => html`<p>${line}</p>`)}</div>`;
}

/** The tab's icon, and that of an installed page, say that something waits. */
export function useBadge(count) {
  useEffect(() => {
    const icon = count ? "icon-waiting.svg" : "icon.svg";
    document.querySelector('link[rel="icon"]')?.setAttribute("href", `/static/${icon}`);
    (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
  }, [count]);
}

export function useChanges(alerts) {
  const [, redraw] = useReducer((n) => n + 1, 0);
  useLayoutEffect(() => alerts.subscribe(redraw), [alerts]);
}

/** Ask the person's browser; why it says no. */
async function permission() {
  if (!globalThis.Notification) return ALERTS.impossible;
  return (await Notification.requestPermission()) === "granted" ? "" : ALERTS.blocked;
}

function play(notes) {
  const context = new AudioContext();
  notes.forEach((pitch, place) => {
    const [from, tone, volume] = [context.currentTime + place * NOTE, context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + NOTE);
  });
  setTimeout(() => context.close(), 2000 * NOTE * notes.length);
}

function remembered() {
  try {
    return localStorage.getItem(PLACE) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
}

function remember(on) {
  try {
    localStorage.setItem(PLACE, on ? "on" : "off");
  } catch {
    // It is on until the page is closed.
  }
}
