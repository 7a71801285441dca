"""Which ask stands where, which one is chosen, and that nothing moves under a finger."""

from playwright.sync_api import Page, expect
from tests.stage.browser import Line, Tabs, armed, card, choose, row
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


def names(page: Page) -> list[str]:
    # Not what is rendered: a new row is only after the next frame.
    return page.locator(".inbox .who").all_text_contents()


def ids(page: Page) -> list[str | None]:
    return [r.get_attribute("data-row") for r in row(page).all()]


def test_decisions_come_first_then_who_waits_longest(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("done").tell("Stop", last_assistant_message="Finished.")
    daemon.agent("older").bash("npm run a")
    daemon.wait_ask("permission")
    daemon.agent("newer").bash("npm run b")
    page = tabs.open(daemon.link)
    expect(row(page)).to_have_count(3)
    assert names(page) == ["older", "newer", "done"]
    assert [a["id"] for a in daemon.asks()] == ids(page)
    expect(card(page)).to_have_count(1)
    expect(card(page)).to_contain_text("npm run a")


def test_the_order_is_the_one_the_person_set(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.restart('[display]\norder = "risk"\n')
    daemon.agent("critical").bash("rm -rf ~/data")
    daemon.wait_ask("permission")
    daemon.agent("medium").bash("npm run b")
    page = tabs.open(daemon.link)
    expect(row(page)).to_have_count(2)
    assert names(page) == ["critical", "medium"]
    assert [a["id"] for a in daemon.asks()] == ids(page)


def test_new_asks_wait_at_the_edge_while_a_pointer_is_on_the_list(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("first").bash("npm run a")
    page = tabs.open(daemon.link)
    row(page).hover()
    before = row(page).bounding_box()
    daemon.agent("second").bash("rm -rf ~/data")
    expect(page.get_by_text("1 more")).to_be_visible()
    assert names(page) == ["first"]
    assert row(page).bounding_box() == before
    expect(page).to_have_title("(2) Quarterdeck")
    page.mouse.move(1200, 780)
    expect(row(page)).to_have_count(2)
    assert names(page) == ["second", "first"]
    expect(page.get_by_text("1 more")).to_have_count(0)


def test_the_card_stays_while_a_pointer_is_on_it_and_the_list_goes_on(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("done").tell("Stop", last_assistant_message="Finished.")
    page = tabs.open(daemon.link)
    card(page).hover()
    before = card(page).bounding_box()
    daemon.agent("urgent").bash("rm -rf ~/data")
    expect(row(page)).to_have_count(2)
    assert names(page) == ["urgent", "done"]
    expect(card(page)).to_contain_text("Finished.")
    assert card(page).bounding_box() == before


def test_a_decision_takes_the_place_of_what_was_only_to_be_known(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    daemon.agent("done").tell("Stop", last_assistant_message="Finished.")
    page = tabs.open(daemon.link)
    card(page).wait_for()
    daemon.agent("urgent").bash("npm run a")
    expect(card(page)).to_contain_text("npm run a")


def test_what_the_person_chose_stays_whatever_comes(daemon: StagedDaemon, tabs: Tabs) -> None:
    for name in ("one", "two"):
        daemon.agent(name).tell("Stop", last_assistant_message=f"Finished {name}.")
    page = tabs.open(daemon.link)
    expect(row(page)).to_have_count(2)
    choose(page, "two")
    page.mouse.move(1200, 780)
    daemon.agent("urgent").bash("npm run a")
    expect(row(page)).to_have_count(3)
    expect(card(page)).to_contain_text("Finished two.")


def test_the_card_stays_while_the_person_writes(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("first").bash("npm run a")
    page = tabs.open(daemon.link)
    armed(card(page))
    page.get_by_role("button", name="Deny with a message").click()
    page.mouse.move(1200, 780)
    daemon.agent("second").bash("rm -rf ~/data")
    expect(row(page)).to_have_count(2)
    page.keyboard.type("because")
    expect(page.get_by_role("textbox")).to_have_value("because")
    expect(card(page)).to_contain_text("npm run a")


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


def test_only_the_chosen_ask_is_said_to_be_in_sight(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("upper").bash("npm run b")
    daemon.wait_ask("permission")
    daemon.agent("lower").bash("npm run a")
    page = tabs.open("about:blank")
    line = Line(page)
    page.goto(daemon.link)
    armed(card(page))
    upper, lower = ids(page)
    shown = [set(message["asks"]) for message in line.sent if message["type"] == "shown"]
    assert {upper} in shown
    assert not any(lower in asks for asks in shown)


def test_what_takes_the_place_of_another_is_guarded_first(daemon: StagedDaemon, tabs: Tabs) -> None:
    lower, upper = daemon.agent("lower"), daemon.agent("upper")
    upper.bash("npm run b")
    daemon.wait_ask("permission")
    hook = lower.bash("npm run a")
    page = tabs.open("about:blank")
    line = Line(page)
    page.goto(daemon.link)
    armed(card(page)).get_by_role("button", name="Allow").hover()
    assert names(page) == ["upper", "lower"]
    line.keeps = {"shown"}
    upper.ran("Bash", {"command": "npm run b"})
    expect(card(page)).to_contain_text("npm run a")
    expect(card(page)).to_have_attribute("data-armed", "false")
    page.mouse.down()
    page.mouse.up()
    assert [ask["answering"] for ask in daemon.asks()] == [None]
    line.let_through()
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
