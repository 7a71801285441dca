"""Decks on the person's desk: boards are written late, pressed while things move, unplugged.

They take part in one schedule of eight, and draw from a stream of their own: all other schedules
stay what they are.
"""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from tests.fakes.pictures import WordPainter
from tests.simulation.broken import hold
from tests.simulation.truth import Press, Truth, Wish
from tests.simulation.world import World
from tests.stories.happened import a_caller
from typing_extensions import override

from quarterdeck.boards.board import Key, KeyFace
from quarterdeck.boards.drawing import Encoding, KeySurface
from quarterdeck.boards.given import Frame, GivenBoard
from quarterdeck.boards.models import MINI, PLUS, XL, Model
from quarterdeck.daemon.key_boards import DeckSettings, KeyBoards, _Deck
from quarterdeck.domain.actions import Action, Do, Focus, Interrupt
from quarterdeck.domain.agenda import Order, in_order
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import NO_ANSWERS, Answer
from quarterdeck.domain.events import Event, PressBegan, Pressed
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import ActionId, AnswerId, FaceId, SessionId, SurfaceId
from quarterdeck.domain.meanings import Act, Choose, StopAll
from quarterdeck.domain.surfaces import Eyes, Profile
from quarterdeck.domain.watch import View

if TYPE_CHECKING:
    from tests.simulation.daemon import SimulatedDaemon

OWNER = a_caller("the desk")
SETTINGS = DeckSettings(Order.NEWEST, tiles=True, guard_dim=False, brightness=80, sleep=20.0)
ARRIVES_WITHIN = 0.05  # a board at the deck, a press at the daemon
WRITTEN_WITHIN = (0.001, 0.02, 0.02, 0.2, 2.0)  # a board; then the deck says so
PRESSES_LAST = (0.0, 0.0, 0.3, 0.9, 1.1, 1.6)
HOLD = 1.0
MOST_OLD = 40


class SimulatedKeyBoards(KeyBoards):
    """The daemon's key boards, on simulated time."""

    def __init__(
        self,
        world: World,
        run: str,
        guards: Guards,
        view: Callable[[], View],
        put: Callable[[Event], None],
    ) -> None:
        clock, draw = world.clock, WordPainter()
        super().__init__(run, SETTINGS, guards, view, put, clock, draw, lambda _: True)
        self._world = world
        self._wakes: dict[SurfaceId, float] = {}

    @override
    async def _wait(self, name: SurfaceId, deck: _Deck) -> None:
        due = min(self._dues(name, deck), default=None)
        if due is not None and due < self._wakes.get(name, due + 1.0):
            self._wakes[name] = due
            self._world.later(max(0.0, due - self._world.now), partial(self._wake, name))
        await deck.news.wait()

    def _wake(self, name: SurfaceId) -> None:
        self._wakes.pop(name, None)
        self.surface_changed(name)


@dataclass(slots=True)
class Finger:
    """A finger on a key, and the faces that it went down on."""

    key: Key
    connection: int


@dataclass(slots=True)
class Deck:
    """One deck: it shows what it is given, and says so a little later."""

    name: SurfaceId
    model: Model
    there: bool = True
    connection: int = 0
    given: GivenBoard | None = None  # what it is being sent, until it says that it shows it
    shows: GivenBoard | None = None
    seen: dict[FaceId, tuple[KeyFace, float]] = field(default_factory=dict)  # since when
    old: list[Key] = field(default_factory=list)  # of boards that it showed
    serving: "asyncio.Task[None] | None" = None

    def forget(self) -> None:
        """Nothing that it was sent counts any more; what it showed may still be pressed."""
        self.old = [*self.old, *self.pressable()][-MOST_OLD:]
        self.given, self.shows, self.seen = None, None, {}
        if self.serving:
            self.serving.cancel()
        self.serving = None

    def pressable(self) -> list[Key]:
        """The keys on which something can be pressed that has no name of its own."""
        return [key for key in (self.shows.board.keys if self.shows else ()) if _can_press(key)]


class Decks:
    """All decks, who presses them, and what is promised of them."""

    def __init__(self, world: World, truth: Truth, seed: int) -> None:
        self._world = world
        self._truth = truth
        self._random = Random(f"{seed} decks")
        self._count = itertools.count(1)
        models = (MINI, XL, PLUS) if world.decks else ()
        self._decks = [Deck(SurfaceId(f"desk-{m.name}"), m) for m in models]
        self._daemon: SimulatedDaemon

    def gather(self, daemon: "SimulatedDaemon") -> None:
        """This daemon hears them."""
        self._daemon = daemon

    def begin(self) -> None:
        """From now on, fingers and cables move."""
        if self._decks:
            self._stir()

    # Coming and going

    def reconnect(self) -> None:
        """A new daemon is there."""
        for deck in self._decks:
            if deck.there:
                self._connect(deck)

    def daemon_died(self) -> None:
        """Nobody is there to show anything for."""
        for deck in self._decks:
            deck.forget()

    def _connect(self, deck: Deck) -> None:
        deck.forget()
        deck.there, deck.connection = True, deck.connection + 1
        self._world.note(f"{deck.name} is connected")
        keys = KeySurface(deck.model, Encoding(), Encoding())
        profile = Profile("deck", hold=True, eyes=Eyes.LIKELY)
        self._daemon.key_boards.join(deck.name, keys, profile, OWNER, None)
        deck.serving = asyncio.ensure_future(self._serve(deck))

    def _unplug(self, deck: Deck) -> None:
        self._world.note(f"{deck.name} is unplugged")
        if self._daemon.alive:
            self._daemon.key_boards.leave(deck.name)
        deck.forget()
        deck.there = False

    def _plug(self, deck: Deck) -> None:
        if self._daemon.alive and not deck.there:
            self._connect(deck)
        deck.there = True

    # What they are given

    async def _serve(self, deck: Deck) -> None:
        while True:
            given = await self._daemon.key_boards.next(deck.name)
            arrive = partial(self._receive, deck, deck.connection, given)
            self._later(ARRIVES_WITHIN, arrive)

    def _receive(self, deck: Deck, connection: int, given: GivenBoard | Frame) -> None:
        if connection != deck.connection or not deck.there or isinstance(given, Frame):
            return
        last = deck.given or deck.shows
        hold(deck.given is None, f"{deck.name} is given a board before it shows the last")
        hold(last is None or given.number > last.number, f"{deck.name} is given an old board")
        deck.given = given
        self._later(
            self._random.choice(WRITTEN_WITHIN), partial(self._write, deck, connection, given)
        )

    def _write(self, deck: Deck, connection: int, given: GivenBoard) -> None:
        """It is there as a whole: the deck says so."""
        if connection != deck.connection or not deck.there or not self._daemon.alive:
            return
        deck.old = [*deck.old, *deck.pressable()][-MOST_OLD:]
        deck.shows, deck.given = given, None
        self._see(deck, given)
        self._daemon.key_boards.shown(deck.name, given.number)

    def _see(self, deck: Deck, given: GivenBoard) -> None:
        """From now on the daemon may take these faces for seen; what stays keeps its time."""
        before, now = deck.seen, self._world.now
        deck.seen = {}
        for face in _faces(given):
            known, since = before.get(face.id, (None, now))
            deck.seen[face.id] = face, since if known == face else now

    # What people do with them

    def _stir(self) -> None:
        if self._world.calm:
            return
        deed = self._random.choices(
            (self._press, self._press_together, self._press_old, self._cable, self._lie),
            (30, 6, 4, 3, 2),
        )[0]
        deed()
        self._later(0.5, self._stir)

    def _press(self) -> None:
        deck = self._random.choice(self._decks)
        if key := self._wanted(deck):
            self._touch(deck, key)

    def _wanted(self, deck: Deck) -> Key | None:
        """A key that somebody wants to press: mostly one that answers."""
        keys = deck.pressable()
        answers = [key for key in keys if any(_asks_of(key))]
        wanted = answers if self._random.random() < 0.85 else keys
        return self._random.choice(wanted) if wanted else None

    def _press_together(self) -> None:
        """Two decks at the same moment, on the same ask where they show it."""
        one, other = self._random.sample(self._decks, 2)
        if key := self._wanted(one):
            same = [k for k in other.pressable() if {*_asks_of(key)} & {*_asks_of(k)}]
            self._touch(one, key)
            if same:
                self._touch(other, self._random.choice(same))

    def _press_old(self) -> None:
        """A finger that comes down on what is shown no longer."""
        deck = self._random.choice(self._decks)
        if deck.there and deck.old:
            self._touch(deck, self._random.choice(deck.old))

    def _cable(self) -> None:
        deck = self._random.choice(self._decks)
        if deck.there:
            self._unplug(deck)
            self._later(5.0, partial(self._plug, deck))
        else:
            self._plug(deck)

    def _lie(self) -> None:
        """It says that it shows a board that it was never given, or has long forgotten."""
        deck = self._random.choice(self._decks)
        if deck.shows and self._daemon.alive:
            number = deck.shows.number + self._random.choice((2, 7, -50))
            self._world.note(f"{deck.name} claims to show board {number}")
            self._daemon.key_boards.shown(deck.name, number)

    def _touch(self, deck: Deck, key: Key) -> None:
        """A key goes down and comes up; the cable may come off in between."""
        finger = Finger(key, deck.connection)
        if not self._daemon.alive:
            return
        for face in _of(key):
            self._daemon.key_boards.down(deck.name, face.id) if deck.shows else None
            self._daemon.put(PressBegan(deck.name, face.id, self._world.now))
        lasts = self._random.choice(PRESSES_LAST)
        if lasts and self._random.random() < 0.1:
            self._world.later(lasts / 3, partial(self._unplug, deck))
            self._world.later(lasts / 2, partial(self._plug, deck))
        self._world.later(lasts, partial(self._let_go, deck, finger, lasts))

    def _let_go(self, deck: Deck, finger: Finger, lasted: float) -> None:
        if not self._daemon.alive or not deck.there:
            return
        key = finger.key
        held = key.hold is not None and (lasted >= HOLD or key.press is None)
        face = key.hold if held else key.press
        assert face
        whole = lasted if finger.connection == deck.connection else 0.0
        lies = self._random.random() < 0.1
        claimed = (1.5 if lies else lasted) if held else None
        self._give(deck, face, whole, claimed)
        for each in _of(key):
            self._daemon.key_boards.up(deck.name, each.id)

    def _give(self, deck: Deck, face: KeyFace, held: float, claimed: float | None) -> None:
        name, now = AnswerId(f"deck press {next(self._count)}"), self._world.now
        self._world.note(f"{deck.name}: {face.means} as {name}")
        match face.means:
            case Choose(ask, choice, answers):
                given = Answer(name, ask, choice, "", answers, False, deck.name, now)
                known, since = deck.seen.get(face.id, (None, None))
                shown = known == face
                press = Press(given, since, OWNER, on_surface=True, held=held, genuine=shown)
                self._truth.presses[name] = press
            case Act(session, do):
                self._wish(ActionId(name), session, do)
            case StopAll():
                for session in self._truth.agents:
                    self._wish(ActionId(f"{name}-{session}"), session, Interrupt())
            case _:
                pass
        times = 2 if self._random.random() < 0.05 else 1
        for _ in range(times):
            pressed = Pressed(name, deck.name, face.id, claimed, "", NO_ANSWERS, now)
            self._daemon.put(pressed)

    def _wish(self, name: ActionId, session: SessionId, do: Do) -> None:
        action = Action(name, session, do, OWNER, self._world.now, patience=0.0)
        self._truth.wishes[name] = Wish(action)

    def _later(self, most: float, action: Callable[[], None]) -> None:
        self._world.later(self._random.uniform(0.0, most), action)

    # What is promised

    def check(self) -> None:
        """The daemon takes for seen what a deck said that it shows, and nothing else."""
        if not self._decks or not self._daemon.has_handled_everything():
            return
        surfaces = {surface.id: surface for surface in self._daemon.view().surfaces}
        for deck in self._decks:
            self._is_served(deck)
            known = surfaces.get(deck.name)
            hold((known is not None) == deck.there, f"{deck.name} is there: {deck.there}")
            taken = set(known.shown) if known else set[FaceId]()
            wrong = sorted(taken ^ set(deck.seen))
            hold(not wrong, f"{deck.name} shows, or does not show: {wrong}")

    def quiet(self, view: View) -> None:
        """Every deck shows what comes first, unless somebody turned it elsewhere."""
        awake = [ask for ask in view.asks if ask.id not in view.snoozed]
        first = next(iter(in_order(awake, Order.NEWEST)), None)
        states = {surface.id: surface.state for surface in view.surfaces}
        for deck in self._decks:
            if not deck.there:
                continue
            state = states[deck.name]
            hold(deck.shows is not None, f"{deck.name} is dark without a board")
            assert deck.shows
            turned = state.at is not None or state.session is not None
            if turned or first is None or first.id in view.answering:
                continue
            if deck.shows.board.name == "asleep":
                urgent = [ask.id for ask in awake if ask.kind.priority > Kind.DONE.priority]
                hold(not urgent, f"{deck.name} sleeps while {urgent} waits")
                continue
            asked = {ask for key in deck.shows.board.keys for ask in _asks_of(key)}
            hold(asked == {first.id}, f"{deck.name} shows {sorted(asked)}, not {first.id}")

    def _is_served(self, deck: Deck) -> None:
        done = deck.serving is not None and deck.serving.done() and not deck.serving.cancelled()
        hold(not done, f"{deck.name} is not served any more: {done and deck.serving}")


def _of(key: Key) -> tuple[KeyFace, ...]:
    return tuple(face for face in (key.press, key.hold) if face)


def _faces(given: GivenBoard) -> Iterator[KeyFace]:
    for key in given.board.keys:
        yield from _of(key)
    for dial in (*given.board.dials, *given.board.touch):
        yield from (face for face in (dial.left, dial.right) if face)


def _asks_of(key: Key) -> Iterator[str]:
    yield from (face.means.ask for face in _of(key) if isinstance(face.means, Choose))


def _can_press(key: Key) -> bool:
    """Whether a simulated terminal could tell whose press it is: bare keys have no name."""
    acts = (face.means.do for face in _of(key) if isinstance(face.means, Act))
    return bool(_of(key)) and all(isinstance(do, Focus | Interrupt) for do in acts)
