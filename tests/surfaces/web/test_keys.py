"""The page by keyboard: single keys choose and answer, and never while somebody types."""

from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs, armed, card, row
from tests.stage.daemon import StagedDaemon, question


def opened(daemon: StagedDaemon, tabs: Tabs) -> Page:
    page = tabs.open(daemon.link)
    armed(card(page))
    return page


def unanswered(daemon: StagedDaemon, page: Page) -> bool:
    """Whether nothing is answered, once the daemon has heard all that the page sent."""
    page.evaluate("fetch('/static/icon.svg', { cache: 'no-store' })")
    return [ask["answering"] for ask in daemon.asks()] == [None]


def test_asks_are_chosen_and_answered_by_keys(daemon: StagedDaemon, tabs: Tabs) -> None:
    first = daemon.agent("first").bash("npm run a")
    daemon.wait_ask("permission")
    second = daemon.agent("second").bash("npm run b")
    page = opened(daemon, tabs)
    expect(row(page)).to_have_count(2)
    page.keyboard.press("j")
    expect(card(page)).to_contain_text("npm run b")
    armed(card(page))
    page.keyboard.press("d")
    assert second.reply()["decision"]["behavior"] == "deny"
    page.keyboard.press("k")
    expect(card(page)).to_contain_text("npm run a")
    armed(card(page))
    page.keyboard.press("a")
    assert first.reply()["decision"] == {"behavior": "allow"}


def test_a_key_allows_nothing_critical_and_says_how(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("api").bash("rm -rf ~/data")
    page = opened(daemon, tabs)
    page.keyboard.down("a")
    expect(card(page).get_by_role("status")).to_contain_text("hold Space or Enter")
    page.keyboard.up("a")
    expect(page.get_by_role("button", name="Hold to allow")).to_be_focused()
    assert unanswered(daemon, page)
    page.keyboard.down(" ")
    page.get_by_role("button", name="Let go").wait_for()
    page.keyboard.up(" ")
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_keys_are_letters_while_somebody_writes_or_caps_lock_is_on(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("api").bash("npm run a")
    page = opened(daemon, tabs)
    capital = {"key": "A", "bubbles": True, "shiftKey": False}
    page.evaluate("how => document.body.dispatchEvent(new KeyboardEvent('keydown', how))", capital)
    page.keyboard.press("Control+a")
    page.get_by_role("button", name="Deny with a message").click()
    page.keyboard.type("a d j k ? /")
    expect(page.get_by_role("textbox")).to_have_value("a d j k ? /")
    assert unanswered(daemon, page)


def test_a_question_is_answered_by_its_number(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook = daemon.agent("api").questions(question("Which?", "One", "Two"))
    page = opened(daemon, tabs)
    page.keyboard.press("2")
    expect(page.get_by_role("radio", name="Two")).to_be_checked()
    page.keyboard.press("a")
    assert hook.reply()["decision"]["updatedInput"]["answers"] == {"Which?": "Two"}


def test_the_keys_are_listed_and_the_history_is_searched(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").bash("npm run a")
    page = opened(daemon, tabs)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert unanswered(daemon, page)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Words")).to_be_focused()


def test_the_focus_stays_in_the_list_when_its_row_leaves(daemon: StagedDaemon, tabs: Tabs) -> None:
    leaving = daemon.agent("leaving")
    leaving.bash("npm run a")
    daemon.wait_ask("permission")
    daemon.agent("staying").bash("npm run b")
    page = opened(daemon, tabs)
    expect(row(page)).to_have_count(2)
    row(page).first.focus()
    leaving.ran("Bash", {"command": "npm run a"})
    expect(row(page)).to_have_count(1)
    expect(row(page)).to_be_focused()


def test_all_are_stopped_after_one_question_and_each_says_what_became_of_it(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    busy = daemon.agent("busy")
    busy.tell("UserPromptSubmit", prompt="go on")
    daemon.agent("resting")
    page = tabs.open(daemon.link)
    expect(page.locator(".session.is-working")).to_have_count(1)
    page.get_by_role("button", name="Stop all").click()
    window = page.get_by_role("dialog", name="Stop 1 agent?")
    expect(window.get_by_role("listitem")).to_have_text(["busy"])
    expect(window.get_by_role("button", name="Leave them")).to_be_focused()
    window.get_by_role("button", name="Stop all of them").click()
    # It has no terminal in which it could be stopped, and that is said.
    expect(window.get_by_role("listitem")).to_contain_text("no tmux pane")
    window.get_by_role("button", name="Close").click()
    expect(window).to_be_hidden()
