"""The page in a real browser: how soon it is there, how soon it shows an ask and echoes a key.

Run as `python -m bench.page [--rounds N]`.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from bench.quarterdeck import table
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect
from tests.stage.browser import DESK, Tabs, card, chromium, row
from tests.stage.crowd import Crowd
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.tmux import tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon

SESSIONS, ASKS = 500, 200
# When something of this name is first in sight, in milliseconds since 1970, as the page sees it.
SEEN = """([selector, words]) => new Promise((seen) => {
  const look = () => {
    const all = [...document.querySelectorAll(selector)];
    const found = all.find((node) => node.textContent.includes(words));
    if (found) requestAnimationFrame(() => seen(performance.timeOrigin + performance.now()));
    return found;
  };
  if (look()) return;
  const watch = new MutationObserver(() => look() && watch.disconnect());
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
})"""
# From each key that goes down until the terminal shows another text, in milliseconds.
ECHOES = """() => {
  window.echoes = [];
  let pressed = 0;
  addEventListener("keydown", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (!pressed) return;
    const since = pressed;
    pressed = 0;
    requestAnimationFrame(() => window.echoes.push(performance.now() - since));
  }).observe(document.querySelector(".xterm-rows"), { subtree: true, childList: true });
}"""
# The time between two frames, while lists are scrolled from one end to the other.
SCROLL = """(selector) => new Promise((done) => {
  const list = document.querySelector(selector);
  const frames = [];
  let before = performance.now();
  const step = (now) => {
    frames.push(now - before);
    before = now;
    list.scrollTop += 120;
    if (list.scrollTop + list.clientHeight < list.scrollHeight - 1) requestAnimationFrame(step);
    else done(frames.slice(1));
  };
  requestAnimationFrame(step);
})"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    rows: list[tuple[str, ...]] = [("page", "measured", "goal")]
    with chromium() as browser:
        with staged_daemon() as daemon:
            rows += _opening(daemon, browser, max(5, rounds // 5))
            rows += _asks(daemon, browser, rounds)
            rows += _crowd(daemon, browser, rounds)
            rows += _back(daemon, browser)
        with staged_daemon() as daemon, tmux_server_in(daemon.home) as server:
            rows += _typing(TmuxDaemon(daemon, server), browser, rounds)
    table(rows)


def _opening(daemon: StagedDaemon, browser: Browser, rounds: int) -> list[tuple[str, ...]]:
    """From an address to the first ask that can be read, in a browser that has nothing yet."""
    daemon.agent("web").bash("npm run build")
    daemon.wait_ask("permission")
    waits, sizes = [], []
    for _ in range(rounds):
        link = daemon.link
        page = browser.new_context(viewport=DESK).new_page()
        sizes.append(_counting(page))
        began = time.time() * 1000
        page.goto(link, wait_until="commit")
        waits.append(page.evaluate(SEEN, ["article.card", "npm run build"]) - began)
        page.context.close()
    size = statistics.median(total() for total in sizes)
    daemon.clear()
    return [
        ("opened → first ask shown, nothing cached, p50", f"{_p50(waits):.0f} ms", "≤ 1000 ms"),
        ("… transferred, with headers, without the font", f"{size / 1000:.0f} KB", "≤ 400 KB"),
    ]


def _counting(page: Page) -> Callable[[], float]:
    """Count the bytes that come over the network, but those of fonts."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    fonts, found = set[str](), dict[str, float]()

    def answered(told: dict[str, object]) -> None:
        if told["type"] == "Font":
            fonts.add(str(told["requestId"]))

    def finished(told: dict[str, object]) -> None:
        found[str(told["requestId"])] = float(str(told["encodedDataLength"]))

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", finished)
    return lambda: sum(size for request, size in found.items() if request not in fonts)


def _asks(daemon: StagedDaemon, browser: Browser, rounds: int) -> list[tuple[str, ...]]:
    """From an agent's hook to the card on an open page."""
    agent, page = daemon.agent("web"), Tabs(browser).open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    waits = []
    for number in range(rounds):
        command = f"npm run part-{number}"
        given = {"tool_name": "Bash", "tool_input": {"command": command}}
        agent.tell("PreToolUse", **given)
        began = time.time() * 1000
        agent.hook("PermissionRequest", "ask", **given)
        waits.append(page.evaluate(SEEN, ["article.card", command]) - began)
        agent.ran("Bash", {"command": command})
        expect(card(page)).to_have_count(0)
    page.context.close()
    daemon.clear()
    return [("ask → card shown, p50; p90", f"{_p50(waits):.0f}; {_p90(waits):.0f} ms", "≤ 100 ms")]


def _crowd(daemon: StagedDaemon, browser: Browser, rounds: int) -> list[tuple[str, ...]]:
    """Many sessions and asks: scrolling through them, and one that changes."""
    page = Tabs(browser).open("about:blank")
    crowd = Crowd(page, SESSIONS, ASKS)
    page.goto(daemon.link)
    expect(row(page)).to_have_count(ASKS)
    frames = [f for list_ in (".inbox", ".desk > aside") for f in page.evaluate(SCROLL, list_)]
    waits = []
    for number in range(rounds):
        began = time.time() * 1000
        changed = {**crowd.sessions[number], "activity": f"change {number}."}
        crowd.tell(type="session", session=changed)
        waits.append(page.evaluate(SEEN, [".session", f"change {number}."]) - began)
    page.context.close()
    told = f"{_p50(frames):.0f}; {_p90(frames):.0f} ms"
    return [
        (f"{SESSIONS} sessions, {ASKS} asks: a frame while scrolling, p50; p90", told, "≤ 17 ms"),
        ("… a session changes → shown, p50", f"{_p50(waits):.0f} ms", "≤ 100 ms"),
    ]


def _back(daemon: StagedDaemon, browser: Browser) -> list[tuple[str, ...]]:
    """From the daemon's first answer after a while without one to a page that is true again."""
    page = Tabs(browser).open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    waits = []
    for seconds in (1, 8):
        daemon.kill()
        page.get_by_text("reconnecting").wait_for()
        time.sleep(seconds)
        daemon.up()
        began = time.time()
        expect(page.get_by_text("reconnecting")).to_have_count(0)
        waits.append(time.time() - began)
    page.context.close()
    told = "; ".join(f"{wait:.1f}" for wait in waits)
    return [("daemon back after 1; 8 s → page true again", f"{told} s", "≤ 2 s")]


def _typing(tmux_daemon: TmuxDaemon, browser: Browser, rounds: int) -> list[tuple[str, ...]]:
    """From a key in the page's terminal to its echo there."""
    _, session = tmux_daemon.program("echo", "cat")
    page = Tabs(browser).open(tmux_daemon.daemon.link)
    page.set_viewport_size(ViewportSize(width=1440, height=900))
    page.locator(".top").wait_for()
    page.evaluate("(id) => { location.hash = `#/sessions/${id}`; }", session)
    page.locator('.terminal .frame[data-shown="true"]').click()
    page.evaluate(ECHOES)
    for number in range(rounds):
        page.keyboard.press("x")
        page.wait_for_function("(n) => window.echoes.length > n", arg=number)
        page.wait_for_timeout(250)  # as a person types; and the screen is redrawn when it rests
    waits = page.evaluate("() => window.echoes")
    page.context.close()
    return [("key → echo shown, p50; p90", f"{_p50(waits):.0f}; {_p90(waits):.0f} ms", "≤ 50 ms")]


def _p50(waits: list[float]) -> float:
    return statistics.median(waits)


def _p90(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=10)[-1]


if __name__ == "__main__":
    main()
