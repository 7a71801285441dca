"""The page follows the daemon: through restarts, beside other pages, and it says when it cannot."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import DRAWN, Line, Tabs, armed, card, hold
from tests.stage.daemon import StagedDaemon
from tests.stage.proxy import proxy_to

# A machine that is so busy that nothing is painted, and no timer comes, until long after its time.
BUSY = """
const { setTimeout: later, requestAnimationFrame: paint } = window;
window.setTimeout = (done, wait = 0, ...more) => later(done, wait + 500, ...more);
window.requestAnimationFrame = (done) => later(() => paint(done), 500);
"""
# Time runs ten times as fast, so that patience ends soon.
FAST = """
const { setTimeout: later } = window;
window.setTimeout = (done, wait = 0, ...more) => later(done, wait / 10, ...more);
const limit = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (wait) => limit(wait / 10);
"""
# Whatever the daemon says takes four seconds, always.
SLOW_LINE = """
const Line = WebSocket;
window.WebSocket = class extends Line {
  set onmessage(hear) {
    super.onmessage = (message) => setTimeout(() => hear(message), 4000);
  }
};
"""

# A browser that keeps nothing for a page, and whose clock is an hour slow.
FORGETFUL = """
const forbid = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
for (const name of ["indexedDB", "localStorage"])
  Object.defineProperty(window, name, { get: forbid });
const { now } = Date;
Date.now = () => now() - 3_600_000;
"""


def test_after_a_crash_the_page_comes_back_with_the_same_asks(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    hook = daemon.agent("web").bash("npm run a")
    page = tabs.open(daemon.link)
    ask = card(page).get_attribute("data-ask")
    daemon.kill()
    expect(page.get_by_text("reconnecting…")).to_be_visible()
    expect(page.get_by_role("button", name="Allow")).to_be_disabled()
    daemon.up()
    expect(page.get_by_role("button", name="Allow")).to_be_enabled()
    assert card(page).get_attribute("data-ask") == ask
    armed(card(page))
    page.get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_what_ended_while_the_page_was_away_leaves(daemon: StagedDaemon, tabs: Tabs) -> None:
    agent = daemon.agent("web")
    agent.tell("Stop", last_assistant_message="Finished.")
    page = tabs.open(daemon.link)
    card(page).wait_for()
    page.route("**/api/tickets", lambda route: route.abort())
    daemon.kill()
    expect(page.get_by_text("reconnecting…")).to_be_visible()
    daemon.up()
    daemon.client.post(f"/api/asks/{daemon.asks()[0]['id']}/answer", {"choice": "dismiss"})
    page.unroute("**/api/tickets")
    expect(card(page)).to_contain_text("Ended while this page was not connected.")
    expect(card(page)).to_have_count(0)


def opened(daemon: StagedDaemon, tabs: Tabs) -> tuple[Page, Line]:
    """A page, and the line between it and the daemon."""
    page = tabs.open("about:blank")
    line = Line(page)
    page.goto(daemon.link)
    return page, line


def test_of_two_pages_that_answer_at_once_one_counts_and_the_other_is_told(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("web")
    hook = agent.bash("npm run a")
    one = tabs.open(daemon.link)
    two, line = opened(daemon, tabs)
    armed(card(one))
    armed(card(two))
    line.keeps = {"press"}
    two.get_by_role("button", name="Deny", exact=True).click()
    one.get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}
    line.let_through()
    expect(card(two)).to_contain_text("It is being answered on another page.")
    agent.ran("Bash", {"command": "npm run a"})
    expect(card(one)).to_contain_text("Answered here; the agent took it.")
    expect(card(two)).to_contain_text("Answered on another page; the agent took it.")


def test_any_number_of_pages_can_be_open(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("web").bash("npm run a")
    pages = [tabs.open(daemon.link)]
    for _ in range(7):  # in one browser, which opens six connections to a host at most
        page = pages[0].context.new_page()
        page.goto(daemon.link)
        pages.append(page)
    for page in pages:
        page.bring_to_front()
        armed(card(page))
    pages[-1].get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_refusal_is_shown_in_words(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("web").bash("npm run a")
    page, line = opened(daemon, tabs)
    armed(card(page))
    line.keeps = {"press"}
    page.get_by_role("button", name="Allow").click()
    expect(card(page).get_by_role("status")).to_have_text("Sending…")
    [press] = line.kept
    words = {"error_type": "answered", "message": "It was answered before."}
    line.tell(type="outcome", press=press["id"], status="error", **words)
    expect(card(page).get_by_role("status")).to_have_text("It was answered before.")
    expect(page.get_by_role("button", name="Allow")).to_be_enabled()


def test_an_answer_that_nobody_acknowledged_is_not_called_accepted(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("web").bash("npm run a")
    page, line = opened(daemon, tabs)
    armed(card(page))
    line.keeps = {"press"}
    page.get_by_role("button", name="Allow").click()
    expect(card(page).get_by_role("status")).to_have_text("Sending…")
    line.cut()
    expect(card(page)).to_contain_text("It is not known whether it arrived.")


def test_a_hidden_dialog_is_kept_for_a_page_in_sight_and_not_for_one_that_left(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.restart("")  # nobody was here before
    form = {"message": "Who?", "requested_schema": {"type": "object", "properties": {}}}
    agent = daemon.agent("web")
    page = tabs.open(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    kept = agent.hook("Elicitation", "ask", **form)
    armed(card(page))
    page.get_by_role("button", name="Decline").click()
    assert kept.reply()["action"] == "decline"
    page.goto("about:blank")
    assert agent.hook("Elicitation", "ask", **form).reply() == {}


def test_a_line_on_which_nothing_is_heard_at_first_is_tried_again(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("web").bash("npm run a")
    page = tabs.open("about:blank")
    line = Line(page)
    line.stuck = True
    with page.expect_response("**/api/tickets"):
        page.goto(daemon.link)
    line.stuck = False
    card(page).wait_for()


def test_what_is_heard_before_the_first_paint_is_shown(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open("about:blank")
    page.add_init_script(BUSY)
    page.goto(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()


def test_a_line_that_is_always_slow_is_waited_for(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open("about:blank")
    page.add_init_script(FAST + SLOW_LINE)
    page.goto(daemon.link)
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()


def test_a_word_that_was_lost_leaves_no_card_unarmed(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("web").bash("npm run a")
    page = tabs.open("about:blank")
    line = Line(page)
    line.keeps = {"shown"}
    page.goto(daemon.link)
    card(page).wait_for()
    page.evaluate(DRAWN)
    while not line.kept:
        page.evaluate(DRAWN)
    line.kept.clear()
    line.keeps.clear()
    armed(card(page))


def test_a_link_that_nobody_answers_says_so(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open("about:blank")
    page.add_init_script(FAST)
    page.route("**/api/hello", lambda route: None)  # and never answered
    page.goto(daemon.link)
    expect(page.get_by_text("Quarterdeck does not answer. Is it running?")).to_be_visible()


def test_a_page_of_another_version_is_loaded_again_once_nothing_would_be_lost(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    hook, url = daemon.agent("web").bash("npm run a"), daemon.url
    page = tabs.open(daemon.link)
    armed(card(page)).get_by_role("button", name="Deny with a message").click()
    page.get_by_role("textbox").fill("half")
    page.evaluate("document.documentElement.dataset.page = 'older'")
    daemon.kill()
    with page.expect_request(f"{url}/") as looked:
        daemon.up()
    assert looked.value.resource_type == "fetch"
    expect(page.get_by_role("textbox")).to_have_value("half")
    with page.expect_navigation():
        page.get_by_role("textbox").fill("")
    armed(card(page)).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_a_browser_that_keeps_nothing_and_has_a_wrong_clock_shows_what_is(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    hook = daemon.agent("web").bash("npm run a")
    daemon.wait_ask("permission")
    page = tabs.open("about:blank")
    page.add_init_script(FORGETFUL)
    page.goto(daemon.link)
    expect(card(page).locator("header time")).to_have_text(re.compile(r"[0-5]:\d\d"))
    ages = [card(page).locator("header time").inner_text()]
    page.wait_for_function(
        "(before) => document.querySelector('.card header time').textContent !== before",
        arg=ages[0],
    )  # it ticks
    armed(card(page)).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


@pytest.mark.parametrize(
    "in_the_way",
    [{"upgrades": False}, {"keeps_after": b"\r\n\r\n"}, {"keeps_after": b'"cards"'}],
    ids=["opens no line", "keeps all that is told", "keeps what is told later"],
)
def test_behind_a_proxy_that_lets_no_line_through_the_page_asks_by_itself_until_one_does(
    daemon: StagedDaemon, tabs: Tabs, in_the_way: dict[str, Any]
) -> None:
    agent = daemon.agent("web")
    hook = agent.bash("rm -rf ~/data")
    with proxy_to(daemon.url) as proxy:
        vars(proxy).update(in_the_way)
        page = tabs.open("about:blank")
        page.add_init_script(FAST)
        page.goto(daemon.link.replace(daemon.url, proxy.url))
        expect(page.get_by_text("Slow line")).to_be_visible()
        hold(page, armed(card(page)).get_by_role("button", name="Hold to allow"))
        assert hook.reply()["decision"] == {"behavior": "allow"}
        agent.ran("Bash", {"command": "rm -rf ~/data"})
        expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
        expect(page.get_by_text("Slow line")).to_be_visible()
        proxy.let_through()
        expect(page.locator(".top.is-live")).to_be_visible()
        agent.bash("npm run a")
        card(page).filter(has_text="npm run a").wait_for()
        tabs.close()  # before the proxy, which it would miss
