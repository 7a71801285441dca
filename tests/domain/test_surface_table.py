"""Corners of what surfaces tell."""

from tests.stories.happened import (
    after,
    an_ask,
    holds,
    joins,
    pressed,
    shows,
    surface_hidden,
    surface_left,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.risk import Level
from quarterdeck.domain.surface_table import MOST_FINGERS

LS = an_ask("ls")


def test_words_of_a_surface_that_never_joined_change_nothing() -> None:
    story = facing(LS)
    (
        story
        >> shows(LS, surface="stranger")
        >> holds(LS, "allow", "stranger")
        >> surface_hidden("stranger")
        >> surface_left("stranger")
        >> after(5)
        >> pressed(LS, "allow", surface="stranger")
        << "press is refused: not_shown"
        << "stranger is drawn"
    ).ends()
    assert [s.id for s in story.view().surfaces] == ["deck", "phone"]


def test_a_surface_that_joins_again_begins_again() -> None:
    story = facing(LS)
    (
        story
        >> shows(LS)
        << "deck is drawn"
        >> after(1)
        >> joins()
        << "deck is drawn"
        >> pressed(LS, "allow")
        << "press is refused: not_shown"
        << "deck is drawn"
    ).ends()


def test_a_hold_that_began_before_its_face_was_shown_allows_nothing() -> None:
    drop = an_ask("drop", level=Level.CRITICAL)
    (
        facing(drop)
        >> holds(drop, "allow")
        >> shows(drop)
        << "deck is drawn"
        >> after(2)
        >> pressed(drop, "allow", held=2.0)
        << "press is refused: guarded"
        << "deck is drawn"
    ).ends()


def test_only_so_many_faces_that_are_not_shown_are_held() -> None:
    story = Story()
    for number in range(2 * MOST_FINGERS):
        (story >> holds(an_ask(f"ask {number}"), "allow")).ends()
    assert len(story.view().surfaces[0].down) == MOST_FINGERS
