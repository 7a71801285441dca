"""What surfaces are given, by number; what a number does not mean cannot be claimed."""

import pytest
from tests.fakes.neighbours import HandClock
from tests.stories.happened import CLI, an_ask, asked, noted, snoozed
from tests.stories.story import RULES

from quarterdeck.daemon.surfaces import KEPT, SurfaceBoards
from quarterdeck.domain.events import BoardShown, Event, SurfaceHidden, SurfaceLeft
from quarterdeck.domain.ids import AskId, SurfaceId
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.meanings import Choose
from quarterdeck.domain.surfaces import Profile
from quarterdeck.domain.watch import Watch

LS, PWD = an_ask("ls"), an_ask("pwd")
PAGE = Profile("page", hold=True)


class Stage:
    """A watch that hears at once what the boards put, and asks that come up."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.watch = Watch(RULES, NOTHING, self.clock.now)
        self.events: list[Event] = []
        self.redrawn = 0
        self.boards = SurfaceBoards("run", RULES.guards, self.watch.view, self._put, self.clock)
        self.happens(noted())
        self.page = SurfaceId("page-1")
        self.boards.join(self.page, PAGE, CLI, self._redraw)

    def happens(self, what: object) -> None:
        assert callable(what)
        self.clock.now += 1.0
        self.watch.handle(what(self.clock.now), self.clock.now)

    def _put(self, event: Event) -> None:
        self.events.append(event)
        self.watch.handle(event, self.clock.now)

    def _redraw(self) -> None:
        self.redrawn += 1

    def shown(self) -> set[str]:
        """The asks that the page is known to show."""
        [page] = [s for s in self.watch.view().surfaces if s.id == self.page]
        meant = (sight.face.means for sight in page.shown.values())
        return {means.ask for means in meant if isinstance(means, Choose)}


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_a_surface_is_given_the_asks_in_order_and_a_number_for_them(stage: Stage) -> None:
    assert stage.boards.cards(stage.page).order == ()
    stage.happens(asked(LS))
    stage.happens(asked(PWD))
    cards = stage.boards.cards(stage.page)
    assert (cards.number, cards.order) == (2, ("pwd", "ls"))


def test_the_number_changes_only_with_what_it_means(stage: Stage) -> None:
    stage.happens(asked(LS))
    first = stage.boards.cards(stage.page)
    assert stage.boards.cards(stage.page).number == first.number
    stage.happens(asked(PWD))
    assert stage.boards.cards(stage.page).number == first.number + 1


def test_what_is_snoozed_is_not_shown(stage: Stage) -> None:
    stage.happens(asked(LS))
    stage.happens(snoozed(LS, 60))
    assert stage.boards.cards(stage.page).order == ()


def test_what_a_surface_shows_is_armed_after_the_guard(stage: Stage) -> None:
    stage.happens(asked(LS))
    number = stage.boards.cards(stage.page).number
    assert stage.boards.cards(stage.page).armed_in == {}
    stage.boards.shown(stage.page, number, [LS.id])
    assert stage.boards.cards(stage.page).armed_in == {"ls": 0.5}
    stage.clock.now += 0.2
    assert stage.boards.cards(stage.page).armed_in == {"ls": pytest.approx(0.3)}
    stage.clock.now += 5
    assert stage.boards.cards(stage.page).armed_in == {"ls": 0.0}


def test_only_asks_of_the_board_with_that_number_can_be_shown(stage: Stage) -> None:
    stage.happens(asked(LS))
    first = stage.boards.cards(stage.page).number
    stage.happens(asked(PWD))
    stage.boards.cards(stage.page)
    stage.boards.shown(stage.page, first, [LS.id, PWD.id, AskId("made up")])
    assert stage.shown() == {"ls"}


@pytest.mark.parametrize("number", [0, -1, 2, 10**9])
def test_a_number_that_was_never_given_shows_nothing_and_redraws(stage: Stage, number: int) -> None:
    stage.happens(asked(LS))
    assert stage.boards.cards(stage.page).number == 1
    stage.boards.shown(stage.page, number, [LS.id])
    assert (stage.shown(), stage.redrawn) == (set(), 1)


def test_a_number_from_long_ago_shows_nothing_and_redraws(stage: Stage) -> None:
    stage.happens(asked(LS))
    first = stage.boards.cards(stage.page).number
    for number in range(KEPT):
        stage.happens(asked(an_ask(f"another {number}")))
        stage.boards.cards(stage.page)
    stage.boards.shown(stage.page, first, [LS.id])
    assert (stage.shown(), stage.redrawn) == (set(), 1)


def test_every_surface_is_redrawn_when_an_ask_changes_and_one_when_only_it_did(
    stage: Stage,
) -> None:
    others: list[str] = []
    other = SurfaceId("page-2")
    stage.boards.join(other, PAGE, CLI, lambda: others.append("redrawn"))
    stage.boards.ask_changed(LS)
    stage.boards.surface_changed(other)
    stage.boards.surface_changed(SurfaceId("gone"))
    assert (stage.redrawn, len(others)) == (1, 2)


def test_the_faces_of_an_ask_are_others_in_another_run(stage: Stage) -> None:
    again = SurfaceBoards("run 2", RULES.guards, stage.watch.view, stage.events.append, stage.clock)
    mine, theirs = stage.boards.faces(LS), again.faces(LS)
    assert [face.means for face in mine] == [face.means for face in theirs]
    assert not {face.id for face in mine} & {face.id for face in theirs}


def test_a_surface_that_is_hidden_or_leaves_says_so_once(stage: Stage) -> None:
    stage.boards.hidden(stage.page)
    stage.boards.leave(stage.page)
    stage.boards.leave(stage.page)
    now = stage.clock.now
    assert stage.events[1:] == [SurfaceHidden(stage.page, now), SurfaceLeft(stage.page, now)]
    stage.boards.ask_changed(LS)
    assert stage.redrawn == 0


def test_what_is_shown_is_told_with_its_faces(stage: Stage) -> None:
    stage.happens(asked(LS))
    stage.boards.shown(stage.page, stage.boards.cards(stage.page).number, [LS.id])
    assert stage.events[-1] == BoardShown(stage.page, stage.boards.faces(LS), stage.clock.now)
