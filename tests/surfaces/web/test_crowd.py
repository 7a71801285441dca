"""Hundreds of sessions and asks: all are listed, and only what changed is drawn again."""

from playwright.sync_api import expect
from tests.stage.browser import DRAWN, Tabs, row
from tests.stage.crowd import Crowd
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


def test_of_hundreds_of_sessions_and_asks_only_what_changed_is_drawn_again(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    page = tabs.open("about:blank")
    crowd = Crowd(page, sessions=500, asks=200)
    page.goto(daemon.link)
    expect(row(page)).to_have_count(200)
    expect(page.locator(".session")).to_have_count(500)
    page.evaluate(DRAWN)
    page.evaluate(WATCH)
    crowd.tell(type="session", session={**crowd.sessions[300], "activity": "something else"})
    expect(page.locator(".session").nth(300)).to_contain_text("something else")
    drawn = page.evaluate("() => [...window.drawn]")
    assert len(drawn) == 1
    assert "agent-300" in drawn[0]
