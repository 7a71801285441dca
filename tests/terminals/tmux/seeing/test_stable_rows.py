from tests.stage.tmux import reader

from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.stable_rows import StableRows

RULE = "─" * 40
ASKS = (
    RULE,
    " Bash command",
    "   rm -rf build",
    " Do you want to proceed?",
    " ❯ 1. Yes",
    "   2. No",
)
REST = (RULE, "❯ ", RULE, "  ? for shortcuts")


def screen(*lines: str) -> Screen:
    size = (len(lines), 40)
    return Screen("%0", 1, lines, *size, (0, 0), True, (0, 9), False, False, False, "claude")


def dialog() -> Dialog:
    found = reader("\n".join((*ASKS, "", " Esc to cancel · Tab to amend"))).dialog
    assert found is not None
    return found


def test_at_first_everything_that_is_seen_must_stand() -> None:
    marks = StableRows().marks(screen("frame 1", *ASKS), dialog())
    assert [line for _, line in marks] == ["frame 1", *ASKS]


def test_what_moved_between_two_looks_need_not_stand() -> None:
    steady = StableRows()
    steady.marks(screen("frame 1", *ASKS), dialog())
    marks = steady.marks(screen("frame 2", *ASKS), dialog())
    assert [line for _, line in marks] == [*ASKS]


def test_words_of_the_dialog_that_the_transcript_has_too_need_not_stand_there() -> None:
    steady = StableRows()
    steady.marks(screen("● Running rm -rf build", *ASKS), dialog())
    marks = steady.marks(screen("  Running rm -rf build", *ASKS), dialog())
    assert [line for _, line in marks] == [*ASKS]


def test_a_dialog_that_moves_up_or_down_is_not_checked_at_all() -> None:
    steady = StableRows()
    steady.marks(screen("one", *ASKS), dialog())
    assert steady.marks(screen("one", "two", *ASKS), dialog()) == ()


def test_without_a_dialog_the_composer_and_what_is_below_it_must_stand() -> None:
    steady = StableRows()
    steady.marks(screen("frame 1", *REST), None)
    assert [line for _, line in steady.marks(screen("frame 2", *REST), None)] == [
        RULE,
        "❯",
        "  ? for shortcuts",
    ]
    assert steady.marks(screen("frame 2", *REST[:-1], "  esc to interrupt"), None) == ()


def test_a_blank_screen_holds_nothing_that_could_be_checked() -> None:
    assert StableRows().marks(screen("", ""), None) == ()
