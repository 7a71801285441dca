// The terminal emulator, under a policy that allows no inline style sheet: its sheets are constructed.

import { Terminal } from "../vendor/xterm.mjs";
import { Unicode11Addon } from "../vendor/xterm-unicode11.mjs";
import { WebLinksAddon } from "../vendor/xterm-web-links.mjs";

const FONT = '"M PLUS 1 Code", ui-monospace, "DejaVu Sans Mono", monospace';
const SMALLEST = 9;
const LARGEST = 17;
const READABLE = 13; // not smaller only because the window is low
const ROW = 1.25; // heights of a letter
const AROUND = 470; // pixels for what stands above and below it
// Programs choose their colours for a dark ground, so it is dark in both themes.
const THEME = {
  background: "#0b0e12",
  foreground: "#e6eaf0",
  cursor: "#e6eaf0",
  selectionBackground: "#3a5a8c",
  black: "#242b35",
  red: "#ff6b6b",
  green: "#7bd88f",
  yellow: "#f5b83d",
  blue: "#5aa9ff",
  magenta: "#c79bff",
  cyan: "#56c8d8",
  white: "#c9d1db",
  brightBlack: "#7d8896",
  brightRed: "#ff8f8f",
  brightGreen: "#9be8ab",
  brightYellow: "#ffd080",
  brightBlue: "#8cc4ff",
  brightMagenta: "#dcbfff",
  brightCyan: "#86e0ec",
  brightWhite: "#ffffff",
};

/** A terminal in a frame; `typed` gets what the person types, `pointed` the address under the pointer. */
export async function emulator(frame, { typed, pointed }) {
  // Letters are measured when it opens: with another font they would stand at the wrong places.
  await Promise.all([document.fonts.load(`13px ${FONT}`), styled("/static/vendor/xterm.css")]);
  const sheets = new Set();
  const links = { activate: (_, address) => follow(address), hover: (_, address) => pointed(address), leave: () => pointed("") };
  const terminal = new Terminal({
    allowProposedApi: true,
    linkHandler: { ...links, allowNonHttpProtocols: false },
    fontFamily: FONT,
    fontSize: 13,
    scrollback: 5000,
    scrollSensitivity: 4,
    theme: THEME,
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = "11";
  terminal.loadAddon(new WebLinksAddon(links.activate, { hover: links.hover, leave: links.leave }));
  openWithSheets(terminal, frame, sheets);
  terminal.onData(typed);
  // On another screen a wheel would press arrow keys.
  terminal.attachCustomWheelEventHandler(() => terminal.buffer.active.type !== "alternate");
  terminal.attachCustomKeyEventHandler((event) => !leaves(event, terminal));
  const fits = new ResizeObserver(() => fit(terminal, frame));
  fits.observe(frame);
  return {
    terminal,
    show: (message) => show(terminal, frame, message),
    close: () => {
      fits.disconnect();
      terminal.dispose();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.has(sheet));
    },
  };
}

function show(terminal, frame, message) {
  const { text, width, height } = message;
  if (message.type === "screen" && (terminal.cols !== width || terminal.rows !== height))
    // After all that was written for the old size.
    terminal.write("", () => {
      terminal.resize(width, height);
      fit(terminal, frame);
    });
  terminal.write(text);
}

/** Letters as large as fit, within reason; the rest can be scrolled to. */
function fit(terminal, frame) {
  const screen = frame.querySelector(".xterm-screen");
  const wide = frame.clientWidth - 24; // its padding and the scroll bar
  if (!screen?.offsetWidth || wide <= 0) return;
  const size = Math.floor((terminal.options.fontSize * 2 * wide) / screen.offsetWidth) / 2;
  // By the number of its rows, not by how tall it is now: that depends on what is decided here.
  const tall = Math.max(READABLE, Math.floor((innerHeight - AROUND) / terminal.rows / ROW));
  const wanted = Math.min(LARGEST, tall, Math.max(SMALLEST, size));
  if (wanted !== terminal.options.fontSize) terminal.options.fontSize = wanted;
}

/** Shift+Escape gives the keyboard back to the page; everything else goes to the agent. */
function leaves(event, terminal) {
  if (event.key !== "Escape" || !event.shiftKey) return false;
  if (event.type === "keydown") terminal.blur();
  return true;
}

/** Open an address in a tab that knows nothing of this one; only the web's own. */
export function follow(address) {
  if (/^https?:$/.test(protocol(address))) open(address, "_blank", "noopener,noreferrer");
}

function protocol(address) {
  try {
    return new URL(address).protocol;
  } catch {
    return "";
  }
}

/** Open it so that what it writes into style elements goes into constructed sheets. */
function openWithSheets(terminal, frame, sheets) {
  // It could be given another document (`documentOverride`), but asks the real one for its scroll bar.
  const create = document.createElement.bind(document);
  document.createElement = (name, ...more) => (name === "style" ? standIn(sheets, create("span")) : create(name, ...more));
  try {
    terminal.open(frame);
  } finally {
    Reflect.deleteProperty(document, "createElement");
  }
}

function standIn(sheets, node) {
  const sheet = new CSSStyleSheet();
  sheets.add(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  node.hidden = true;
  Object.defineProperty(node, "textContent", { set: (text) => sheet.replaceSync(text) });
  return node;
}

/** A style sheet of ours, once. */
function styled(address) {
  if (document.querySelector(`link[href="${address}"]`)) return undefined;
  return new Promise((loaded) => {
    const link = document.createElement("link");
    [link.rel, link.href, link.onload, link.onerror] = ["stylesheet", address, loaded, loaded];
    document.head.append(link);
  });
}
