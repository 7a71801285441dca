"""Decks under random schedules: boards acknowledged late, pressed while things move, unplugged.

Whatever happens, an answer is one that the deck was known to show, for long enough, and the
newest board comes through in the end.
"""

import asyncio
import random

import pytest
from tests.fakes.neighbours import HandClock
from tests.fakes.pictures import WordPainter
from tests.stories.happened import BARN, CLI, DESK, an_ask, asked, noted, runs, starts
from tests.stories.story import RULES

from quarterdeck.boards.board import KeyFace
from quarterdeck.boards.drawing import Encoding, KeySurface
from quarterdeck.boards.given import Frame, GivenBoard
from quarterdeck.boards.models import MINI, PLUS, XL
from quarterdeck.daemon.key_boards import DeckSettings, KeyBoards
from quarterdeck.domain.agenda import Order, in_order
from quarterdeck.domain.asks import NO_ANSWERS, Ask
from quarterdeck.domain.effects import Reply, ShowAsk, ShowSession, SurfaceChanged
from quarterdeck.domain.events import Event, PressBegan, Pressed
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AnswerId, FaceId, SurfaceId
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.meanings import Choose
from quarterdeck.domain.risk import Level
from quarterdeck.domain.surface_table import SurfaceTable
from quarterdeck.domain.surfaces import Profile
from quarterdeck.domain.watch import Watch

STEPS = 150
SLEEP = 20.0  # seconds after which a deck on which nothing happens goes dark
SEEDS = range(25)


class BrokenPromise(AssertionError):
    """A press did what nobody could have meant."""


class Deck:
    """A deck that shows what it is given, and says so when it pleases."""

    def __init__(self, name: str) -> None:
        self.name = SurfaceId(name)
        self.given: GivenBoard | None = None
        self.seen: dict[FaceId, tuple[KeyFace, float]] = {}  # as the daemon knows since when
        self.down: dict[FaceId, float] = {}

    def faces(self) -> dict[FaceId, KeyFace]:
        keys = self.given.board.keys if self.given else ()
        return {f.id: f for key in keys for f in (key.press, key.hold) if f}


class World:
    """A watch, decks, asks that come and go, and fingers, all drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._clock = HandClock()
        self._watch = Watch(RULES, NOTHING, self._clock.now)
        settings = DeckSettings(
            Order.NEWEST, tiles=True, guard_dim=False, brightness=80, sleep=SLEEP
        )
        self._boards = KeyBoards(
            f"run {seed}",
            settings,
            RULES.guards,
            self._watch.view,
            self._put,
            self._clock,
            WordPainter(),
            lambda _: True,
        )
        self._asks: dict[str, Ask] = {}
        self._decks: dict[SurfaceId, Deck] = {}
        self._pressed: dict[str, tuple[Deck, FaceId, float | None]] = {}
        self._count = 0
        for session in (DESK, BARN):
            self._put(noted(session)(self._clock.now))

    async def run(self) -> None:
        for _ in range(STEPS):
            self._clock.now += self._random.choice((0.01, 0.1, 0.3, 0.6, 1.2))
            await self._random.choice(
                (
                    self._ask,
                    self._end,
                    self._plug,
                    self._show,
                    self._show,
                    self._touch,
                    self._tap,
                    self._rest,
                )
            )()
        for deck in list(self._decks.values()):
            if deck.given:
                self._acknowledge(deck)
            while await self._sent(deck):
                self._acknowledge(deck)
            self._shows_the_first(deck)

    # What happens

    async def _ask(self) -> None:
        self._count += 1
        level = self._random.choice((None, Level.HIGH, Level.CRITICAL))
        session = self._random.choice((DESK, BARN))
        ask = an_ask(f"ask {self._count}", level=level, session=session)
        self._asks[ask.id] = ask
        self._put(starts(ask, f"call {ask.id}")(self._clock.now))
        self._put(asked(ask, f"hook {ask.id}")(self._clock.now))

    async def _end(self) -> None:
        if self._asks:
            ask = self._asks.pop(self._random.choice(list(self._asks)))
            self._put(runs(ask, f"call {ask.id}")(self._clock.now))

    async def _rest(self) -> None:
        """Nothing happens for a while, now and then."""
        if self._random.random() < 0.2:
            self._clock.now += SLEEP

    async def _plug(self) -> None:
        if self._decks and self._random.random() < 0.4:
            name = self._random.choice(list(self._decks))
            del self._decks[name]
            self._boards.leave(name)
        elif len(self._decks) < 3:
            self._count += 1
            deck = Deck(f"deck-{self._count}")
            self._decks[deck.name] = deck
            model = self._random.choice((MINI, XL, PLUS))
            keys = KeySurface(model, Encoding(), Encoding())
            self._boards.join(deck.name, keys, Profile("deck", hold=True), CLI, None)

    async def _show(self) -> None:
        if not self._decks:
            return
        deck = self._random.choice(list(self._decks.values()))
        match self._random.random():
            case chance if chance < 0.6:
                await self._sent(deck)
            case chance if chance < 0.9 and deck.given:
                self._acknowledge(deck)
            case _:  # it claims to show what it was never given
                number = deck.given.number if deck.given else 0
                self._boards.shown(deck.name, number + self._random.choice((1, 7, -50)))

    async def _touch(self) -> None:
        if found := self._finger():
            deck, face = found
            deck.down[face] = self._clock.now
            self._boards.down(deck.name, face)
            self._put(PressBegan(deck.name, face, self._clock.now))

    async def _tap(self) -> None:
        if found := self._finger():
            deck, face = found
            began = deck.down.pop(face, None)
            held = None if began is None else self._clock.now - began
            self._count += 1
            name = AnswerId(f"press {self._count}")
            self._pressed[name] = deck, face, began
            self._boards.up(deck.name, face)
            self._put(Pressed(name, deck.name, face, held, "", NO_ANSWERS, self._clock.now))

    def _finger(self) -> tuple[Deck, FaceId] | None:
        """A face that somebody touches: one that is shown, was shown, or was given elsewhere."""
        decks = list(self._decks.values())
        faces = [f for deck in decks for f in (*deck.faces(), *deck.seen, *deck.down)]
        if not faces:
            return None
        deck = self._random.choice(decks)
        mine = [*deck.faces(), *deck.down]
        return deck, self._random.choice(mine if mine and self._random.random() < 0.8 else faces)

    # What follows

    async def _sent(self, deck: Deck) -> bool:
        """Let a deck be sent what is due; whether it was a board."""
        try:
            async with asyncio.timeout(0.001):
                while True:
                    given = await self._boards.next(deck.name)
                    if isinstance(given, GivenBoard):
                        deck.given = given
                        return True
                    assert isinstance(given, Frame)
        except TimeoutError:
            return False

    def _acknowledge(self, deck: Deck) -> None:
        assert deck.given
        now = self._clock.now
        deck.seen = {name: deck.seen.get(name, (face, now)) for name, face in deck.faces().items()}
        self._boards.shown(deck.name, deck.given.number)

    def _put(self, event: Event) -> None:
        for effect in self._watch.handle(event, self._clock.now):
            match effect:
                case ShowAsk(ask):
                    self._boards.ask_changed(ask)
                case ShowSession(session):
                    self._boards.session_changed(session)
                case SurfaceChanged(surface):
                    self._boards.surface_changed(surface)
                case Reply(_, ask, answer):
                    self._was_meant(ask, answer.id, answer.choice)
                case _:
                    pass

    def _was_meant(self, ask: Ask, press: AnswerId, choice: str) -> None:
        deck, name, began = self._pressed[press]
        if name not in deck.seen:
            raise BrokenPromise(f"{press} counts on a face that was not shown")
        face, since = deck.seen[name]
        if face.means != Choose(ask.id, choice):
            raise BrokenPromise(f"{press} answered {ask.id} with {choice}, not {face.means}")
        now = self._clock.now
        if (now if began is None else began) - since < RULES.guards.decision:
            raise BrokenPromise(f"{press} counts on a face that just appeared")
        if face.hold and (began is None or now - began < RULES.guards.hold):
            raise BrokenPromise(f"{press} counts as held")

    def _shows_the_first(self, deck: Deck) -> None:
        view = self._watch.view()
        first = next(iter(in_order(view.asks, Order.NEWEST)), None)
        [surface] = [s for s in view.surfaces if s.id == deck.name]
        assert deck.given
        if first and surface.state.at is None and surface.state.session is None:
            asked_for = {f.means.ask for f in deck.faces().values() if isinstance(f.means, Choose)}
            answering = first.id in view.answering
            assert answering or asked_for == {first.id}, f"{deck.name} shows {asked_for}"


async def several() -> None:
    for seed in range(200):
        await World(seed).run()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deck_answers_only_what_it_was_known_to_show(seed: int) -> None:
    asyncio.run(World(seed).run())


def a_board_that_was_never_given_is_believed(patch: pytest.MonkeyPatch) -> None:
    def gullible(self: KeyBoards, name: SurfaceId, number: int) -> None:
        del number
        if given := self._decks[name].given:
            shown(self, name, given.number)

    shown = KeyBoards.shown
    patch.setattr(KeyBoards, "shown", gullible)


def a_press_is_a_hold(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SurfaceTable, "_was_held", lambda *_: True)


def nothing_is_guarded(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Guards, "of_press", lambda *_: 0.0)


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (a_board_that_was_never_given_is_believed, "a face that"),
        (a_press_is_a_hold, "counts as held"),
        (nothing_is_guarded, "just appeared"),
    ],
)
def test_a_planted_bug_is_found(plant: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(plant)
    plant(monkeypatch)
    with pytest.raises(BrokenPromise, match=said):
        asyncio.run(several())
