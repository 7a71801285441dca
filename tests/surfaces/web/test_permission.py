"""A permission on the page: everything there is to know, and every way to answer it."""

import re

from playwright.sync_api import Page, expect
from tests.stage.browser import Line, Tabs, armed, card
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
    hook = daemon.agent("web").bash(COMMAND)
    page = tabs.open("about:blank")
    line = Line(page)
    line.keeps = {"press"}
    page.goto(daemon.link)
    armed(card(page)).get_by_role("button", name="Allow").click()
    for button in card(page).get_by_role("button").all():
        expect(button).to_be_disabled()
    [press] = line.kept
    assert press["type"] == "press"
    line.let_through()
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


def test_deny_stands_left_allow_right_and_always_on_a_row_of_its_own(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    _, _, page = asked(daemon, tabs)
    buttons = card(page).locator(".choices").get_by_role("button")
    names = [text.strip() for text in buttons.all_inner_texts()]
    assert names[0] == "Deny"
    assert names[-1] == "Allow"
    boxes = [box for box in (b.bounding_box() for b in buttons.all()) if box]
    deny, message, always, allow = boxes
    assert deny["x"] < message["x"] < allow["x"]
    assert deny["y"] == message["y"] == allow["y"]
    assert allow["y"] - (always["y"] + always["height"]) >= 12


def test_the_first_tab_stop_of_a_card_is_nothing_dangerous(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    _, _, page = asked(daemon, tabs)
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    reached = ""
    while reached not in ("Deny", "Allow"):
        page.keyboard.press("Tab")
        reached = page.evaluate("document.activeElement.textContent.trim()")
    assert reached == "Deny"


def test_a_button_can_be_pressed_with_the_keyboard(daemon: StagedDaemon, tabs: Tabs) -> None:
    _, hook, page = asked(daemon, tabs)
    card(page).get_by_role("button", name="Allow").focus()
    page.keyboard.press("Enter")
    assert hook.reply()["decision"] == {"behavior": "allow"}


def test_the_card_says_what_it_is_and_from_where_it_would_run(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("web")
    agent.permission("Bash", {"command": "rm -rf ~/data", "run_in_background": True})
    page = tabs.open(daemon.link)
    expect(card(page).locator(".place")).to_have_text(f"Permission · Bash in {agent.cwd}")
    expect(card(page)).to_contain_text("with run_in_background: true")


def test_an_edit_shows_line_numbers_and_what_stands_around(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("web")
    file = agent.cwd / "a.py"
    file.write_text("".join(f"x{n} = {n}\n" for n in range(1, 41)))
    given = {"file_path": str(file), "old_string": "x20 = 20", "new_string": "x20 = 0\nnew = 1"}
    agent.permission("Edit", given)
    page = tabs.open(daemon.link)
    expect(card(page).locator(".file")).to_have_text("a.py changes")
    rows = [text.split() for text in card(page).locator(".row").all_inner_texts()]
    assert rows[0] == ["17", "x17", "=", "17"]
    assert rows[3:6] == [
        ["20", "-", "x20", "=", "20"],
        ["20", "+", "x20", "=", "0"],
        ["21", "+", "new", "=", "1"],
    ]
    assert rows[6] == ["22", "x21", "=", "21"]
    expect(card(page).locator(".goes")).to_contain_text("x20 = 20")
    expect(card(page).locator(".comes")).to_have_count(2)


def test_a_write_says_whether_it_creates_or_overwrites(daemon: StagedDaemon, tabs: Tabs) -> None:
    agent = daemon.agent("web")
    (agent.cwd / "old.md").write_text("before\n")
    page = tabs.open(daemon.link)
    for name, words in {"new.md": "new.md new file", "old.md": "old.md overwrites"}.items():
        given = {"file_path": str(agent.cwd / name), "content": "after\n"}
        agent.permission("Write", given)
        expect(card(page).locator(".file")).to_have_text(words)
        agent.ran("Write", given)
        expect(card(page)).to_have_count(0)


def test_a_fetch_shows_what_it_asks_of_the_page(daemon: StagedDaemon, tabs: Tabs) -> None:
    given = {"url": "https://example.com/api", "prompt": "Find the rate limits"}
    daemon.agent("web").permission("WebFetch", given)
    page = tabs.open(daemon.link)
    expect(card(page).locator(".command")).to_contain_text("https://example.com/api")
    expect(card(page).locator(".command")).to_contain_text("Find the rate limits")
