// What the daemon sends, and what every view is given: the shapes by which the page's code is checked.

/**
 * @typedef {"critical" | "high" | "medium" | "low"} Level
 * @typedef {"accepted" | "blocked" | "not_delivered" | "unknown"} Outcome
 * @typedef {{level: Level, reason: string, sentence: string, rule: string, part: string}} Risk
 * @typedef {{id: string, label: string, description: string, meaning: string}} Choice
 * @typedef {{choice: string, face: string, hold: boolean}} Face
 * @typedef {{label: string, description: string, preview: string}} Option
 * @typedef {{question: string, header: string, multi: boolean, free_text: boolean, options: Option[]}} Question
 * @typedef {{name: string, label: string, kind: string, required: boolean, options: string[]}} Field
 * @typedef {{marks: [number, number][], breaks: number[], cut: number}} Shown
 * @typedef {{old: number, new: number, lines: string[]}} Hunk
 * @typedef {{path: string, new: boolean, hunks: Hunk[], cut: number}} Change
 * @typedef {{how: string, at?: number, by?: string | null, outcome?: Outcome | null, note?: string | null}} Ended
 */

/**
 * An ask, with what can be pressed on it.
 *
 * @typedef {object} Ask
 * @property {string} id
 * @property {string} session
 * @property {string | null} subagent
 * @property {string} kind
 * @property {number} priority
 * @property {string} title
 * @property {string} text
 * @property {string | null} tool
 * @property {Record<string, unknown>} input
 * @property {Risk | null} risk
 * @property {Choice[]} choices
 * @property {string | null} cwd
 * @property {Shown | null} shown
 * @property {Change | null} change
 * @property {number} opened
 * @property {string | null} rule
 * @property {Ended | null} ended
 * @property {{choice: string, by: string} | null} answering
 * @property {Face[]} faces
 * @property {number} guard_ms
 * @property {Question[]} [questions]
 * @property {Field[]} [fields]
 * @property {string} [plan]
 * @property {boolean} [succeeded] of a turn that is over
 * @property {"tests" | "error" | null} [trouble] what it ended with instead
 * @property {number} [deadline]
 * @property {number} [snoozed_until]
 * @property {number} [left] when this page heard that it ended; by this page's own clock
 */

/**
 * @typedef {object} Button
 * @property {string} text
 * @property {string} emoji
 * @property {string} action
 * @property {string | null} does
 * @property {string} reason
 * @property {Level} risk
 * @property {string | null} colour
 * @property {string | null} image
 */

/**
 * @typedef {object} Session
 * @property {string} id
 * @property {string} name
 * @property {string} host
 * @property {string} agent
 * @property {string} agent_session
 * @property {string} keyboard_id
 * @property {number} pid
 * @property {string | null} cwd
 * @property {string | null} branch
 * @property {string} state
 * @property {number} since
 * @property {string | null} reason
 * @property {string | null} mode
 * @property {string | null} model
 * @property {string | null} version
 * @property {string | null} last_message
 * @property {string | null} activity
 * @property {number} background
 * @property {{kind: string, socket: string | null, pane: string | null, tty: string | null, iterm_pane_id: string | null} | null} terminal
 * @property {string} colour
 * @property {number} colour_index
 * @property {{id: string, by: string, context: string, detail: string | null, row: Button[]} | null} buttons
 * @property {number} [cost]
 * @property {number} [context]
 * @property {string} [limits]
 */

/**
 * What every view is given.
 *
 * @typedef {object} App
 * @property {import("./api.js").Api} api
 * @property {import("./connection.js").Connection} connection
 * @property {import("./alerts.js").PageAlerts} alerts
 * @property {import("./state.js").State} state
 * @property {import("./visible_asks.js").VisibleAsks} visible
 *
 * @typedef {object} Given
 * @property {App} app
 * @property {{view: string, id: string}} route
 * @property {Ask[]} asks
 * @property {Session[]} sessions
 * @property {boolean} live
 * @property {boolean} small
 * @property {boolean} isTouched
 * @property {(how: "pointer" | "typing", id: string | null) => void} touch
 */

/**
 * The ways to answer an ask from its card.
 *
 * @typedef {object} Offer
 * @property {boolean} armed whether a press that begins now is meant
 * @property {boolean} disabled
 * @property {(choice: string) => Promise<void>} begin
 * @property {(choice: string, held: number) => Promise<void>} release
 * @property {(choice: string, more: {text?: string, answers?: object}) => Promise<void>} answer
 * @property {() => void} guard
 * @property {() => Promise<void>} later
 * @property {(text: string) => Promise<void>} [prompt]
 * @property {(...keys: string[]) => Promise<void>} [keys]
 * @property {() => Promise<{ok: boolean, body: any}>} [screen]
 */

export {};
