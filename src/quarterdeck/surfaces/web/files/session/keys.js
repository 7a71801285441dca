// What a person types in the emulator, as keys with names. Whatever else an emulator says by itself,
// such as answers to what a program on the screen asks of it, is nobody's typing and is dropped.

const NAMED = {
  "\r": "Enter",
  "\n": "C-j",
  "\t": "Tab",
  "\x7f": "BSpace",
  "\b": "C-h",
  "\x1b": "Escape",
  "\x1b[Z": "BTab",
  "\x1b[A": "Up",
  "\x1b[B": "Down",
  "\x1b[C": "Right",
  "\x1b[D": "Left",
  "\x1b[H": "Home",
  "\x1b[F": "End",
  "\x1bOA": "Up",
  "\x1bOB": "Down",
  "\x1bOC": "Right",
  "\x1bOD": "Left",
  "\x1bOH": "Home",
  "\x1bOF": "End",
  "\x1bOP": "F1",
  "\x1bOQ": "F2",
  "\x1bOR": "F3",
  "\x1bOS": "F4",
  "\x1b[3~": "Delete",
  "\x1b[5~": "PageUp",
  "\x1b[6~": "PageDown",
  "\x1b[15~": "F5",
  "\x1b[17~": "F6",
  "\x1b[18~": "F7",
  "\x1b[19~": "F8",
  "\x1b[20~": "F9",
  "\x1b[21~": "F10",
  "\x1b[23~": "F11",
  "\x1b[24~": "F12",
};
const PASTED = /^\x1b\[200~([^]*)\x1b\[201~$/;
const BREAKS = /[\r\n\t]+/g;
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g;

/** The message for what was typed, or nothing. */
export function inputOf(data) {
  const name = NAMED[data] ?? control(data);
  if (name) return { type: "input", keys: [name] };
  const pasted = PASTED.exec(data)?.[1];
  // A break in what is pasted would submit the half before it.
  if (pasted !== undefined) return text(pasted.replace(BREAKS, " "));
  // With Alt a key comes after an Escape, as terminals have always done it.
  if (/^\x1b[a-zA-Z0-9.,]$/.test(data)) return { type: "input", keys: ["Escape", data[1]] };
  return data.startsWith("\x1b") ? null : text(data.replace(BREAKS, " "));
}

function text(said) {
  const clean = said.replace(CONTROLS, "");
  return clean ? { type: "input", text: clean } : null;
}

function control(data) {
  const code = data.length === 1 ? data.charCodeAt(0) : 0;
  return code >= 1 && code <= 26 ? `C-${String.fromCharCode(code + 96)}` : "";
}
