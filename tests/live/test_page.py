"""A page in a real Chromium beside others: another page, the terminal, the tripwire."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.live.daemon import LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.lab.versions import NEWEST
from tests.stage.browser import DRAWN, Line, Tabs, armed, chromium

COMMAND = "npm --version > made.txt"


@pytest.fixture
def tabs() -> Iterator[Tabs]:
    """A browser of its own for one test."""
    with chromium() as browser:
        yield Tabs(browser)


def link(daemon: LiveDaemon) -> str:
    return f"{daemon.url}/#code={daemon.client.post('/api/codes', {})['code']}"


def opened(daemon: LiveDaemon, tabs: Tabs) -> Page:
    page = tabs.open(link(daemon))
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


def test_of_two_browsers_that_answer_at_once_exactly_one_counts(
    lab: Lab, daemon: LiveDaemon, version: str, tabs: Tabs
) -> None:
    one, two = opened(daemon, tabs), tabs.open("about:blank")
    line = Line(two)
    two.goto(link(daemon))
    agent = prompted(lab, version, Script().bash(COMMAND).say("It is made."))
    waiting(one)
    waiting(two)
    line.keeps = {"press"}
    two.get_by_role("button", name="Deny", exact=True).click()
    one.get_by_role("button", name="Allow").click()
    while not line.kept:
        two.evaluate(DRAWN)
    line.let_through()
    expect(one.locator("article.permission")).to_contain_text("Answered here; the agent took it.")
    agent.wait_screen("It is made.")
    [ask] = [h for h in daemon.history() if h["kind"] == "permission"]
    assert (ask["ended"]["how"], ask["ended"]["outcome"]) == ("answered", "accepted")


def test_an_answer_at_the_terminal_takes_the_card_off_the_page(
    lab: Lab, daemon: LiveDaemon, version: str, tabs: Tabs
) -> None:
    page = opened(daemon, tabs)
    agent = prompted(lab, version, Script().bash(COMMAND).say("It is made."))
    page.locator("article.permission").wait_for()
    agent.wait_dialog("Do you want to proceed?")
    agent.press("1")
    expect(page.locator("article.permission")).to_contain_text("Answered at the terminal.")
    expect(page.locator("article.permission")).to_have_count(0)


def test_what_trips_the_wire_in_auto_mode_is_denied_on_the_page(
    lab: Lab, daemon: LiveDaemon, tabs: Tabs
) -> None:
    daemon.qd("setup", "claude", "--tripwire", "critical")
    daemon.qd("down")
    daemon.up()
    page = opened(daemon, tabs)
    script = Script().bash("sudo -n true; rm -rf ../elsewhere").say("I leave it.")
    agent = prompted(lab, NEWEST, script, mode="auto")
    waiting(page)
    expect(page.locator("article.permission")).to_contain_text("CRITICAL")
    page.get_by_role("button", name="Deny with a message").click()
    page.locator("textarea").fill("leave it")
    page.get_by_role("button", name="Deny", exact=True).click()
    agent.wait_screen("I leave it.")
    [outcome] = lab.model.wait_outcomes(1)
    assert "leave it" in outcome.text
