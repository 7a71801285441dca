"""The page follows the daemon: through restarts, beside other pages, and it says when it cannot."""

import json

from playwright.sync_api import Route, expect
from tests.stage.browser import Tabs, armed, card
from tests.stage.daemon import StagedDaemon

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
# The stream's first word takes four seconds, always.
SLOW_LINE = """
const { fetch: call } = window;
const slow = (path, how) => new Promise((resolve, reject) => {
  how.signal.addEventListener("abort", reject);
  setTimeout(() => resolve(call(path, how)), 4000);
});
window.fetch = (path, how) => (path === "/api/events" ? slow : call)(path, how);
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
    page.route("**/api/events", lambda route: route.abort())
    daemon.kill()
    expect(page.get_by_text("reconnecting…")).to_be_visible()
    daemon.up()
    daemon.client.post(f"/api/asks/{daemon.asks()[0]['id']}/answer", {"choice": "dismiss"})
    page.unroute("**/api/events")
    expect(card(page)).to_contain_text("Ended while this page was not connected.")
    expect(card(page)).to_have_count(0)


def test_of_two_pages_that_answer_at_once_one_counts_and_the_other_is_told(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("web")
    hook = agent.bash("npm run a")
    one, two = tabs.open(daemon.link), tabs.open(daemon.link)
    armed(card(one))
    armed(card(two))
    on_its_way: list[Route] = []

    def delay(route: Route) -> None:
        on_its_way.append(route)

    two.route("**/answer", delay)
    two.get_by_role("button", name="Deny", exact=True).click()
    one.get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}
    with two.expect_response("**/answer") as refused:
        on_its_way[0].continue_()
    assert refused.value.json()["error_type"] == "answered"
    expect(card(two)).to_contain_text("It is being answered on another page.")
    agent.ran("Bash", {"command": "npm run a"})
    expect(card(one)).to_contain_text("Answered here; the agent took it.")
    expect(card(two)).to_contain_text("Answered on another page; the agent took it.")


def test_a_refusal_is_shown_in_words(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("web").bash("npm run a")
    page = tabs.open(daemon.link)
    armed(card(page))
    refusal = {"status": "error", "error_type": "answered", "message": "It was answered before."}

    def refuse(route: Route) -> None:
        route.fulfill(status=409, content_type="application/json", body=json.dumps(refusal))

    page.route("**/answer", refuse)
    page.get_by_role("button", name="Allow").click()
    expect(card(page).get_by_role("status")).to_have_text("It was answered before.")
    expect(page.get_by_role("button", name="Allow")).to_be_enabled()


def test_an_answer_that_nobody_acknowledged_is_not_called_accepted(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("web").bash("npm run a")
    page = tabs.open(daemon.link)
    armed(card(page))
    page.route("**/answer", lambda route: route.abort())
    page.get_by_role("button", name="Allow").click()
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
    stuck = [True]

    def first_is_stuck(route: Route) -> None:
        if stuck:
            stuck.pop()  # and never answered
        else:
            route.continue_()

    page.route("**/api/events", first_is_stuck)
    page.goto(daemon.link)
    card(page).wait_for()
    assert not stuck


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


def test_a_call_that_nobody_answers_leaves_no_card_unarmed(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("web").bash("npm run a")
    page = tabs.open("about:blank")
    page.add_init_script(FAST)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/seen")):
        page.route("**/seen", lambda route: None, times=1)  # and never answered
        page.goto(daemon.link)
    armed(card(page))


def test_a_link_that_nobody_answers_says_so(daemon: StagedDaemon, tabs: Tabs) -> None:
    page = tabs.open("about:blank")
    page.add_init_script(FAST)
    page.route("**/api/hello", lambda route: None)  # and never answered
    page.goto(daemon.link)
    expect(page.get_by_text("Quarterdeck does not answer. Is it running?")).to_be_visible()
