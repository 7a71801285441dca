from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.surfaces.kit.flow import Flow, Row, Text, cut, flow, one_line
from quarterdeck.surfaces.kit.fonts import LARGE, MIDDLE, TINY, Style

KEY = 80


def rows(count: int, columns: int = 3, height: int = 20) -> list[Row]:
    keys = tuple((n * KEY, (n + 1) * KEY) for n in range(columns))
    return [Row(n * height, keys) for n in range(count)]


def lines(found: Flow) -> list[str]:
    told: dict[int, str] = {}
    for sign in found.placed:
        told[sign.y] = told.get(sign.y, "") + sign.glyph.text
    return [line.rstrip() for line in told.values()]


@settings(max_examples=200)
@given(st.text(max_size=200), st.sampled_from([LARGE, MIDDLE, TINY]), st.integers(1, 5))
def test_no_sign_is_cut_by_the_gap_between_two_keys(text: str, style: Style, columns: int) -> None:
    found = flow(Text(text), rows(4, columns), style)
    for sign in found.placed:
        first, last = sign.x // KEY, (sign.x + sign.glyph.advance - 0.02) // KEY
        assert first == last


@given(st.text("ab \n", max_size=300))
def test_every_sign_is_shown_once_or_is_behind_the_end(text: str) -> None:
    words = Text(text)
    found = flow(words, rows(3), LARGE)
    places = [sign.at for sign in found.placed]
    assert places == sorted(set(places))
    shown = "".join(text[at] for at in places)
    assert shown.replace(" ", "") == text[: found.end].replace(" ", "").replace("\n", "")


def test_words_stay_whole_and_spaces_at_a_break_are_left_out() -> None:
    found = flow(Text("one two three four five six"), rows(4, columns=1), LARGE)
    assert lines(found) == ["one two", "three", "four", "five six"]
    assert not found.parted


def test_a_word_longer_than_a_line_is_parted() -> None:
    found = flow(Text("x" * 30), rows(4), LARGE)
    assert lines(found) == ["x" * 24, "x" * 6]
    assert found.parted


def test_commands_break_at_operators_before_they_break_at_spaces() -> None:
    command = "make one && make two and more"
    broken = flow(Text(command, (9,)), rows(4, columns=2), LARGE)
    assert lines(broken) == ["make one", "&& make two and", "more"]
    assert lines(flow(Text(command), rows(4, columns=2), LARGE))[0] == "make one && make"


def test_japanese_breaks_anywhere_but_before_closing_signs() -> None:
    assert lines(flow(Text("あいうえお"), rows(4, columns=1), LARGE)) == ["あいうえ", "お"]
    assert lines(flow(Text("あいうえ。お"), rows(4, columns=1), LARGE)) == ["あいう", "え。お"]


def test_what_is_cut_ends_in_an_ellipsis() -> None:
    space = rows(2, columns=1)
    found = flow(Text("one two three four five"), space, LARGE)
    assert found.end < 23
    told = cut(found, space, LARGE)
    assert [sign.glyph.text for sign in told][-1] == "…"
    assert all(sign.x + sign.glyph.advance <= KEY + 0.1 for sign in told)


def test_one_line_is_one_line_whatever_it_holds() -> None:
    placed = one_line("a\nb\n\nc " * 50, rows(1, columns=1)[0], LARGE)
    assert "".join(sign.glyph.text for sign in placed) == "a b c a…"
    assert one_line("a", Row(0, ()), LARGE) == ()


def test_a_key_that_is_covered_is_jumped_over() -> None:
    row = Row(0, ((0, KEY), (2 * KEY, 3 * KEY)))
    found = flow(Text("abcdefghij"), [row], LARGE)
    assert [sign.x for sign in found.placed][7:9] == [70, 160]


def test_places_are_those_of_the_text_as_it_came() -> None:
    text = Text("e\u0301 && b", (3,))
    assert text.signs[:2] == ["é", " "]
    assert (text.at[:3], text.breaks) == ([0, 2, 3], [2])
