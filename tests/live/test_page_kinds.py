"""Every kind of ask of the real Claude Code, answered on the page in a real Chromium."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import UNCHECKED, Script, choice, flagged
from tests.live.lab.versions import NEWEST
from tests.live.person import Person, with_preview
from tests.stage.browser import Tabs, choose, chromium, hold

COMMAND = "npm --version > made.txt"
TAKEN = "Answered here; the agent took it"
PLAN = "# Tidy up\n\n1. Read\n2. Write"


@pytest.fixture(scope="module")
def watching() -> Iterator[Person]:
    """A laboratory, a daemon and a page that last as long as this module."""
    with Lab() as lab, chromium() as browser:
        daemon = LiveDaemon(lab)
        daemon.up()
        daemon.connect()
        yield Person(lab, daemon, Tabs(browser))
        daemon.close()


@pytest.fixture
def person(watching: Person) -> Iterator[Person]:
    yield watching
    watching.leaves()


@pytest.fixture
def page(person: Person) -> Page:
    return person.page


# Permissions


def test_allow(person: Person, version: str) -> None:
    scene = person.prompts(Script().bash(COMMAND).say("It is made."), version)
    card = person.sees("permission")
    expect(card).to_contain_text(COMMAND)
    person.presses("Allow")
    expect(card).to_contain_text(TAKEN)
    scene.ends("It is made.")
    assert (scene.agent.cwd / "made.txt").exists()


def test_always(person: Person, version: str) -> None:
    twice = Script().bash("npm run nothing").bash("npm run nothing").say("Built.")
    scene = person.prompts(twice, version)
    person.sees("permission").get_by_role("button", name=re.compile("^Always: ")).click()
    scene.ends("Built.")
    assert "npm run" in (scene.agent.cwd / ".claude" / "settings.local.json").read_text()


def test_deny_with_a_message(person: Person, version: str) -> None:
    scene = person.prompts(Script().bash(COMMAND).say("As you wish."), version)
    card = person.sees("permission")
    person.presses("Deny with a message…")
    person.writes("use pnpm instead")
    person.presses("Deny")
    outcome = scene.outcome()
    assert (outcome.is_error, outcome.text) == (True, "use pnpm instead")
    expect(card).to_contain_text("the agent took it")


def test_hold_to_allow_what_is_critical(person: Person, page: Page, version: str) -> None:
    scene = person.prompts(Script().bash("mkdir -p old && rm -rf old").say("It is gone."), version)
    card = person.sees("permission")
    expect(card).to_contain_text("CRITICAL")
    hold(page, page.get_by_role("button", name="Hold to allow"))
    expect(card).to_contain_text(TAKEN)
    scene.ends("It is gone.")
    assert not scene.outcome().is_error


# Questions


@pytest.mark.parametrize("mode", ["default", "auto"])
def test_one_answer(person: Person, page: Page, version: str, mode: str) -> None:
    scene = person.prompts(
        Script().ask("Which colour?", "Red", "Blue").say("Thank you."), version, mode
    )
    person.sees("question").get_by_role("radio", name="Blue").click()
    person.presses("Submit")
    scene.ends("Thank you.")
    assert '"Which colour?"="Blue"' in scene.outcome().text


def test_several_questions_at_once(person: Person, page: Page, version: str) -> None:
    asked = [
        with_preview(choice("Which shape?", "Box", "Ring", header="Shape"), "[ ]", "( )"),
        choice("Which parts?", "Login", "Search", "Mail", header="Parts", several=True),
        choice("Which database?", "SQLite", "Postgres", header="Database"),
    ]
    scene = person.prompts(
        Script().tool("AskUserQuestion", {"questions": asked}).say("Thank you."), version
    )
    card = person.sees("question")
    expect(card.locator(".preview").last).to_have_text("( )")
    card.get_by_role("radio", name="Ring").click()
    person.presses("Next")
    for part in ("Login", "Mail"):
        card.get_by_role("checkbox", name=part).click()
    person.presses("Next")
    card.get_by_role("textbox", name="Your own answer").fill("a flat file")
    card.locator(".choices").get_by_role("button", name="Check").click()
    person.presses("Submit")
    text = scene.outcome().text
    for answer in (
        '"Which shape?"="Ring"',
        '"Which parts?"="Login, Mail"',
        '"Which database?"="a flat file"',
    ):
        assert answer in text


def test_talking_about_a_question(person: Person, version: str) -> None:
    scene = person.prompts(Script().ask("Which colour?", "Red", "Blue").say("Red, then."), version)
    person.sees("question")
    person.presses("Talk about it…")
    person.writes("what would you take?")
    person.presses("Send")
    assert "what would you take?" in scene.outcome().text


# Plans


def test_a_plan_is_sent_back_and_then_approved(person: Person, page: Page, version: str) -> None:
    script = Script().plan(PLAN).plan("# Smaller steps").say("So be it.")
    scene = person.prompts(script, version, "plan")
    person.sees("plan", "Tidy up")
    person.presses("Say what to change…")
    person.writes("smaller steps")
    person.presses("Send")
    assert "smaller steps" in scene.outcome(2).text
    person.sees("plan", "Smaller steps")
    person.presses("Approve")
    scene.ends("So be it.")


# Forms


def test_a_form_is_filled_in(person: Person, page: Page, version: str) -> None:
    script = Script().tool("mcp__forms__deploy", {})
    scene = person.prompts(script, version, forms=True)
    card = person.sees("elicitation")
    expect(card).to_contain_text("Where shall it go?")
    page.get_by_label("place").fill("moon")
    page.get_by_label("copies").fill("3")
    person.presses("Send")
    filled_in = {"action": "accept", "content": {"place": "moon", "copies": 3}}
    assert json.loads(scene.outcome().text) == filled_in


# Auto mode


def test_telling_the_agent_about_a_blocked_call(person: Person, version: str) -> None:
    script = Script().bash("npm -v", flagged("It leaves the house.")).say("Not allowed.")
    person.lab.model.on("use the cache", Script().say("The cache it is."))
    scene = person.prompts(script, version, "auto")
    scene.ends("Not allowed.")
    card = person.chooses("blocked")
    expect(card).to_contain_text("It leaves the house.")
    scene.agent.wait_registry("idle")
    person.presses("Tell the agent…")
    person.writes("use the cache")
    person.presses("Send")
    scene.ends("The cache it is.")


def test_allowing_a_blocked_call_next_time(person: Person) -> None:
    script = Script().bash("npm -v", flagged("It leaves the house.")).say("Not now.")
    scene = person.prompts(script, NEWEST, "auto")
    scene.ends("Not now.")
    card = person.chooses("blocked")
    person.presses("Allow next time")
    expect(card).to_contain_text(TAKEN)
    rules = json.loads((scene.agent.cwd / ".claude" / "settings.local.json").read_text())
    assert any("npm" in rule for rule in rules["permissions"]["allow"])


def test_the_escalation_after_three_blocks(person: Person) -> None:
    script = Script()
    for number in range(3):
        script = script.bash(f"npx -v {number}", flagged("No."))
    where = person.lab.repository("blocked")  # blocks are counted for each agent
    scene = person.prompts(script.say("Enough."), NEWEST, "auto", cwd=where)
    person.sees("permission", "npx -v")
    person.presses("Deny with a message…")
    person.writes("stop it")
    person.presses("Deny")
    scene.ends("Enough.")


def test_an_ask_rule_in_auto_mode(person: Person) -> None:
    where = person.lab.repository("ruled")
    (where / ".claude").mkdir()
    rules = {"permissions": {"ask": ["Bash(npm *)"]}}
    (where / ".claude" / "settings.json").write_text(json.dumps(rules))
    scene = person.prompts(Script().bash("npm -v").say("Pushed."), NEWEST, "auto", cwd=where)
    person.sees("permission", "npm -v")
    person.presses("Allow")
    scene.ends("Pushed.")


def test_a_safety_check_shows_its_deadline(person: Person) -> None:
    scene = person.prompts(Script().bash("rm -rf ~/*").say("I did not."), NEWEST, "auto")
    card = person.sees("permission")
    expect(card).to_contain_text("CRITICAL")
    expect(card).to_contain_text(re.compile(r"Ends by itself in 1:\d\d"))
    person.presses("Deny")
    scene.ends("I did not.")


def test_a_dialog_without_digits_is_answered_by_its_keys(person: Person, page: Page) -> None:
    script = Script().bash("npm --version > made.txt", UNCHECKED).say("Done so.")
    scene = person.prompts(script, NEWEST, "auto")
    card = person.sees("fallback")
    expect(card.locator(".screen")).to_contain_text("npm --version")
    box, sessions = card.bounding_box(), page.get_by_label("Sessions").bounding_box()
    assert box
    assert sessions
    assert box["x"] + box["width"] < sessions["x"], "a wide screen leaves its card"
    person.presses("Enter")
    person.sees("permission")
    person.presses("Allow")
    scene.ends("Done so.")


# Several at once, and what is only to be known


def test_background_subagents_that_ask_at_the_same_time(person: Person, version: str) -> None:
    prompts = {name: f"paint the {name} of {version}" for name in ("walls", "doors")}
    for name, prompt in prompts.items():
        person.lab.model.on(prompt, Script().bash(f"npm --version > {name}.txt"))
    scene = person.prompts(Script().agents(*prompts.values()), version)
    for name, prompt in prompts.items():
        choose(person.page, f"{name}.txt")
        card = person.sees("permission", re.compile(rf"subagent.*{name}\.txt", re.DOTALL))
        card.get_by_role("button", name="Allow").click()
        expect(card).to_contain_text(TAKEN)
        [outcome] = person.lab.model.wait_outcomes(1, prompt)
        assert not outcome.is_error
        expect(card).to_have_count(0)
    assert (scene.agent.cwd / "walls.txt").exists()


def test_done_shows_its_last_message_and_can_be_told_to_go_on(person: Person, version: str) -> None:
    person.lab.model.on("now the docs", Script().say("The docs are written."))
    scene = person.prompts(Script().say("All tests pass."), version)
    expect(person.sees("done", "All tests pass.")).to_be_visible()
    scene.agent.wait_registry("idle")
    person.presses("Tell it what to do next…")
    person.writes("now the docs")
    person.presses("Send")
    scene.ends("The docs are written.")
    expect(person.sees("done", "The docs are written.")).to_be_visible()


@pytest.mark.parametrize(("status", "kind"), [(429, "limit"), (500, "failure")])
def test_an_error_is_shown_and_tried_again(
    person: Person, version: str, *, status: int, kind: str
) -> None:
    scene = person.prompts(Script().error(status, "the house is full"), version)
    card = person.sees(kind)
    expect(card).to_contain_text("the house is full")
    scene.agent.wait_registry("idle")
    person.lab.model.on("Please go on.", Script().say("Here I am."))
    person.presses("Try again Type “Please go on.” to it")
    expect(card).to_contain_text(TAKEN)
    scene.ends("Here I am.")
