"""What each surface is given: numbered, so that it can report what it shows and forge nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.events import (
    BoardShown,
    Event,
    SurfaceHidden,
    SurfaceJoined,
    SurfaceLeft,
)
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AskId, SurfaceId
from quarterdeck.domain.meanings import Choose
from quarterdeck.domain.surfaces import Cards, Face, Profile, face_of
from quarterdeck.domain.watch import View
from quarterdeck.ports import Clock

KEPT = 16  # boards of a surface whose numbers mean something

Faces = Mapping[AskId, tuple[Face, ...]]


@dataclass(slots=True)
class _Given:
    """What one surface was given."""

    redraw: Callable[[], None]
    number: int = 0
    order: tuple[AskId, ...] = ()
    boards: dict[int, Faces] = field(default_factory=dict)


class SurfaceBoards:
    """Lays out what surfaces show, and knows what each number meant."""

    def __init__(
        self,
        run: str,
        guards: Guards,
        view: Callable[[], View],
        put: Callable[[Event], None],
        clock: Clock,
    ) -> None:
        self._run = run
        self._guards = guards
        self._view = view
        self._put = put
        self._clock = clock
        self._given: dict[SurfaceId, _Given] = {}

    # Coming and going

    def join(
        self, name: SurfaceId, profile: Profile, caller: Caller, redraw: Callable[[], None]
    ) -> None:
        """Add a surface; `redraw` is called when it should be given its board again."""
        self._given[name] = _Given(redraw)
        self._put(SurfaceJoined(name, profile, caller, self._clock()))

    def leave(self, name: SurfaceId) -> None:
        """A surface is gone."""
        if self._given.pop(name, None):
            self._put(SurfaceLeft(name, self._clock()))

    # What it is given, and says that it shows

    def cards(self, name: SurfaceId) -> Cards:
        """The asks as a list surface should show them now."""
        given, view, now = self._given[name], self._view(), self._clock()
        asks = [ask for ask in view.asks if ask.id not in view.snoozed]
        order = tuple(ask.id for ask in asks)
        if order != given.order or not given.number:
            before = given.boards.get(given.number, {})
            given.number, given.order = given.number + 1, order
            given.boards[given.number] = {a.id: before.get(a.id) or self.faces(a) for a in asks}
            given.boards.pop(given.number - KEPT, None)
        return Cards(given.number, order, self._armed_in(name, view, now))

    def shown(self, name: SurfaceId, number: int, asks: Sequence[AskId]) -> None:
        """A surface shows these asks of a board; one that we never gave it is drawn again."""
        given = self._given[name]
        board = given.boards.get(number)
        if board is None:
            given.redraw()
            return
        faces = tuple(face for ask in asks for face in board.get(ask, ()))
        self._put(BoardShown(name, faces, self._clock()))

    def hidden(self, name: SurfaceId) -> None:
        """Nobody sees a surface now."""
        self._put(SurfaceHidden(name, self._clock()))

    def faces(self, ask: Ask) -> tuple[Face, ...]:
        """The faces of an ask on a card: one for each choice."""
        return tuple(face_of(self._run, ask, choice, look=choice.label) for choice in ask.choices)

    def _armed_in(self, name: SurfaceId, view: View, now: float) -> dict[AskId, float]:
        surface = next((s for s in view.surfaces if s.id == name), None)
        asks = {ask.id: ask for ask in view.asks}
        found: dict[AskId, float] = {}
        for sight in surface.shown.values() if surface else ():
            means = sight.face.means
            if isinstance(means, Choose) and (ask := asks.get(means.ask)):
                found[ask.id] = max(0.0, sight.since + self._guards.of(ask) - now)
        return found

    # What changed for them

    def ask_changed(self, _: Ask) -> None:
        """An ask came, ended or moved: everybody's order may be another."""
        for given in self._given.values():
            given.redraw()

    def surface_changed(self, name: SurfaceId) -> None:
        """A surface's own state changed."""
        if given := self._given.get(name):
            given.redraw()
