from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.boards.looks import Tone
from quarterdeck.domain.risk import Level
from quarterdeck.surfaces.kit import palette as p
from quarterdeck.surfaces.kit.palette import (
    Colour,
    Pair,
    Palette,
    contrast,
    dimmed,
    pressed,
    readable,
)

PARTS = st.integers(0, 255)
COLOURS = st.tuples(PARTS, PARTS, PARTS)
PALETTE = Palette()
GROUNDS = (*p.SESSIONS, p.RAISED, p.PICKED, p.BLACK)


@given(COLOURS, COLOURS)
def test_any_ink_on_any_ground_can_be_read(ink: Colour, ground: Colour) -> None:
    assert contrast(readable(ink, ground), ground) >= p.READABLE


@pytest.mark.parametrize("tone", [*Tone, None])
def test_every_label_can_be_read_lit_dimmed_and_pressed(tone: Tone | None) -> None:
    pair = p.TONES[tone] if tone else p.UNLIT
    for shown in (pair, dimmed(pair), pressed(pair), pressed(dimmed(pair))):
        assert contrast(shown.ink, shown.ground) >= p.READABLE


@pytest.mark.parametrize("tone", [Tone.ALLOW, Tone.ALWAYS, Tone.STOP])
def test_a_label_can_be_read_while_it_fills(tone: Tone) -> None:
    pair = p.TONES[tone]
    assert contrast(pair.ink, pressed(pair).ground) >= p.READABLE


@pytest.mark.parametrize("level", [*Level, None])
def test_every_header_can_be_read(level: Level | None) -> None:
    pair = PALETTE.header(level)
    assert contrast(pair.ink, pair.ground) >= p.READABLE


def test_every_text_on_every_session_can_be_read() -> None:
    inks = (p.INK, p.QUIET, *p.CHANGES.values())
    for ink, ground in product(inks, p.SESSIONS):
        assert contrast(ink, ground) >= p.READABLE
    for ink, ground in product((p.INK, p.QUIET), GROUNDS):
        assert contrast(readable(ink, ground), ground) >= p.READABLE


def test_an_ink_that_can_be_read_stays_as_it_is() -> None:
    assert readable(p.INK, p.BLACK) == p.INK


def test_a_risk_of_the_persons_own_colours_is_lightened_where_it_must_be() -> None:
    own = Palette(risks=((Level.LOW, Pair(p.colour("#101010"), p.colour("#606060"))),))
    assert contrast(own.header(Level.LOW).ink, own.header(Level.LOW).ground) >= p.READABLE


def test_sessions_beyond_the_palette_begin_again() -> None:
    assert PALETTE.session(10) == PALETTE.session(0)


def test_contrast_is_that_of_the_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
