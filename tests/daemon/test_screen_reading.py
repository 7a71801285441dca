"""What screens become: sightings, and asks that are never thought harmless."""

from dataclasses import replace
from pathlib import Path

from tests.fakes.agent import FakeAgent

from quarterdeck.daemon.screen_reading import ScreenReader
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import OWN_MENU, Confidence, Facts, Process, Session, Source
from quarterdeck.domain.states import State
from quarterdeck.judgement.risk import read_additions
from quarterdeck.judgement.screens import builtin_rules

SIGHT = ScreenReader(builtin_rules, read_additions({}), {"claude": FakeAgent("claude")})
RULE = "─" * 40
HERE = Session(
    SessionId("s1"),
    Process("here", 1, 1),
    "claude",
    "shop",
    0,
    Facts(cwd="/srv"),
    State.IDLE,
    0.0,
    "",
    (),
)


def asking(command: str) -> str:
    rows = (RULE, " Bash command", "", f"   {command}", "", " Do you want to proceed?")
    return "\n".join((*rows, " ❯ 1. Yes", "   2. No", "", " Esc to cancel · Tab to amend"))


def seen(command: str) -> Ask:
    _, dialog = SIGHT.events(HERE, asking(command), 5.0)
    assert dialog.ask is not None
    return dialog.ask


def test_a_screen_is_a_sighting_with_its_reason() -> None:
    told, dialog = SIGHT.events(HERE, f"{RULE}\n❯ \n{RULE}\n  ? for shortcuts", 5.0)
    assert (told.session, told.sighting.source, told.sighting.at) == (HERE.id, Source.SCREEN, 5.0)
    assert (told.sighting.state, told.sighting.confidence) == (State.IDLE, Confidence.HIGH)
    assert told.sighting.reason.startswith("screen: ")
    assert dialog.ask is None


def test_a_dialog_is_an_ask_that_is_never_thought_harmless() -> None:
    assert seen("ls").kind is Kind.PERMISSION
    for command, level in (("ls", Level.HIGH), ("rm -rf /", Level.CRITICAL)):
        risk = seen(command).risk
        assert risk is not None
        assert risk.level is level


def test_what_is_too_tangled_to_judge_while_screens_change_is_the_worst() -> None:
    risk = seen("(" * 300).risk
    assert risk is not None
    assert (risk.level, risk.reason) == (Level.CRITICAL, "too complex to rate")


def test_an_empty_screen_says_nothing() -> None:
    assert SIGHT.read(HERE, "").state is State.UNKNOWN


def test_a_dialog_of_an_agent_that_nobody_knows_is_seen_and_asks_nothing() -> None:
    told, dialog = SIGHT.events(replace(HERE, agent="other"), asking("ls"), 5.0)
    assert told.session == HERE.id
    assert dialog.ask is None


def test_a_menu_that_the_person_opened_is_said_to_be_one() -> None:
    screen = Path(__file__).parents[1] / "recordings/screens/claude-2.1.197/slash_help.ansi"
    told, dialog = SIGHT.events(HERE, screen.read_text(), 5.0)
    assert told.sighting.reason == OWN_MENU
    assert dialog.ask is None
