"""Text of agents that tries to be more than text, or more than fits."""

import pytest
from playwright.sync_api import Page, expect
from tests.stage.browser import Tabs, armed, card, choose
from tests.stage.daemon import StagedDaemon, question

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
ANSI = "\x1b[31mred\x1b[0m"
TURNED = "echo \u202ecod.exe"
LARGE = 100_000
FEW = 2000  # pieces of a text that are drawn at once


@pytest.fixture
def alarms(tabs: Tabs, daemon: StagedDaemon) -> tuple[Page, list[str]]:
    """A page, and what went wrong on it."""
    page = tabs.open(daemon.link)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.get_by_text("Nothing waits for you.").wait_for()
    return page, wrong


def test_markup_is_text_everywhere(daemon: StagedDaemon, alarms: tuple[Page, list[str]]) -> None:
    page, wrong = alarms
    agent = daemon.agent("<i>bold")
    agent.bash(MARKUP, MARKUP)
    expect(card(page).locator(".command")).to_have_text(MARKUP)
    expect(card(page).locator(".says")).to_have_text(MARKUP)
    expect(card(page).locator("header b")).to_have_text("<i>bold")
    agent.questions(question(MARKUP, MARKUP, header=MARKUP))
    choose(page, "Question")
    expect(page.get_by_role("radio")).to_contain_text(MARKUP)
    agent.plan(f"# {MARKUP}\n\n- {MARKUP}\n\n`{MARKUP}`")
    choose(page, "Plan")
    expect(page.get_by_role("heading", name=MARKUP)).to_be_visible()
    assert page.locator("img[src=x], article script").count() == 0
    assert wrong == []


def test_what_steers_terminals_or_turns_text_is_written_out(
    daemon: StagedDaemon, alarms: tuple[Page, list[str]]
) -> None:
    page, wrong = alarms
    agent = daemon.agent("a\u202eb")
    agent.bash(f"{TURNED} {ANSI}")
    expect(card(page).locator(".command")).to_contain_text("⟨U+202E⟩cod.exe ␛[31mred")
    expect(card(page).locator("header b")).to_have_text("a⟨U+202E⟩b")
    agent.questions(question(f"Which {ANSI}?", TURNED))
    choose(page, "Question")
    expect(card(page)).to_contain_text("Which ␛[31mred")
    assert wrong == []


def test_commands_wrap_at_operators_and_not_inside_words(
    daemon: StagedDaemon, alarms: tuple[Page, list[str]]
) -> None:
    page, _ = alarms
    words = [f"/srv/projects/application/component-{n}" for n in range(12)]
    daemon.agent("api").bash(" && ".join(f"ls {word}" for word in words))
    steps = card(page).locator(".step")
    expect(steps).to_have_count(12)
    heights = {round(box["height"]) for box in (s.bounding_box() for s in steps.all()) if box}
    assert len(heights) == 1, "a step was broken"


def test_words_stay_whole_on_a_phone(daemon: StagedDaemon, tabs: Tabs) -> None:
    daemon.agent("api").bash("make && ./deploy.sh --target production --region eu-central-1")
    page = tabs.open(daemon.link, phone=True)
    words = card(page).locator(".whole")
    expect(words).to_have_count(7)
    heights = {round(box["height"]) for box in (w.bounding_box() for w in words.all()) if box}
    assert len(heights) == 1, "a word was broken"


def test_a_long_command_keeps_its_buttons_in_sight(
    daemon: StagedDaemon, alarms: tuple[Page, list[str]]
) -> None:
    page, wrong = alarms
    daemon.agent("api").bash("rm -rf ~/data && echo " + f"{'x' * 399} " * (LARGE // 400))
    expect(card(page).locator(".more")).to_be_in_viewport(ratio=1)
    expect(card(page).get_by_role("button", name="Deny", exact=True)).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrong == []


def test_questions_of_a_hundred_kilobytes_can_be_answered(
    daemon: StagedDaemon, alarms: tuple[Page, list[str]]
) -> None:
    page, wrong = alarms
    text, label = "why " * (LARGE // 4), "label " * (LARGE // 6)
    hook = daemon.agent("api").questions(question(text, label, "short"))
    armed(card(page))
    page.get_by_role("radio", name="short").click()
    page.get_by_role("button", name="Submit").click()
    assert hook.reply()["decision"]["updatedInput"]["answers"] == {text: "short"}
    assert wrong == []


def test_a_plan_of_a_megabyte_scrolls_inside_its_card_and_only_what_is_near_is_drawn(
    daemon: StagedDaemon, alarms: tuple[Page, list[str]]
) -> None:
    page, wrong = alarms
    plan = "# Plan\n" + "\n".join(f"- step {n} **of** `many`" for n in range(40_000))
    assert len(plan) > 1_000_000
    daemon.agent("api").plan(plan[:1_000_000])
    armed(card(page))
    box = card(page).bounding_box()
    assert box
    assert box["height"] < 800
    assert page.locator(".long > *").count() < FEW
    page.locator(".long").evaluate("long => long.scrollTo(0, long.scrollHeight)")
    expect(page.get_by_text("step 400 ")).to_be_attached()
    assert page.locator(".long > *").count() < FEW
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_in_viewport()
    assert wrong == []


def test_a_form_that_cannot_be_drawn_says_so(
    daemon: StagedDaemon, alarms: tuple[Page, list[str]]
) -> None:
    page, _ = alarms
    schema = {"type": "object", "properties": {"deep": {"type": "object"}}}
    daemon.agent("api").hook("Elicitation", "ask", message="Fill it", requested_schema=schema)
    expect(card(page)).to_contain_text("This form cannot be shown here.")
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
