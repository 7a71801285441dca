"""Hundreds of sessions and asks: all are listed, and only what changed is drawn again."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from tests.stage.browser import DESK, DRAWN, row
from tests.stage.crowd import Crowd, a_session, an_ask
from tests.stage.daemon import StagedDaemon

# Which rows change from now on; that ages tick is not a change, nor is saying the same again.
WATCH = """() => {
  window.drawn = new Set();
  const watch = new MutationObserver((changes) => {
    for (const { type, target, oldValue, attributeName } of changes) {
      const node = target instanceof Element ? target : target.parentElement;
      const now = type === "characterData" ? target.data : node?.getAttribute(attributeName ?? "");
      if (node?.closest("time") || (type !== "childList" && now === oldValue)) continue;
      window.drawn.add(node?.closest(".session, [data-row]")?.textContent ?? node?.className);
    }
  });
  const values = { attributeOldValue: true, characterDataOldValue: true };
  watch.observe(document.body, { subtree: true, childList: true, ...values });
}"""


# An ask that ended is forgotten soon, and not only after a minute.
FORGET = """
const { setTimeout: later } = window;
window.setTimeout = (done, wait = 0, ...more) => later(done, wait === 60_000 ? 200 : wait, ...more);
"""
ROUNDS = int(os.environ.get("QUARTERDECK_ROUNDS", "2"))  # a hundred are an hour of a busy day


@pytest.fixture(scope="module")
def crowd(module_daemon: StagedDaemon, browser: Browser) -> Iterator[tuple[Page, Crowd]]:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.add_init_script(FORGET)
    crowd = Crowd(page, sessions=500, asks=200)
    page.goto(module_daemon.link)
    expect(row(page)).to_have_count(200)
    yield page, crowd
    context.close()


def test_of_hundreds_of_sessions_and_asks_only_what_changed_is_drawn_again(
    crowd: tuple[Page, Crowd],
) -> None:
    page, told = crowd
    expect(page.locator(".session")).to_have_count(500)
    page.evaluate(DRAWN)
    page.evaluate(WATCH)
    told.tell(type="session", session={**told.sessions[300], "activity": "something else"})
    expect(page.locator(".session").nth(300)).to_contain_text("something else")
    drawn = page.evaluate("() => [...window.drawn]")
    assert len(drawn) == 1
    assert "agent-300" in drawn[0]


@pytest.mark.soak
def test_an_hour_of_traffic_leaves_nothing_behind(crowd: tuple[Page, Crowd]) -> None:
    page, told = crowd
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    a_minute(page, told, -1)
    before = used(session)
    for number in range(ROUNDS):
        a_minute(page, told, number)
    after = used(session)
    assert after["Nodes"] < before["Nodes"] + 500, (before, after)
    assert after["JSEventListeners"] < before["JSEventListeners"] + 50, (before, after)
    assert after["JSHeapUsedSize"] < before["JSHeapUsedSize"] + 2e6, (before, after)


def a_minute(page: Page, told: Crowd, number: int) -> None:
    """Sessions that change, come and go, and asks that come and end."""
    asks = list(told.asks)
    for n in range(20):
        told.tell(type="session", session={**told.sessions[n], "activity": f"step {number}.{n}"})
        came = {**a_session(0), "id": f"s-{number}-{n}", "name": "short"}
        told.tell(type="session", session=came)
        told.tell(type="session", session={**came, "state": "ended"})
        asked = {**an_ask(n, "s0"), "id": f"a-{number}-{n}"}
        told.asks = [asked, *asks]
        told.tell(type="ask", ask=asked)
        told.show()
        told.tell(type="ask", ask={**asked, "ended": {"how": "terminal"}})
        told.asks = asks
        told.show()
    expect(row(page)).to_have_count(len(asks))
    page.wait_for_timeout(300)  # what ended is forgotten by then
    expect(page.locator(".session").first).to_contain_text(f"step {number}.0")


def used(session: CDPSession) -> dict[str, float]:
    """What the page needs, once what nobody needs any more is gone."""
    session.send("HeapProfiler.collectGarbage")
    told = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in told}
