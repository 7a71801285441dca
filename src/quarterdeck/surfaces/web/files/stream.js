// The daemon's events. Read by `fetch`, because an EventSource can carry no token.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const FIRST_WORD = 3_000; // the daemon tells at once what is; a line that says nothing is stuck, or slow
const SILENCE = 40_000; // after that it speaks at least every 15 seconds

/** Hear events for as long as the page lives; ends only when the token is refused. */
export async function follow(api, { begin, hear, lost }) {
  let [pause, patience] = [FIRST_PAUSE, FIRST_WORD];
  for (;;) {
    try {
      const refused = await listen(api, patience, begin, (event) => {
        [pause, patience] = [FIRST_PAUSE, FIRST_WORD];
        hear(event);
      });
      if (refused) return;
    } catch {
      // Whatever broke the connection, the remedy is the next one.
    }
    lost();
    await rest(pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
    patience = Math.min(patience * 2, SILENCE);
  }
}

async function listen(api, patience, begin, hear) {
  const watchdog = new Watchdog(patience);
  try {
    const response = await api.events(watchdog.signal);
    if (response.status === 401) return true;
    if (!response.ok) return false;
    begin();
    for await (const text of pieces(response.body, watchdog)) {
      const event = read(text);
      if (event) hear(event);
    }
  } finally {
    watchdog.stop();
  }
  return false;
}

/** Ends a connection on which nothing was heard for too long. */
class Watchdog {
  #controller = new AbortController();
  #timer = 0;

  constructor(patience) {
    this.fed(patience);
  }

  get signal() {
    return this.#controller.signal;
  }

  fed(patience) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), patience);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}

/** The stream's messages: what stands between empty lines. */
async function* pieces(body, watchdog) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    watchdog.fed(SILENCE);
    rest += value;
    if (!value.includes("\n")) continue;
    const messages = rest.split("\n\n");
    rest = messages.pop();
    yield* messages;
  }
}

/** A message's name and content; nothing for a sign of life. */
export function read(text) {
  const name = /^event: (.*)$/m.exec(text)?.[1];
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return name && data ? { name, data: JSON.parse(data) } : null;
}

/** Wait, but not when the network or the person is back. */
function rest(milliseconds) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
  });
}
