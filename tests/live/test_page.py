"""A real Claude Code asks, and the answer is given on the page in a real Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect
from tests.live.browser import Tabs, armed, card, chromium, hold
from tests.live.deck import Deck
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script

COMMAND = "npm --version > made.txt"


@pytest.fixture
def tabs() -> Iterator[Tabs]:
    """A browser of its own for one test."""
    with chromium() as browser:
        yield Tabs(browser)


def link(deck: Deck) -> str:
    return f"{deck.url}/#code={deck.client.post('/api/codes', {})['code']}"


def opened(deck: Deck, tabs: Tabs) -> Page:
    page = tabs.open(link(deck))
    page.set_default_timeout(20_000)
    return page


def waiting(page: Page, kind: str = "permission") -> None:
    """Wait until an ask of this kind was in sight for long enough."""
    armed(page.locator(f"article.{kind}"))


def prompted(lab: Lab, version: str, script: Script, mode: str = "default") -> Agent:
    lab.model.on("go", script)
    agent = lab.agent(version, mode=mode)
    agent.prompt("go")
    return agent


def test_allow_on_the_page_lets_the_agent_go_on(
    lab: Lab, deck: Deck, version: str, tabs: Tabs
) -> None:
    page = opened(deck, tabs)
    agent = prompted(lab, version, Script().bash(COMMAND).say("It is made."))
    waiting(page)
    expect(card(page)).to_contain_text(COMMAND)
    page.get_by_role("button", name="Allow").click()
    expect(page.locator("article.permission")).to_contain_text("Answered here; the agent took it.")
    agent.wait_screen("It is made.")
    assert (agent.cwd / "made.txt").exists()
    expect(page.locator("article.done")).to_contain_text("It is made.")


def test_a_denial_written_on_the_page_reaches_the_model(
    lab: Lab, deck: Deck, version: str, tabs: Tabs
) -> None:
    page = opened(deck, tabs)
    agent = prompted(lab, version, Script().bash(COMMAND).say("As you wish."))
    waiting(page)
    page.get_by_role("button", name="Deny with a message").click()
    page.get_by_role("textbox").fill("use pnpm instead")
    page.get_by_role("button", name="Deny", exact=True).click()
    [outcome] = lab.model.wait_outcomes(1)
    assert (outcome.is_error, outcome.text) == (True, "use pnpm instead")
    expect(page.locator("article.permission")).to_contain_text("the agent took it")
    assert not (agent.cwd / "made.txt").exists()


def test_something_critical_is_allowed_by_holding(
    lab: Lab, deck: Deck, version: str, tabs: Tabs
) -> None:
    page = opened(deck, tabs)
    agent = prompted(lab, version, Script().bash("mkdir -p old && rm -rf old").say("It is gone."))
    waiting(page)
    expect(card(page)).to_contain_text("CRITICAL")
    hold(page, page.get_by_role("button", name="Hold to allow"))
    expect(page.locator("article.permission")).to_contain_text("Answered here; the agent took it.")
    agent.wait_screen("It is gone.")
    [outcome] = lab.model.wait_outcomes(1)
    assert not outcome.is_error


def test_a_question_is_answered_on_the_page(lab: Lab, deck: Deck, version: str, tabs: Tabs) -> None:
    page = opened(deck, tabs)
    agent = prompted(lab, version, Script().ask("Which colour?", "Red", "Blue").say("Thank you."))
    waiting(page, "question")
    page.get_by_role("radio", name="Blue").click()
    page.get_by_role("button", name="Submit").click()
    agent.wait_screen("Thank you.")
    [outcome] = lab.model.wait_outcomes(1)
    assert "Blue" in outcome.text
    assert not outcome.is_error


def test_a_plan_is_approved_on_the_page(lab: Lab, deck: Deck, version: str, tabs: Tabs) -> None:
    page = opened(deck, tabs)
    script = Script().plan("# Tidy up\n\n1. Read\n2. Write").say("So be it.")
    agent = prompted(lab, version, script, mode="plan")
    waiting(page, "plan")
    expect(page.get_by_role("heading", name="Tidy up")).to_be_visible()
    page.get_by_role("button", name="Approve", exact=True).click()
    agent.wait_screen("So be it.")
    assert deck.wait_state("idle")["mode"] != "plan"


def test_of_two_browsers_that_answer_at_once_exactly_one_counts(
    lab: Lab, deck: Deck, version: str, tabs: Tabs
) -> None:
    one, two = opened(deck, tabs), opened(deck, tabs)
    agent = prompted(lab, version, Script().bash(COMMAND).say("It is made."))
    waiting(one)
    waiting(two)
    on_its_way: list[Route] = []

    def delay(route: Route) -> None:
        on_its_way.append(route)

    two.route("**/answer", delay)
    two.get_by_role("button", name="Deny", exact=True).click()
    one.get_by_role("button", name="Allow").click()
    with two.expect_response("**/answer") as told:
        on_its_way[0].continue_()
    assert told.value.status == 409
    assert told.value.json()["error_type"] in ("answered", "not_open")
    expect(one.locator("article.permission")).to_contain_text("Answered here; the agent took it.")
    agent.wait_screen("It is made.")
    [ask] = [h for h in deck.history() if h["kind"] == "permission"]
    assert (ask["ended"]["how"], ask["ended"]["outcome"]) == ("answered", "accepted")


def test_an_answer_at_the_terminal_takes_the_card_off_the_page(
    lab: Lab, deck: Deck, version: str, tabs: Tabs
) -> None:
    page = opened(deck, tabs)
    agent = prompted(lab, version, Script().bash(COMMAND).say("It is made."))
    page.locator("article.permission").wait_for()
    agent.wait_dialog("Do you want to proceed?")
    agent.press("1")
    expect(page.locator("article.permission")).to_contain_text("Answered at the terminal.")
    expect(page.locator("article.permission")).to_have_count(0)
