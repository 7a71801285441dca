"""Text for a person: nothing hidden, no secrets, never cut without a sign, the danger marked."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Span
from quarterdeck.judgement.shown_text import LONGEST_TEXT, safe, shown_text


def deletes(part: str, span: Span | None = None) -> Risk:
    return Risk(Level.CRITICAL, "deletes recursively", "rm", "It deletes.", part, span)


def marked(text: str, start: int, end: int) -> list[str]:
    shown = shown_text(text, deletes("", Span(start, end)), ())
    return [shown.text[mark.start : mark.end] for mark in shown.marks]


def test_secrets_and_characters_that_hide_something_are_taken_out() -> None:
    assert safe("token=abcdef123456 \x1b[2J") == "token=•••• ␛[2J"


def test_the_mark_is_where_the_verdict_says_not_where_the_same_text_stands_first() -> None:
    command = "echo 'rm -rf /' && rm -rf /"
    shown = shown_text(command, deletes("rm -rf /", Span(19, 27)), ())
    assert shown.marks == (Span(19, 27),)


def test_every_dangerous_piece_is_marked_in_its_order() -> None:
    risk = replace(deletes("", Span(8, 12)), others=(Span(0, 4),))
    assert shown_text("rm a && rm b", risk, ()).marks == (Span(0, 4), Span(8, 12))


def test_marks_and_breaks_move_with_what_is_masked_and_written_out() -> None:
    command = "TOKEN=abcdef123456 x\x1by\r\n\u200b; rm -rf ../data"
    at = command.index("rm")
    shown = shown_text(command, deletes("", Span(at, len(command))), (at - 1,))
    assert shown.text == "TOKEN=•••• x␛y\n⟨U+200B⟩; rm -rf ../data"
    assert [shown.text[m.start : m.end] for m in shown.marks] == ["rm -rf ../data"]
    assert [shown.text[:at] for at in shown.breaks] == ["TOKEN=•••• x␛y\n⟨U+200B⟩;"]


def test_a_mark_that_begins_inside_a_mask_holds_all_of_it() -> None:
    assert marked("a token=abcdef123456 b", 10, 14) == ["••••"]
    assert marked("a \u200b b", 2, 3) == ["⟨U+200B⟩"]


@given(st.text(alphabet="ab \u200b\x1b\r\n", max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_what_is_marked_is_what_is_shown_of_that_piece(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    if text[start - 1 : start + 1] == "\r\n" or text[end - 1 : end + 1] == "\r\n":
        return  # it begins or ends inside one line break
    shown = safe(text[start:end])
    assert marked(text, start, end) == ([shown] if shown else [])


def test_a_verdict_about_the_whole_marks_nothing() -> None:
    assert shown_text("rm -rf /", deletes(""), ()).marks == ()
    assert shown_text("ls", None, ()).marks == ()


def test_the_part_of_a_call_without_places_is_looked_for() -> None:
    shown = shown_text("/etc/passwd\nroot", deletes("/etc/passwd"), ())
    assert shown.marks == (Span(0, 11),)


def test_an_endless_text_says_what_is_missing() -> None:
    shown = shown_text("x" * (LONGEST_TEXT + 7), None, ())
    assert shown.cut == 7
    assert shown.text.endswith("x\n… 7 more characters")
