"""What single rows are."""

import pytest

from quarterdeck.judgement.screens.lines import dedented, is_rule, unframed, unrailed


@pytest.mark.parametrize(
    "row", ["─" * 8, "  ──────────", "╭────────╮", "╰────────╯", "▔" * 20, "──── main ────"]
)
def test_a_rule_may_be_indented_cornered_or_named(row: str) -> None:
    assert is_rule(row)


@pytest.mark.parametrize(
    "row", ["───", "text ────────", "┌────────┐", "╌╌╌╌╌╌╌╌╌╌", "- - - - - -", ""]
)
def test_short_strokes_tables_and_dashes_are_no_rules(row: str) -> None:
    assert not is_rule(row)


def test_a_frame_is_taken_off_but_a_bar_at_the_left_alone_is_text() -> None:
    assert unframed("│ Bash command  │") == " Bash command"
    assert unframed(" │ a quoted line") == " │ a quoted line"


def test_a_preview_further_in_keeps_its_frame() -> None:
    assert unframed(" " * 30 + "│ x │") == " " * 30 + "│ x │"


def test_rows_move_to_the_left_together() -> None:
    assert dedented(["", "   a", "     b", "", "   "]) == ["a", "  b"]


def test_a_rail_beside_a_text_is_taken_off() -> None:
    assert [unrailed(row) for row in ("│ ls", " │ ls", "│", "ls")] == ["ls", "ls", "", "ls"]
