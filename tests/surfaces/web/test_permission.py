"""A permission on the page: everything there is to know, and every way to answer it."""

import re

from playwright.sync_api import Page, Route, expect
from tests.stage.browser import Tabs, armed, card
from tests.stage.daemon import Agent, Hook, StagedDaemon

COMMAND = "npm run build 2>&1 | tee build.log"
RULE = {
    "type": "addRules",
    "rules": [{"toolName": "Bash", "ruleContent": "npm run build:*"}],
    "behavior": "allow",
    "destination": "localSettings",
}


def asked(daemon: StagedDaemon, tabs: Tabs) -> tuple[Agent, Hook, Page]:
    agent = daemon.agent("web")
    hook = agent.bash(COMMAND, "Build the site", permission_suggestions=[RULE])
    page = tabs.open(daemon.link)
    armed(card(page))
    return agent, hook, page


def test_the_card_says_who_what_and_how_dangerous(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, _, page = asked(daemon, tabs)
    for words in ("web", "main", "MEDIUM", "runs a script", "Bash", COMMAND, "Build the site"):
        expect(card(page)).to_contain_text(words)
    expect(card(page).locator("mark")).to_have_text("npm run build")
    age = card(page).locator("time").first
    expect(age).to_have_text(re.compile(r"^0:\d\d$"))
    expect(age).not_to_have_text(age.inner_text())
    expect(page).to_have_title("(1) Quarterdeck")


def test_allow_reaches_the_agent_and_the_card_says_that_it_did(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent, hook, page = asked(daemon, tabs)
    card(page).get_by_role("button", name="Allow").click()
    assert hook.reply()["decision"] == {"behavior": "allow"}
    expect(card(page)).to_contain_text("Sending…")
    agent.ran("Bash", {"command": COMMAND, "description": "Build the site"})
    expect(card(page)).to_contain_text("Answered here; the agent took it.")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    assert daemon.history()[0]["ended"]["outcome"] == "accepted"


def test_the_buttons_are_dead_while_an_answer_is_on_its_way(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    _, hook, page = asked(daemon, tabs)
    on_its_way: list[Route] = []

    def delay(route: Route) -> None:
        on_its_way.append(route)

    page.route("**/answer", delay)
    card(page).get_by_role("button", name="Allow").click()
    for button in card(page).get_by_role("button").all():
        expect(button).to_be_disabled()
    assert len(on_its_way) == 1
    on_its_way[0].continue_()
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_deny_reaches_the_agent(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, hook, page = asked(daemon, tabs)
    card(page).get_by_role("button", name="Deny", exact=True).click()
    assert hook.reply()["decision"]["behavior"] == "deny"


def test_a_denial_can_carry_a_message(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, hook, page = asked(daemon, tabs)
    card(page).get_by_role("button", name="Deny with a message").click()
    expect(card(page).get_by_role("button", name="Deny", exact=True)).to_be_disabled()
    card(page).get_by_role("textbox").fill("use pnpm")
    card(page).get_by_role("button", name="Deny", exact=True).click()
    assert hook.reply()["decision"] == {"behavior": "deny", "message": "use pnpm"}


def test_a_denial_can_end_the_turn(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, hook, page = asked(daemon, tabs)
    card(page).get_by_role("button", name="Deny with a message").click()
    card(page).get_by_role("button", name="Deny and stop").click()
    assert hook.reply()["decision"]["interrupt"] is True


def test_always_shows_the_rule_and_sends_it(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, hook, page = asked(daemon, tabs)
    card(page).get_by_role("button", name="Always: Bash(npm run build:*)").click()
    assert hook.reply()["decision"]["updatedPermissions"] == [RULE]


def test_deny_stands_left_and_allow_right_of_a_gap(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, _, page = asked(daemon, tabs)
    buttons = card(page).locator(".choices").get_by_role("button")
    names = [text.strip() for text in buttons.all_inner_texts()]
    assert names[0] == "Deny"
    assert names[-1] == "Allow"
    boxes = [box for box in (b.bounding_box() for b in buttons.all()) if box]
    lefts = [box["x"] for box in boxes]
    assert lefts == sorted(lefts)
    always, allow = boxes[-2:]
    assert allow["x"] - (always["x"] + always["width"]) >= 24


def test_the_first_tab_stop_of_a_card_is_nothing_dangerous(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    _, _, page = asked(daemon, tabs)
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    reached = []
    for _ in range(3):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert "Deny" in reached
    assert "Allow" not in reached


def test_a_button_can_be_pressed_with_the_keyboard(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, hook, page = asked(daemon, tabs)
    card(page).get_by_role("button", name="Allow").focus()
    page.keyboard.press("Enter")
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_an_edit_shows_what_goes_and_what_comes(daemon: StagedDaemon, tabs: Tabs) -> None:
    agent = daemon.agent("web")
    given = {"file_path": "/srv/a.py", "old_string": "x = 1", "new_string": "x = 2"}
    agent.permission("Edit", given)
    page = tabs.open(daemon.link)
    expect(card(page).locator(".goes")).to_have_text("- x = 1")
    expect(card(page).locator(".comes")).to_have_text("+ x = 2")
