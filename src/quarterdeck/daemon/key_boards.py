"""What each key surface is given: a board once the last one is shown, frames at once."""

import asyncio
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from math import inf

from quarterdeck.boards.board import Board, KeyFace, Scene
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.drawing import (
    Drawing,
    KeySurface,
    Sheet,
    places_of,
)
from quarterdeck.boards.given import Frame, GivenBoard
from quarterdeck.boards.moment import Moment, next_change
from quarterdeck.daemon.picture_cache import PictureCache
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.ask_bodies import Kind
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
from quarterdeck.domain.ids import AskId, FaceId, SessionId, SurfaceId
from quarterdeck.domain.meanings import Choose
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.surfaces import Profile, Surface
from quarterdeck.domain.watch import View
from quarterdeck.ports import Clock, Draw

KEPT = 16  # boards of a surface whose numbers mean something
FAILED_FOR = 4.0  # seconds for which a key says why a press on it came to nothing
HOLD_STEPS = 8  # in which the progress of a hold is drawn


@dataclass(frozen=True, slots=True)
class DeckSettings:
    """What the person set about key surfaces."""

    order: Order
    tiles: bool
    guard_dim: bool
    brightness: int
    sleep: float  # seconds without news and fingers after which the screen goes off; 0: never


@dataclass(slots=True)
class _Deck:
    """One key surface, and what it was given."""

    keys: KeySurface
    roused: float  # when something came that a person would want to see
    news: asyncio.Event = field(default_factory=asyncio.Event)
    given: GivenBoard | None = None
    acknowledged: bool = True
    boards: dict[int, tuple[KeyFace, ...]] = field(default_factory=dict)
    down: dict[FaceId, float] = field(default_factory=dict)
    touched: frozenset[int] = frozenset()  # keys that were drawn as pressed, or as failed
    failed: dict[int, tuple[str, float]] = field(default_factory=dict)  # why, and until when
    health: str = ""
    asks: frozenset[AskId] = frozenset()  # what waited when it was last laid out


class KeyBoards:
    """Lays out boards, has them drawn, and knows what each number meant."""

    def __init__(
        self,
        run: str,
        settings: DeckSettings,
        guards: Guards,
        view: Callable[[], View],
        put: Callable[[Event], None],
        clock: Clock,
        draw: Draw,
        can_focus: Callable[[Session], bool],
    ) -> None:
        self._run = run
        self._settings = settings
        self._guards = guards
        self._view = view
        self._put = put
        self._clock = clock
        self._cache = PictureCache(draw)
        self._draw = draw
        self._can_focus = can_focus
        self._decks: dict[SurfaceId, _Deck] = {}

    # Coming and going

    def join(
        self,
        name: SurfaceId,
        keys: KeySurface,
        profile: Profile,
        caller: Caller,
        remembers: SessionId | None,
    ) -> None:
        """Add a key surface; `remembers` is the session to which it says that it belongs."""
        now = self._clock()
        self._decks[name] = _Deck(keys, roused=now)
        self._put(SurfaceJoined(name, profile, caller, now, remembers))

    def leave(self, name: SurfaceId) -> None:
        """A key surface is gone."""
        if self._decks.pop(name, None):
            self._put(SurfaceLeft(name, self._clock()))

    def names(self) -> tuple[SurfaceId, ...]:
        """Those that are connected."""
        return tuple(self._decks)

    # What it says

    def shown(self, name: SurfaceId, number: int) -> None:
        """A surface shows a board; a number that it was never given means nothing."""
        deck = self._decks[name]
        faces = deck.boards.get(number)
        if faces is None:
            return
        if deck.given and number == deck.given.number:
            deck.acknowledged = True
        self._put(BoardShown(name, faces, self._clock()))
        deck.news.set()

    def hidden(self, name: SurfaceId) -> None:
        """Nobody sees a surface now."""
        self._put(SurfaceHidden(name, self._clock()))

    def down(self, name: SurfaceId, face: FaceId) -> None:
        """A key goes down: it is drawn as pressed."""
        deck = self._decks[name]
        if deck.given and any(f.id == face for f in deck.boards[deck.given.number]):
            deck.down[face] = self._clock()
            deck.news.set()

    def up(self, name: SurfaceId, face: FaceId) -> None:
        """A key is let go, with everything on it."""
        deck = self._decks[name]
        if face in deck.down and deck.given:
            faces = {f.id: f.key for f in deck.boards[deck.given.number]}
            key = faces.get(face)
            deck.down = {f: at for f, at in deck.down.items() if faces.get(f) not in (key, None)}
            deck.news.set()

    def tell_failure(self, name: SurfaceId, face: FaceId, why: str) -> None:
        """A press came to nothing: its key says why for a moment, whatever it shows by now."""
        deck = self._decks.get(name)
        keys = [
            f.key for faces in (deck.boards.values() if deck else ()) for f in faces if f.id == face
        ]
        if deck and keys and keys[0].isdigit():
            deck.failed[int(keys[0])] = (why, self._clock() + FAILED_FOR)
            deck.news.set()

    def tell_health(self, name: SurfaceId, text: str) -> None:
        """A surface says what is wrong with its device; nothing, if it is well."""
        self._decks[name].health = text

    # What changed for them

    def ask_changed(self, _: Ask) -> None:
        """An ask came, ended or moved."""
        self._all_changed()

    def session_changed(self, _: Session) -> None:
        """A session does something else."""
        self._all_changed()

    def surface_changed(self, name: SurfaceId) -> None:
        """A surface was turned to something else, or shows what is gone."""
        if deck := self._decks.get(name):
            deck.news.set()

    def _all_changed(self) -> None:
        for deck in self._decks.values():
            deck.news.set()

    # What it is given

    async def next(self, name: SurfaceId) -> GivenBoard | Frame:
        """Wait for what a surface should be sent; raises Unreachable if it cannot be drawn."""
        deck = self._decks[name]
        while True:
            deck.news.clear()
            if frame := await self._frame(name, deck):
                return frame
            if deck.acknowledged and (given := await self._lay_out(name, deck)):
                return given
            await self._wait(name, deck)

    def given(self, name: SurfaceId) -> tuple[KeySurface, GivenBoard | None, str] | None:
        """What a surface was given last, and what is wrong with it; None for any other."""
        deck = self._decks.get(name)
        return (deck.keys, deck.given, deck.health) if deck else None

    async def sheet(self, name: SurfaceId) -> bytes | None:
        """A picture of the whole surface as it was last given; None if it shows nothing."""
        deck = self._decks.get(name)
        if deck is None or deck.given is None or deck.keys.model.key is None:
            return None
        moment = Moment(self._clock(), *self._fingers(deck, deck.given.board))
        [picture] = await self._draw(Sheet(deck.keys, deck.given.board, moment))
        return picture

    async def _frame(self, name: SurfaceId, deck: _Deck) -> Frame | None:
        """A key that looks pressed or held otherwise than what was sent."""
        given = deck.given
        if given is None or deck.keys.model.key is None:
            return None
        moment = self._moment(deck, given.board, self._surface(name))
        touched = frozenset((*moment.pressed, *moment.failed))
        places = (*sorted(touched), *sorted(deck.touched - touched))
        if not places:
            return None
        drawn = await self._cache.drawn(Drawing(deck.keys, given.board, moment, places))
        deck.touched |= touched
        for place in places:
            if drawn[place].id != given.pictures[place].id:
                deck.given = replace(given, pictures={**given.pictures, place: drawn[place]})
                return Frame(place, drawn[place])
        deck.touched = touched
        return None

    async def _lay_out(self, name: SurfaceId, deck: _Deck) -> GivenBoard | None:
        """The board for what is now, unless it is what was sent."""
        view = self._view()
        surface = self._surface(name)
        if surface is None:
            return None  # it joined an instant ago
        scene = self._scene(view, surface, deck)
        self._rouse(deck, scene.asks)
        asleep = self._is_asleep(deck, surface)
        board = board_of(replace(scene, asleep=asleep))
        moment = self._moment(deck, board, surface)
        drawing = Drawing(deck.keys, board, moment, places_of(deck.keys))
        pictures = await self._cache.drawn(drawing)
        last, brightness = deck.given, 0 if asleep else self._settings.brightness
        given = (board, pictures, brightness, surface.bound)
        if last and (last.board, last.pictures, last.brightness, last.bound) == given:
            return None
        number = last.number + 1 if last else 1
        deck.given = GivenBoard(number, board, pictures, brightness, surface.bound)
        deck.boards[number] = tuple(_faces(board))
        deck.boards.pop(number - KEPT, None)
        deck.acknowledged = False
        deck.touched = frozenset((*moment.pressed, *moment.failed))
        return deck.given

    def _rouse(self, deck: _Deck, asks: Collection[Ask]) -> None:
        """What comes wakes a deck; what cannot go on without the person keeps it awake."""
        names = frozenset(ask.id for ask in asks)
        if names - deck.asks or any(ask.kind.priority > Kind.DONE.priority for ask in asks):
            deck.roused = self._clock()
        deck.asks = names

    def _is_asleep(self, deck: _Deck, surface: Surface) -> bool:
        return self._clock() >= self._sleeps_at(deck, surface)

    def _sleeps_at(self, deck: _Deck, surface: Surface) -> float:
        after = self._settings.sleep or inf
        return max(deck.roused, surface.touched) + after

    def _surface(self, name: SurfaceId) -> Surface | None:
        return next((s for s in self._view().surfaces if s.id == name), None)

    def _scene(self, view: View, surface: Surface, deck: _Deck) -> Scene:
        bound = surface.bound
        awake = (ask for ask in view.asks if ask.id not in view.snoozed)
        return Scene(
            run=self._run,
            model=deck.keys.model,
            state=surface.state,
            bound=bound,
            now=self._clock(),
            asks=tuple(ask for ask in awake if bound is None or ask.session == bound.session),
            sessions=view.sessions,
            answering=view.answering,
            order=self._settings.order,
            tiles=self._settings.tiles,
            out_of_reach={s.id for s in view.sessions if not self._can_focus(s)},
        )

    def _moment(self, deck: _Deck, board: Board, surface: Surface | None) -> Moment:
        pressed, dimmed, held = self._fingers(deck, board)
        if surface and self._settings.guard_dim:
            now = self._clock()
            dimmed = {place for place, at in self._armed(board, surface) if at is None or at > now}
        return Moment(self._clock(), pressed, dimmed, held, self._failures(deck))

    def _failures(self, deck: _Deck) -> dict[int, str]:
        """What keys still say of presses that came to nothing."""
        now = self._clock()
        deck.failed = {place: told for place, told in deck.failed.items() if told[1] > now}
        return {place: why for place, (why, _) in deck.failed.items()}

    def _fingers(self, deck: _Deck, board: Board) -> tuple[set[int], set[int], dict[int, float]]:
        """Which keys are pressed, and how much of its hold each has."""
        now, pressed, held = self._clock(), set[int](), dict[int, float]()
        for place, key in enumerate(board.keys):
            downs = [deck.down[f.id] for f in (key.press, key.hold) if f and f.id in deck.down]
            if downs:
                pressed.add(place)
                if key.look.bar and key.look.bar.hold:
                    held[place] = self._part(now - min(downs))
        return pressed, set(), held

    def _part(self, lasted: float) -> float:
        """How much of a hold is over, in steps."""
        steps = int(lasted / self._guards.hold * HOLD_STEPS) if self._guards.hold else HOLD_STEPS
        return min(steps, HOLD_STEPS) / HOLD_STEPS

    def _armed(self, board: Board, surface: Surface) -> Iterator[tuple[int, float | None]]:
        """From when a press on each key that answers counts; None while it is not seen."""
        asks = {ask.id: ask for ask in self._view().asks}
        for place, key in enumerate(board.keys):
            for face in (key.press, key.hold):
                if face and isinstance(face.means, Choose) and face.means.ask in asks:
                    sight = surface.shown.get(face.id)
                    guard = self._guards.of(asks[face.means.ask])
                    yield place, sight.since + guard if sight else None

    # Waiting

    async def _wait(self, name: SurfaceId, deck: _Deck) -> None:
        due = min(self._dues(name, deck), default=None)
        left = None if due is None else max(0.0, due - self._clock())
        try:
            async with asyncio.timeout(left):
                await deck.news.wait()
        except TimeoutError:
            pass

    def _dues(self, name: SurfaceId, deck: _Deck) -> Iterator[float]:
        """When something is to be drawn again though nothing happens."""
        if deck.given is None:
            return
        now, board = self._clock(), deck.given.board
        if any(part < 1.0 for part in self._fingers(deck, board)[2].values()):
            yield now + self._guards.hold / HOLD_STEPS
        yield from (until for _, until in deck.failed.values() if until > now)
        if not deck.acknowledged:
            return
        if (changes := next_change(board, now)) is not None:
            yield changes
        surface = self._surface(name)
        if surface and now < (sleeps := self._sleeps_at(deck, surface)) < inf:
            yield sleeps
        if surface and self._settings.guard_dim:
            yield from (at for _, at in self._armed(board, surface) if at and at > now)


def _faces(board: Board) -> Iterator[KeyFace]:
    sides = ((dial.left, dial.right) for dial in (*board.dials, *board.touch))
    for pair in (*((key.press, key.hold) for key in board.keys), *sides):
        yield from (face for face in pair if face)
