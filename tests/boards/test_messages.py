from dataclasses import replace

from tests.boards.scenes import BLOCKED, DONE, EDIT, PLAN, an_ask, permission, scene_of

from quarterdeck.boards.messages import head_of, header_of, message_of, strip_of, text_of
from quarterdeck.boards.models import PLUS
from quarterdeck.domain.ask_bodies import Kind, Note, Trouble, UnknownOutcome, UnreadableScreen
from quarterdeck.domain.asks import FromUs
from quarterdeck.domain.risk import Level


def test_the_header_names_risk_tool_reason_and_session_in_this_order() -> None:
    assert header_of(permission(), "api") == ("MEDIUM Bash", "runs a script", "api")
    assert header_of(permission(level=None), "api") == ("Bash", "api")


def test_what_has_no_tool_is_named_by_its_kind() -> None:
    assert head_of(PLAN) == "Plan"
    assert head_of(DONE) == "Done"
    assert head_of(BLOCKED) == "Blocked"


def test_what_we_tell_ourselves_is_said_in_plain_words() -> None:
    unreadable = replace(DONE, origin=FromUs(body=UnreadableScreen()))
    assert head_of(unreadable) == "Cannot read this screen"
    unknown = UnknownOutcome(about=DONE.id, risk=None, shown=None)
    assert head_of(replace(DONE, origin=FromUs(body=unknown))) == "Not sure it arrived"


def test_of_a_change_only_what_goes_and_comes_is_shown() -> None:
    text = "changes src/settings.py\n-PORT = 8080\n+PORT = 8081\n+TIMEOUT = 30"
    assert text_of(EDIT).text == text
    assert message_of(scene_of(EDIT), EDIT, "").change


def test_a_file_is_created_or_overwritten_and_that_is_said() -> None:
    assert EDIT.change
    written = permission("f", tool="Write", change=replace(EDIT.change, hunks=()))
    assert text_of(written).text == "overwrites src/settings.py"
    created = permission("f", tool="Write", change=replace(EDIT.change, hunks=(), new=True))
    assert text_of(created).text == "creates src/settings.py"


def test_only_what_is_high_or_critical_is_marked() -> None:
    marked = {
        level: bool(text_of(permission("ls -l", level=level, marked="ls")).marks) for level in Level
    }
    assert [level for level in Level if marked[level]] == [Level.HIGH, Level.CRITICAL]


def test_empty_lines_of_a_plan_take_no_place() -> None:
    assert "\n\n" not in text_of(PLAN).text
    assert text_of(PLAN).text.startswith("# Move the shop")


def test_what_has_no_text_shows_its_title() -> None:
    assert text_of(replace(DONE, text="")).text == "Done"


def test_a_header_says_whether_a_finished_turn_ended_well() -> None:
    ends = {
        trouble: header_of(an_ask(Note(Kind.DONE, trouble)), "api-server")[0]
        for trouble in (None, *Trouble)
    }
    assert ends == {None: "Done", Trouble.TESTS: "Tests fail", Trouble.ERROR: "Task failed"}


def test_a_strip_says_who_asks_and_what_it_is_for() -> None:
    strip = strip_of(scene_of(permission(), model=PLUS), permission(), "1/2")
    assert strip
    assert strip.header == ("api-server", "MEDIUM Bash", "1/2")
    assert strip.text.text == "Clean the build directory"
    assert strip_of(scene_of(permission()), permission(), "") is None
