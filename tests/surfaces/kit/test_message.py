from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.boards.board import Key
from quarterdeck.boards.looks import ON_MESSAGE, Bar, Ground, Look, Message, Tone
from quarterdeck.boards.models import MINI, MODELS, PLUS, XL, Model
from quarterdeck.domain.shown import Shown, Span
from quarterdeck.surfaces.kit.areas import Area, message_area
from quarterdeck.surfaces.kit.fonts import BIG, LARGE, LARGE_BOLD, MIDDLE, MIDDLE_BOLD, SMALL, TINY
from quarterdeck.surfaces.kit.message import Layout, Line, lay_out

BOTTOM = Key(Look(Ground.MESSAGE, Bar("Allow", Tone.ALLOW)))


def area_of(model: Model) -> Area:
    assert model.key
    plain = (Key(ON_MESSAGE),) * (model.keys - 3)
    return message_area(model, model.key, (*plain, BOTTOM, BOTTOM, BOTTOM))


def message(words: str, **more: object) -> Message:
    plain = Message(
        header=("Bash LOW", "reads files", "api"),
        level=None,
        colour=0,
        text=Shown(words, (), (), 0),
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def laid_out(text: str, model: Model = MINI, **more: object) -> Layout:
    return lay_out(message(text, **more), area_of(model), "")


def said(line: Line) -> str:
    return "".join(sign.glyph.text for sign in line.placed)


def test_letters_shrink_from_20_to_16_to_10_pixels_with_the_length_of_the_text() -> None:
    styles = [laid_out("word " * count).body.style for count in (5, 25, 60, 2000)]
    assert styles == [LARGE, MIDDLE, TINY, TINY]


def test_the_header_is_as_large_as_the_text_but_large_above_the_smallest() -> None:
    headers = [laid_out("word " * count).header[0].style for count in (5, 25, 60)]
    assert headers == [LARGE_BOLD, MIDDLE_BOLD, LARGE_BOLD]


def test_a_word_longer_than_any_line_does_not_make_the_letters_small() -> None:
    assert laid_out("x" * 90).body.style is LARGE
    assert laid_out("short " + "x" * 25).body.style is MIDDLE


def test_keys_with_finer_pixels_have_larger_letters_first_and_one_more_step() -> None:
    styles = [laid_out("word " * count, XL).body.style for count in (5, 150, 300, 450, 2000)]
    assert styles == [BIG, LARGE, MIDDLE, SMALL, TINY]


def test_a_header_that_does_not_fit_one_line_has_its_first_part_above_the_rest() -> None:
    above, below = laid_out("ls").header
    assert (said(above), said(below)) == ("Bash LOW", "reads files · api")
    [only] = laid_out("ls", XL).header
    assert said(only) == "Bash LOW · reads files · api"


def test_a_text_that_is_too_long_ends_in_an_ellipsis_and_says_so() -> None:
    layout = laid_out("word " * 2000)
    assert said(layout.body).endswith("…")
    assert not layout.whole
    assert laid_out("ls").whole


def test_the_dangerous_part_is_shown_however_far_down_it_stands() -> None:
    text = "word " * 1000 + "rm -rf /" + " word" * 1000
    shown = Shown(text, (Span(5000, 5008),), (), 0)
    layout = lay_out(message("", text=shown), area_of(MINI), "")
    marked = [sign.glyph.text for sign in layout.body.placed if 5000 <= sign.at < 5008]
    assert "".join(marked) == "rm -rf /"
    assert said(layout.body).startswith("word word")


def test_pages_show_the_whole_text_one_after_the_other_and_begin_again() -> None:
    text = " ".join(f"w{n}" for n in range(700))
    first = said(laid_out(text).body)
    seen = set(first.rstrip("…").split())
    pages = 1
    while (page := said(laid_out(text, page=pages).body)) != first:
        seen |= set(page.rstrip("…").split())
        pages += 1
        assert pages < 50
    assert set(text.split()) <= seen


def test_a_note_stands_on_the_last_line_in_letters_that_fit() -> None:
    layout = laid_out("ls", note="always: Bash(npm run build)")
    assert said(layout.note) == "always: Bash(npm run build)"
    assert layout.note.style is MIDDLE
    assert layout.note.placed[0].y > layout.body.placed[-1].y


def test_a_note_for_which_the_last_line_is_too_narrow_stands_above_the_labels() -> None:
    note = "always: Bash(npm run build)"
    wide, narrow = laid_out("ls", MODELS["plus-xl"], note=note), laid_out("ls", PLUS, note=note)
    assert said(narrow.note) == said(wide.note) == note
    assert narrow.note.style is wide.note.style is BIG


def test_a_countdown_is_part_of_the_header() -> None:
    layout = lay_out(message("ls"), area_of(XL), "0:42")
    assert said(layout.header[0]).endswith("0:42")


@settings(max_examples=40)
@given(st.text(max_size=400), st.lists(st.text(max_size=30), max_size=3))
def test_anything_can_be_laid_out(text: str, header: list[str]) -> None:
    layout = laid_out(text, header=tuple(header))
    assert layout.header_end >= 0


@pytest.mark.parametrize(
    "text",
    [
        "x" * 100_000,
        "word " * 20_000,
        "\n" * 100_000,
        "مرحبا بالعالم " * 500,
        "e\u0301\u0302\u0303" * 2000,
        "\x1b[31mred\x1b[0m\x00\x07\x9b" * 100,
        "👩‍👩‍👧‍👦" * 2000,
        "",
    ],
    ids=["word", "long", "lines", "arabic", "marks", "controls", "emoji", "empty"],
)
def test_bad_texts_are_laid_out_too(text: str) -> None:
    layout = laid_out(text)
    assert layout.whole is (text == "")
