"""Presses that come again: done once, told the same."""

from tests.stories.happened import CLI, DESK, noted
from tests.stories.story import RULES

from quarterdeck.domain.actions import Focus
from quarterdeck.domain.asks import NO_ANSWERS
from quarterdeck.domain.effects import Acknowledge, Effect, Perform
from quarterdeck.domain.events import BoardShown, Pressed, SurfaceJoined
from quarterdeck.domain.ids import AnswerId, FaceId, SurfaceId
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.meanings import Act, Means, Turn
from quarterdeck.domain.pressing import REMEMBERED
from quarterdeck.domain.surfaces import Face, Profile
from quarterdeck.domain.watch import Watch

DECK = SurfaceId("deck")


def showing(*meanings: Means) -> Watch:
    """A watch and a deck whose keys mean this."""
    watch = Watch(RULES, NOTHING, 0.0)
    watch.handle(noted(DESK)(0.0), 0.0)
    watch.handle(SurfaceJoined(DECK, Profile("deck", hold=True), CLI, 0.0), 0.0)
    faces = tuple(Face(FaceId(f"face {n}"), str(n), means) for n, means in enumerate(meanings))
    watch.handle(BoardShown(DECK, faces, 0.0), 0.0)
    return watch


def press(watch: Watch, key: int, name: str) -> list[Effect]:
    event = Pressed(AnswerId(name), DECK, FaceId(f"face {key}"), None, "", NO_ANSWERS, 9.0, by=None)
    return watch.handle(event, 9.0)


def page(watch: Watch) -> int:
    [surface] = watch.view().surfaces
    return surface.state.tiles


def test_what_is_still_being_done_is_not_begun_again() -> None:
    watch = showing(Act(DESK, Focus()))
    assert [f for f in press(watch, 0, "go") if isinstance(f, Perform)]
    assert press(watch, 0, "go") == []


def test_a_turn_that_comes_again_is_told_and_not_repeated() -> None:
    watch = showing(Turn(None, 1), Turn(None, 0))
    press(watch, 0, "on")
    press(watch, 1, "back")
    assert press(watch, 0, "on") == [Acknowledge(AnswerId("on"))]
    assert page(watch) == 0


def test_only_so_many_presses_are_remembered() -> None:
    watch = showing(Turn(None, 1), Turn(None, 0))
    press(watch, 0, "on")
    for number in range(REMEMBERED):
        press(watch, 1, f"back {number}")
    press(watch, 0, "on")
    assert page(watch) == 1
