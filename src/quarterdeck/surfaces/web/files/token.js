// The token: bought once with the code of a link, then kept for this origin alone.

const PLACE = "quarterdeck.token";
const PATIENCE = 10_000; // milliseconds

/** The token of this page, or the reason why there is none. */
export async function key() {
  const code = takeCode();
  if (code === null) return { token: localStorage.getItem(PLACE), why: "" };
  const { token, why } = await exchanged(code);
  if (token) localStorage.setItem(PLACE, token);
  return { token: token ?? localStorage.getItem(PLACE), why };
}

export const forgetKey = () => localStorage.removeItem(PLACE);

/** The code in the address, which leaves it at once: a used link tells nobody anything. */
function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (location.hash) history.replaceState(null, "", location.pathname);
  return code;
}

async function exchanged(code) {
  try {
    const [body, signal] = [JSON.stringify({ code }), AbortSignal.timeout(PATIENCE)];
    const response = await fetch("/api/token", { method: "POST", body, signal });
    const { token, message } = await response.json();
    return { token, why: message ?? "" };
  } catch {
    return { why: "Quarterdeck does not answer. Is it running?" };
  }
}
