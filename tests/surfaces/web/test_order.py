"""Which card stands where, and that nothing moves under a finger."""

from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs, armed, card
from tests.stage.daemon import StagedDaemon

# How long a card that is over stays, told by the page itself.
LINGERING = """() => {
  window.lingered = new Promise((done) => {
    let since = 0;
    new MutationObserver(() => {
      since ||= document.querySelector(".card.over") ? performance.now() : 0;
      if (since && !document.querySelector(".card")) done(performance.now() - since);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}"""
# That the lowest card is guarded again.
DISARMING = """() => {
  const lowest = [...document.querySelectorAll(".card")].pop();
  window.disarmed = new Promise((done) => {
    const look = () => lowest.dataset.armed === "false" && done(true);
    new MutationObserver(look).observe(lowest, { attributes: true });
  });
}"""


def names(page: Page) -> list[str]:
    return page.locator("article.card header b").all_inner_texts()


def test_decisions_come_first_then_who_waits_longest(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("done").tell("Stop", last_assistant_message="Finished.")
    daemon.agent("older").bash("npm run a")
    daemon.wait_ask("permission")
    daemon.agent("newer").bash("npm run b")
    page = tabs.open(daemon.link)
    expect(card(page)).to_have_count(3)
    assert names(page) == ["older", "newer", "done"]
    assert [a["id"] for a in daemon.asks()] == [
        c.get_attribute("data-ask") for c in card(page).all()
    ]


def test_the_order_is_the_one_the_person_set(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.restart('[display]\norder = "risk"\n')
    daemon.agent("critical").bash("rm -rf ~/data")
    daemon.wait_ask("permission")
    daemon.agent("medium").bash("npm run b")
    page = tabs.open(daemon.link)
    expect(card(page)).to_have_count(2)
    assert names(page) == ["critical", "medium"]
    assert [a["id"] for a in daemon.asks()] == [
        c.get_attribute("data-ask") for c in card(page).all()
    ]


def test_new_cards_wait_at_the_edge_while_a_pointer_is_on_one(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("first").bash("npm run a")
    page = tabs.open(daemon.link)
    card(page).hover()
    before = card(page).bounding_box()
    daemon.agent("second").bash("npm run b")
    expect(page.get_by_text("1 more")).to_be_visible()
    assert names(page) == ["first"]
    assert card(page).bounding_box() == before
    expect(page).to_have_title("(2) Quarterdeck")
    page.mouse.move(1200, 780)
    expect(card(page)).to_have_count(2)
    assert names(page) == ["first", "second"]
    expect(page.get_by_text("1 more")).to_have_count(0)


def test_cards_do_not_move_while_the_person_writes(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("first").bash("npm run a")
    page = tabs.open(daemon.link)
    armed(card(page))
    page.get_by_role("button", name="Deny with a message").click()
    page.mouse.move(1200, 780)
    daemon.agent("second").bash("npm run b")
    expect(page.get_by_text("1 more")).to_be_visible()
    page.keyboard.type("because")
    expect(page.get_by_role("textbox")).to_have_value("because")
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(2)


def test_a_card_answered_elsewhere_turns_quiet_says_so_and_leaves(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("web")
    agent.bash("npm run a")
    page = tabs.open(daemon.link)
    card(page).wait_for()
    page.evaluate(LINGERING)
    agent.ran("Bash", {"command": "npm run a"})
    expect(card(page)).to_contain_text("Answered at the terminal.")
    expect(page.get_by_role("button", name="Allow")).to_be_hidden()
    assert page.evaluate("lingered") > 1900


def test_a_card_answered_on_the_command_line_says_so(daemon: StagedDaemon, tabs: Tabs) -> None:
    agent = daemon.agent("web")
    hook = agent.bash("npm run a")
    page = tabs.open(daemon.link)
    card(page).wait_for()
    answer = {"choice": "allow"}
    ask = daemon.wait_ask("permission")["id"]
    with daemon.meanwhile(lambda: daemon.client.post(f"/api/asks/{ask}/answer", answer)):
        hook.reply()
        expect(card(page)).to_contain_text("It is being answered on the command line.")
        for button in card(page).get_by_role("button").all():
            expect(button).to_be_disabled()
        agent.ran("Bash", {"command": "npm run a"})
    expect(card(page)).to_contain_text("Answered on the command line; the agent took it.")


def test_a_card_that_moved_up_under_the_pointer_is_guarded_again(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    lower, upper = daemon.agent("lower"), daemon.agent("upper")
    upper.bash("npm run b")
    daemon.wait_ask("permission")
    hook = lower.bash("npm run a")
    page = tabs.open(daemon.link)
    armed(card(page).last)
    assert names(page) == ["upper", "lower"]
    page.evaluate(DISARMING)
    upper.ran("Bash", {"command": "npm run b"})
    assert page.evaluate("disarmed")
    expect(card(page)).to_have_count(1)
    armed(card(page)).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_ended_sessions_are_not_listed(daemon: StagedDaemon, tabs: Tabs) -> None:
    leaving, staying = daemon.agent("leaving"), daemon.agent("staying")
    page = tabs.open(daemon.link)
    expect(page.locator(".session")).to_have_count(2)
    leaving.tell("SessionEnd", reason="prompt_input_exit")
    expect(page.locator(".session")).to_have_count(1)
    staying.tell("UserPromptSubmit", prompt="go on")
    expect(page.locator(".session")).to_contain_text("staying")
    expect(page.locator(".session")).to_contain_text("working")
    expect(page.locator(".session")).to_contain_text("asks first")
