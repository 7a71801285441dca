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


def test_a_face_that_is_not_shown_cannot_be_held() -> None:
    story = Story()
    (story >> holds(LS, "allow")).ends()
    assert story.view().surfaces[0].down == {}
