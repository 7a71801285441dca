"""Questions on the page: pick, toggle, write, check, submit; no label confuses the selection."""

from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs, armed, card
from tests.stage.daemon import Hook, Json, StagedDaemon, question
from tests.stage.mcp_client import called_by
from tests.stage.until import PATIENCE

DATABASE = question("Which database?", "PostgreSQL", "SQLite", header="Database")
CHECKS = question("Which checks?", "Lint", "Types", "Tests", several=True, header="Checks")


def asked(daemon: StagedDaemon, tabs: Tabs, *questions: Json) -> tuple[Hook, Page]:
    hook = daemon.agent("api").questions(*questions)
    page = tabs.open(daemon.link)
    armed(card(page))
    return hook, page


def answers(hook: Hook) -> Json:
    decision = hook.reply()["decision"]
    assert decision["behavior"] == "allow"
    found: Json = decision["updatedInput"]["answers"]
    return found


def test_one_answer_is_picked_and_submitted(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook, page = asked(daemon, tabs, DATABASE)
    page.get_by_role("button", name="Submit").click()
    expect(card(page)).to_contain_text("There is no answer to 'Which database?'.")
    page.get_by_role("radio", name="PostgreSQL").click()
    page.get_by_role("radio", name="SQLite").click()
    expect(page.get_by_role("radio", name="PostgreSQL")).not_to_be_checked()
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Which database?": "SQLite"}


def test_several_answers_are_toggled(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook, page = asked(daemon, tabs, CHECKS)
    for name in ("Tests", "Lint", "Types", "Types"):
        page.get_by_role("checkbox", name=name).click()
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Which checks?": "Lint, Tests"}


def test_an_own_answer_takes_the_place_of_the_pick(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook, page = asked(daemon, tabs, DATABASE)
    page.get_by_role("radio", name="SQLite").click()
    page.get_by_role("textbox", name="Your own answer").fill("a flat file")
    expect(page.get_by_role("radio", name="SQLite")).not_to_be_checked()
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Which database?": "a flat file"}


def test_several_questions_have_a_page_each_and_a_check_page(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    hook, page = asked(daemon, tabs, DATABASE, CHECKS)
    expect(page.get_by_role("button", name="Submit")).to_have_count(0)
    page.get_by_role("radio", name="SQLite").click()
    page.get_by_role("button", name="Next").click()
    page.locator(".choices").get_by_role("button", name="Check").click()
    expect(card(page)).to_contain_text("not answered yet")
    page.get_by_role("button", name="Submit").click()
    expect(card(page)).to_contain_text("There is no answer to 'Which checks?'.")
    page.get_by_role("button", name="not answered yet").click()
    page.get_by_role("checkbox", name="Lint").click()
    page.locator(".choices").get_by_role("button", name="Check").click()
    expect(card(page)).to_contain_text("SQLite")
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Which database?": "SQLite", "Which checks?": "Lint"}


def test_a_question_can_be_talked_about(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook, page = asked(daemon, tabs, DATABASE)
    page.get_by_role("button", name="Talk about it").click()
    page.locator("textarea").fill("why do we need one?")
    page.get_by_role("button", name="Send").click()
    decision = hook.reply()["decision"]
    assert (decision["behavior"], decision["message"]) == ("deny", "why do we need one?")


def test_a_question_can_be_cancelled(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook, page = asked(daemon, tabs, DATABASE)
    page.get_by_role("button", name="Cancel").click()
    assert hook.reply()["decision"]["behavior"] == "deny"


def test_a_preview_stands_below_its_option(daemon: StagedDaemon, tabs: Tabs) -> None:
    option = {"label": "TOML", "description": "plain", "preview": "[db]\npath = 1"}
    _, page = asked(daemon, tabs, {**DATABASE, "options": [option]})
    expect(page.locator(".preview")).to_have_text("[db]\npath = 1")


def test_equal_labels_are_picked_apart(daemon: StagedDaemon, tabs: Tabs) -> None:
    hook, page = asked(daemon, tabs, question("Which?", "Same", "Same", "Other"))
    page.get_by_role("radio").nth(1).click()
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Which?": "Same"}


def test_an_option_without_a_label_sends_what_it_shows(daemon: StagedDaemon, tabs: Tabs) -> None:
    options = [
        {"label": "", "description": "Keep the old one"},
        {"label": "  ", "description": ""},
        {"label": "New", "description": ""},
    ]
    hook, page = asked(daemon, tabs, {**DATABASE, "options": options})
    expect(page.get_by_role("radio").nth(1)).to_have_text("Option 2")
    page.get_by_role("radio", name="Keep the old one").click()
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Which database?": "Keep the old one"}


def test_fifty_options_can_all_be_reached(daemon: StagedDaemon, tabs: Tabs) -> None:
    labels = [f"Region {n}" for n in range(50)]
    hook, page = asked(daemon, tabs, question("Where?", *labels))
    page.get_by_role("radio", name="Region 49").click()
    expect(page.get_by_role("button", name="Submit")).to_be_in_viewport()
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Where?": "Region 49"}


def test_hidden_characters_in_a_label_are_shown_and_the_label_is_sent_as_it_is(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    sly = "safe\u202egnp.exe"
    hook, page = asked(daemon, tabs, question("Which file?", sly, "b"))
    expect(page.get_by_role("radio").first).to_contain_text("safe⟨U+202E⟩gnp.exe")
    page.get_by_role("radio").first.click()
    page.get_by_role("button", name="Submit").click()
    assert answers(hook) == {"Which file?": sly}


def test_a_question_through_a_tool_takes_its_options_only_where_it_says_so(
    daemon: StagedDaemon, tabs: Tabs
) -> None:
    agent = daemon.agent("api")
    given = {"question": "Which colour?", "options": ["red", "blue"], "free_text": False}
    told = called_by(agent, daemon, "over_pipes", "ask_human", **given)
    page = tabs.open(daemon.link)
    armed(card(page))
    expect(page.get_by_role("textbox", name="Your own answer")).to_have_count(0)
    page.get_by_role("radio", name="blue").click()
    page.get_by_role("button", name="Submit").click()
    assert told.get(timeout=PATIENCE) == "The person answered: blue"
