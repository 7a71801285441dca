// Every word that the page says by itself. What agents and the daemon say comes from them.

import { plain } from "./safe_text.js";

/** @import { Ended, Outcome } from "./shapes.js" */

/** An age: `0:42`, `12 min`, `3 h`, `2 d`. */
export function age(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min`;
  if (whole < 172_800) return `${Math.floor(whole / 3600)} h`;
  return `${Math.floor(whole / 86_400)} d`;
}

// Who asks, where no name is known.
export const SOMEBODY = "A session";

export const TOP = {
  name: "Quarterdeck",
  views: "Views",
  waiting: (number) => (number ? `${count(number, "waits", "wait")} for you` : "nothing waits"),
  later: (number) => ` · ${number} put off`,
};

export const SIGN_IN = {
  once: "This page opens with a link that works once.",
  by: "qd up",
  again: "prints a new one, whether Quarterdeck is already running or not.",
  revoked: "The key of this page is no longer valid.",
  silent: "Quarterdeck does not answer. Is it running?",
};

export const INBOX = {
  title: "What waits for you",
  chosen: "The chosen ask",
  more: (number) => `${number} more`,
  asks: "Asks",
  before: "Previous",
  next: "Next",
  place: (place, all) => `${place} of ${all}`,
};

export const HOLD_IT = "This is critical: hold Space or Enter until the ring is full, then let go.";

export const RISKS = { low: "LOW", medium: "MEDIUM", high: "HIGH", critical: "CRITICAL" };

export const CARD = {
  answering: (place) => `It is being answered ${place}.`,
  asks: "asks",
  broken: "The connection broke. It is not known whether it arrived.",
  focused: "Its terminal is in front.",
  in: "in",
  later: "Later",
  laterTitle: "Hide for ten minutes",
  over: "Time is up",
  left: "Ends by itself in",
  pressed: "Pressed. The screen shows the result.",
  sending: "Sending…",
  since: "waiting",
  subagent: "subagent",
  took: "The agent took it.",
  with: (options) => `with ${options}`,
};

export const CHOICES = {
  allowHeld: "Hold to allow",
  always: "Always:",
  back: "Back",
  cut: "Too long to be shown here: allow it at the terminal, or refuse.",
  unread: "Not all of it is shown: open it to allow it, or refuse.",
  deny: "Deny",
  denyAndStop: "Deny and stop",
  held: "Hold for",
  letGo: "Let go",
  send: "Send",
  showFirst: "Show all of it first",
  // The label of a button that asks for a text, if it is not the choice's own.
  written: { deny: "Deny with a message…", prompt: "Tell it what to do next…" },
  message: "Your message",
  hints: {
    deny: "Why not, or what to do instead",
    chat: "What you want to say about it",
    change: "What should be different",
    tell: "What the agent should know",
    prompt: "What it should do next",
  },
};

export const READING = {
  command: "The command",
  message: "The message",
  plan: "The plan",
  all: "That is all of it.",
  more: (number) => count(number, "more line", "more lines"),
  onward: "Go on",
  restOf: (line) => `the rest of line ${line}`,
  showAll: "Show all",
  empty: (number) => `⋮ ${number} empty lines`,
  leftOut: (number) => `… ${number} more characters that only the terminal shows`,
  dangers: (number) => `… ${number} more dangerous parts`,
  line: (number) => `line ${number}:`,
};

export const QUESTION = {
  title: "Questions",
  nth: (number) => `Question ${number}`,
  option: (number) => `Option ${number}`,
  check: "Check",
  own: "Your own answer",
  answer: "Your answer",
  other: "Something else",
  another: "Something else as well",
  missing: "not answered yet",
  back: "Back",
  next: "Next",
};

export const FORM = { optional: "optional", choose: "choose", empty: "(empty)" };

export const PUT_OFF = { title: "Put off", show: "Show now", back: "back in" };

export const BUTTONS = {
  label: (name) => `Say to ${name}`,
  own: "The agent's own:",
  sure: "Sure?",
  silent: "Nobody answered.",
  refused: "It was not typed.",
};

export const HISTORY = {
  label: "What was asked and done",
  words: "Words",
  hint: "Words, session, directory",
  risk: "Risk",
  answer: "Answer",
  time: "Time",
  exports: { csv: "Export CSV", json: "Export JSON" },
  looking: "Looking…",
  older: "Show older ones",
  silent: "Quarterdeck does not answer.",
  found: (number, more) => (number ? `${more ? "The newest " : ""}${count(number, "entry", "entries")}` : "Nothing was found."),
  after: (time) => `after ${time}`,
  narrowed: "Narrowed to",
  only: { session: "Session", project: "Directory" },
  onlySession: "Only this session",
  onlyProject: "Only this directory",
  more: (number) => count(number, "more line", "more lines"),
  open: "open",
  underWay: "under way",
  ended: { terminal: "at the terminal", gone: "its session ended" },
  risks: { "": "any", medium: "medium or higher", high: "high or critical", critical: "critical" },
  // By how many days it began before today; keys that are bare numbers would come first.
  times: { "": "any", "-0": "today", "-6": "the last 7 days", "-29": "the last 30 days" },
  answers: {
    "": "any",
    "answer=allow": "allowed",
    "answer=always": "always allowed",
    "answer=deny": "denied",
    "by=terminal": "at the terminal",
    "outcome=unknown": "nobody knows",
    "outcome=open": "still open",
    "kind=rule": "rules",
  },
};

export const SUGGESTIONS = {
  label: "Suggestions",
  title: "Rules that would save asks",
  silent: "Quarterdeck does not answer.",
  why: (times, days, waited) =>
    `You allowed this ${count(times, "time", "times")} in ${days} days, and never refused it; it waited ${waited} for you.`,
  in: (place) => `in ${place}`,
  add: "Add",
  addedBy: (who) => `Added by ${who}`,
  remove: "Take out",
};

export const KEYS = {
  title: "Keys",
  close: "Close",
  table: [
    ["j", "the next ask"],
    ["k", "the one before"],
    ["a", "allow, approve or send; a critical one wants its button held"],
    ["d", "deny, or dismiss"],
    ["A", "always allow, with the rule that its button shows"],
    ["1 – 9", "pick an answer"],
    ["/", "search the history"],
    ["?", "these keys"],
    ["Esc", "leave a message unsent, or close this"],
  ],
};

export const STOP = {
  open: "Stop all",
  title: (number) => `Stop ${count(number, "agent", "agents")}?`,
  nobody: "No agent is working.",
  says: "Each is interrupted in the middle of what it does, as if you pressed Escape in its terminal.",
  yes: "Stop all of them",
  no: "Leave them",
  close: "Close",
  stopping: "stopping…",
  stopped: "stopped",
  broken: "not known: the connection broke",
};

export const CONNECTION = {
  connecting: "Connecting…",
  lost: "Not connected: reconnecting… Nothing can be answered here until then.",
  stranger: "This is not your Quarterdeck: something else answers here. Nothing was sent to it.",
  updated: "Quarterdeck was updated: loading its new page…",
  slow: "Slow line: looking every two seconds.",
  live: "",
};

export const EMPTY = {
  calm: "Nothing waits for you.",
  looking: "Looking for Quarterdeck…",
  later: "What an agent wants from you appears here.",
  working: (number) => `${count(number, "session is", "sessions are")} working.`,
  idle: (number) => `${count(number, "session has", "sessions have")} nothing to do:`,
  give: "give one something to do",
  connect: "connects Claude Code. Then start it in a terminal, or in tmux to type to it from here.",
  connectBy: "qd setup claude",
  demoBy: "qd up --demo",
  demo: "shows everything with an agent that only pretends.",
  alerts: "Look elsewhere meanwhile:",
  turnOn: "turn alerts on",
};

// The views, in the order of their doors.
export const VIEWS = { now: "Now", sessions: "Sessions", history: "History", decks: "Decks" };

export const DECKS = {
  title: "What your decks show",
  none: "No deck is connected.",
  plug: "Plug one in. Without one, this in the settings plays it:",
  example: '[deck]\nemulate = ["mk2"]',
  nothing: "Its keys show nothing.",
  key: (number) => `Key ${number + 1}`,
  hold: (label) => `${label}, to be held`,
  broken: "The connection broke: it is not known what became of this.",
};

export const STATES = {
  starting: "starting",
  idle: "idle",
  working: "working",
  waiting: "waits for you",
  limited: "limited",
  failed: "failed",
  unknown: "cannot read this screen",
  ended: "ended",
};

export const MODES = {
  default: "asks first",
  accept_edits: "accepts edits",
  plan: "plans",
  auto: "auto",
  bypass: "never asks",
  dont_ask: "denies without asking",
};

export const ALERTS = {
  on: "Alerts on",
  off: "Alerts off",
  title: "Show a notification with a sound when something waits and you look elsewhere",
  blocked: "Your browser does not let this page show notifications. Allow them in its settings for this site.",
  impossible: "This browser cannot show notifications from a page.",
  failing: (channel, why) => `Alerts to ${channel} fail: ${why}`,
};

export const CHANGE = {
  label: "The change",
  creates: "new file",
  overwrites: "overwrites",
  changes: "changes",
  leftOut: (number) => `${count(number, "more line", "more lines")} that this view leaves out:`,
  whole: "show all of it as text",
};

const KINDS = {
  permission: "asks to act",
  question: "has a question",
  plan: "has a plan",
  elicitation: "wants a form filled in",
  fallback: "waits at its terminal",
  limit: "hit a limit",
  failure: "failed",
  notification: "says",
  blocked: "was blocked",
  done: "is done",
};

// What a card calls itself.
const LABELS = {
  permission: "Permission",
  question: "Question",
  plan: "Plan",
  elicitation: "Form",
  fallback: "At its terminal",
  limit: "Limit",
  failure: "Failure",
  notification: "Notification",
  blocked: "Blocked call",
  done: "Done",
};

// A turn that is over and did not end well.
const TROUBLES = {
  tests: { label: "Tests fail", doing: "is done, but tests fail" },
  error: { label: "Task failed", doing: "is done, but with an error" },
};

/**
 * What a card calls itself; of something done, also whether it went well.
 *
 * @param {{kind: string, trouble?: "tests" | "error" | null}} ask
 */
export function labelOf({ kind, trouble }) {
  return trouble ? TROUBLES[trouble].label : (LABELS[kind] ?? kind);
}

/**
 * The same, as what an agent does.
 *
 * @param {{kind: string, trouble?: "tests" | "error" | null}} ask
 */
export function doingOf({ kind, trouble }) {
  return trouble ? TROUBLES[trouble].doing : (KINDS[kind] ?? CARD.asks);
}

// The word before a card's age.
export const SINCE = {
  fallback: "waiting",
  limit: "limited",
  failure: "failed",
  notification: "told",
  blocked: "blocked",
  done: "done",
};

const OUTCOMES = {
  accepted: "the agent took it",
  blocked: "it arrived, but something else is using the terminal",
  not_delivered: "it was not delivered",
  unknown: "it is not known whether the agent took it",
};

/**
 * The outcome of an answer, truthfully.
 *
 * @param {Outcome} told @param {string | null} [note]
 */
export function outcome(told, note) {
  const words = OUTCOMES[told] ?? OUTCOMES.unknown;
  return note ? `${words}: ${plain(note)}` : words;
}

/**
 * How an ask ended, for a card that is about to leave; `own` are the names of this page.
 *
 * @param {Ended} ended @param {Set<string>} own
 */
export function ending(ended, own) {
  const said = HOW[ended.how]?.(ended, own) ?? "ended";
  if (!ended.outcome || ended.how === "dismissed") return sentence(said);
  return sentence(`${said}; ${outcome(ended.outcome, ended.note)}`);
}

const HOW = {
  answered: (ended, own) => `answered ${where(ended.by, own)}`,
  terminal: () => "answered at the terminal",
  interrupted: () => "interrupted",
  expired: () => "expired",
  replaced: () => "replaced by a newer one",
  dismissed: (ended, own) => (own.has(ended.by) ? "dismissed" : `dismissed ${where(ended.by, own)}`),
  gone: () => "its session ended",
  meanwhile: () => "ended while this page was not connected",
};

/** Where an answer came from, seen from this page. */
export function where(by, own) {
  if (own.has(by)) return "here";
  if (!by) return "elsewhere";
  if (by === "cli") return "on the command line";
  return by.startsWith("page-") ? "on another page" : `on ${plain(by)}`;
}

/**
 * What a session runs on and has used, as far as its status line says.
 *
 * @param {{model: string | null, context?: number, cost?: number}} session
 */
export function used({ model, context, cost }) {
  const parts = [model && plain(model), context != null && `context ${Math.round(context)} %`, cost != null && `$${cost.toFixed(2)}`];
  return parts.filter(Boolean).join(" · ");
}

export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

// A session's own page

export const SESSION = {
  all: "All sessions",
  asks: (number) => count(number, "ask waits for you", "asks wait for you"),
  gone: "This session is not known here.",
  looking: "Looking for Quarterdeck…",
  over: "It has ended. What it did is beside this.",
  without: "It runs in no tmux pane, so its terminal cannot be shown here.",
};

export const ACTIONS = {
  ago: (time) => `${time} ago`,
  background: "Background",
  because: (state, reason) => `It counts as “${state}”${reason ? `: ${reason}` : ""}.`,
  before: "What it was before",
  broken: "The connection broke. It is not known whether it arrived.",
  cancel: "Cancel",
  close: "Close",
  explain: "Explain",
  failed: "It was refused.",
  focus: "Go there",
  focused: "Its terminal is in front.",
  keep: "Rename",
  name: "Name",
  own: "Its own name",
  pressed: "Pressed. The screen shows the result.",
  rename: "Rename…",
  renamed: "Renamed. Nothing was typed.",
  says: (state, reason) => `“${state}”${reason ? `: ${reason.replace(/^screen: /, "")}` : ""}`,
  sending: "Sending…",
  source: { hook: "Hooks", told: "A program", registry: "Registry", screen: "Screen", process: "Process" },
  sources: "Who says what",
  stop: "STOP",
  stopped: "It stopped.",
  trust: { low: "a guess", medium: "likely", high: "certain" },
  unexplained: "Nobody can say why just now.",
  why: "Why this state",
};

export const TERMINAL = {
  ended: (why) => `Nothing more to see: ${why}.`,
  keys: "Keys",
  label: "Its terminal",
  leave: "Click to type · Shift+Esc leaves",
  lost: "The connection broke; trying again…",
  missing: "The terminal could not be loaded. Reload the page.",
  opening: "Opening its terminal…",
  // What a dialog that nobody can read may want, for those without such keys.
  pad: [
    ["Escape", "Esc"],
    ["Up", "↑", "Up"],
    ["Enter", "Enter"],
    ["BTab", "⇧ Tab"],
    ["Left", "←", "Left"],
    ["Down", "↓", "Down"],
    ["Right", "→", "Right"],
    ["Tab", "Tab"],
  ],
  screen: "Its screen",
};

export const FACTS = {
  background: "In the background",
  context: "Context used",
  cost: "Cost",
  directory: "Directory",
  label: "About this session",
  limits: "Limits",
  mode: "Mode",
  model: "Model",
  said: "It said last",
  tasks: (number) => count(number, "task", "tasks"),
};

export const COMPOSER = {
  forget: "Remove template",
  label: "A prompt for this session",
  later: "Send when idle",
  often: "Templates",
  placeholder: "Tell it what to do. Enter sends, Shift+Enter starts a line, ↑ brings back earlier prompts.",
  remember: "Keep as template",
  send: "Send",
  sending: "Typing it…",
  sent: "The agent took it.",
  templates: ["Continue.", "Run the tests and fix what fails.", "Commit what you have."],
  waits: "It waits until the agent is idle, as long as this page is open.",
  withdraw: "Withdraw",
  withdrawn: "Withdrawn.",
};

export const TIMELINE = {
  acts: { send: "told it", keys: "pressed keys", interrupt: "stopped it", focus: "went there", rename: "renamed it" },
  asked: (title, answer) => `${title}: ${answer}`,
  away: (time, what) => (what ? `Since you last looked (${time}): ${what}.` : `Nothing happened since you last looked (${time}).`),
  cut: (number) => `… and ${count(number, "more character", "more characters")}`,
  did: (what, by, outcome) => `${by || "somebody"} ${what}${outcome && outcome !== "accepted" ? ` (${outcome.replaceAll("_", " ")})` : ""}`,
  failed: "failed",
  label: "What it did",
  asks: (number) => count(number, "ask", "asks"),
  calls: (number, risky) => count(number, "tool call", "tool calls") + (risky ? ` (${risky} high or critical)` : ""),
  turns: (number) => count(number, "turn", "turns"),
  nothing: "Nothing yet.",
  older: "Show older ones",
  states: { "idle working": "began a turn", "starting working": "began a turn", "working idle": "ended its turn", "waiting working": "went on" },
  told: "was told",
  trouble: "What it did cannot be read just now.",
};

export const SESSIONS = {
  connectBy: "qd setup claude",
  connects: "connects Claude Code.",
  limits: (told) => `Limits: ${told}`,
  nobody: "No agent is connected yet.",
};

export const PREVIEW = {
  none: "No screen to show",
  waiting: "…",
};

export const KEYBOARD = {
  title: "Keyboard",
  waiting: "Waiting for Quarterdeck …",
  lost: "Reconnecting …",
  dark: (number) => `Key ${number}, nothing on it`,
  hint: "A label with ○ must be held. Holding STOP wraps up first; holding the last key lists the sessions.",
};
