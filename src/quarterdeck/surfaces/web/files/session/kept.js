// Small things that a browser keeps for this page; one that keeps nothing loses nothing else.

const PREFIX = "quarterdeck.";

export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // storage is forbidden or full
  }
}
