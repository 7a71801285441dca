from dataclasses import replace

from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.snapshot import paint

SCREEN = Screen(
    "%1",
    100,
    ("old", "one", "two"),
    height=2,
    width=80,
    cursor=(4, 1),
    cursor_shown=True,
    region=(0, 1),
    alternate=False,
    in_mode=False,
    dead=False,
    command="sh",
)
CLEAR, ALTERNATE = "\x1bc", "\x1b[?1049h"


def test_a_whole_screen_starts_anew_and_has_its_history() -> None:
    drawn = paint(SCREEN, whole=True)
    assert drawn.startswith(f"{CLEAR}old")
    assert drawn.index("old") < drawn.index("one") < drawn.index("two")


def test_mending_draws_the_visible_rows_and_clears_nothing_else() -> None:
    mended = paint(SCREEN, whole=False)
    assert "one" in mended
    assert CLEAR not in mended
    assert "old" not in mended


def test_history_stays_outside_the_alternate_screen() -> None:
    drawn = paint(replace(SCREEN, alternate=True), whole=True)
    assert drawn.index("old") < drawn.index(ALTERNATE) < drawn.index("one")
    assert ALTERNATE not in paint(SCREEN, whole=True)


def test_the_cursor_and_the_region_come_last_and_count_from_one() -> None:
    assert paint(SCREEN, whole=True).endswith("\x1b[1;2r\x1b[2;5H\x1b[?25h")
    hidden = replace(SCREEN, cursor_shown=False)
    assert paint(hidden, whole=False).endswith("\x1b[2;5H\x1b[?25l")


def test_a_colour_goes_on_in_the_next_row_until_it_is_reset() -> None:
    red = replace(SCREEN, lines=("\x1b[31mone", "two"))
    assert "\x1b[2K\x1b[31mtwo" in paint(red, whole=False)
    over = replace(SCREEN, lines=("\x1b[31mone\x1b[0m", "two"))
    assert "\x1b[31mtwo" not in paint(over, whole=False)


def test_colours_add_up_until_they_are_reset() -> None:
    both = replace(SCREEN, lines=("\x1b[1mbold\x1b[31mred", "two"))
    assert "\x1b[1m\x1b[31mtwo" in paint(both, whole=False)
