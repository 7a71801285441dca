"""Two keyboards on two sessions: hundreds of presses, old and new, and none is ever crossed."""

import asyncio
import random
from contextlib import suppress

import pytest
from tests.fakes.neighbours import HandClock
from tests.fakes.pictures import WordPainter
from tests.stories.happened import BARN, CLI, DESK, an_ask, asked, noted, runs, sighted
from tests.stories.story import RULES

from quarterdeck.boards.drawing import Encoding, KeySurface
from quarterdeck.boards.given import GivenBoard
from quarterdeck.boards.models import TKEYBOARD
from quarterdeck.daemon.key_boards import DeckSettings, KeyBoards
from quarterdeck.domain.actions import Result
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.asks import NO_ANSWERS
from quarterdeck.domain.effects import Acknowledge, Effect, Perform, Refuse, Reply
from quarterdeck.domain.events import ActionEnded, BindingChosen, Event, Pressed
from quarterdeck.domain.ids import AnswerId, FaceId, SessionId, SurfaceId
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.sessions import Source
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.surfaces import Profile
from quarterdeck.domain.watch import Watch

AT_ONCE = 0.01  # seconds in which a board comes that is another than the last
PRESSES = 100  # on each keyboard
OWNERS = {SurfaceId("keyboard-desk"): DESK, SurfaceId("keyboard-barn"): BARN}


class Room:
    """Two agents, and a keyboard for each of them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.clock = HandClock()
        self.watch = Watch(RULES, NOTHING, self.clock.now)
        settings = DeckSettings(Order.NEWEST, tiles=True, guard_dim=False, brightness=80, sleep=0)
        self.boards = KeyBoards(
            "run",
            settings,
            RULES.guards,
            self.watch.view,
            self.put,
            self.clock,
            WordPainter(),
            lambda _: True,
        )
        self.effects: list[Effect] = []
        self.seen: dict[SurfaceId, set[FaceId]] = {name: set() for name in OWNERS}
        self.count = 0
        for name, session in OWNERS.items():
            self.put(noted(session)(self.clock.now))
            keys = KeySurface(TKEYBOARD, Encoding(), Encoding())
            self.boards.join(name, keys, Profile("keyboard", hold=True), CLI, None)
            self.put(BindingChosen(name, session, CLI, self.clock.now))

    async def begin(self) -> None:
        """Both keyboards show something."""
        for name in OWNERS:
            await self._look(name)

    def put(self, event: Event) -> None:
        self.effects = self.watch.handle(event, self.clock.now)
        for name in OWNERS:
            self.boards.surface_changed(name)

    def something_happens(self) -> None:
        """An agent asks, has its call run, works or is idle."""
        session = self.random.choice(list(OWNERS.values()))
        self.count += 1
        self.clock.now += 1.0
        ask = an_ask(f"ask {self.count}", session=session)
        state = self.random.choice((State.WORKING, State.IDLE, State.FAILED))
        happened = self.random.choice(
            (asked(ask, f"hook {self.count}"), sighted(Source.HOOK, state, session))
        )
        self.put(happened(self.clock.now))
        if self.random.random() < 0.3:
            for old in self.watch.view().asks:
                self.put(runs(old, f"call {old.id}")(self.clock.now))

    async def press(self, name: SurfaceId) -> None:
        """A finger on something that this keyboard or the other one shows, or showed before."""
        await self._look(name)
        self.clock.now += 1.0
        whose = self.random.choice((name, *OWNERS))
        shown = next(s.shown for s in self.watch.view().surfaces if s.id == name)
        face = self.random.choice(sorted(shown if whose == name else self.seen[whose]))
        self.count += 1
        event = AnswerId(f"press {self.count}")
        held = self.random.choice((None, 2.0))
        self.put(Pressed(event, name, face, held, "", NO_ANSWERS, self.clock.now, CLI))

    async def _look(self, name: SurfaceId) -> None:
        """Take the newest board, if there is another."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AT_ONCE):
                given = await self.boards.next(name)
            assert isinstance(given, GivenBoard)
            self.boards.shown(name, given.number)
            self.seen[name] |= {f.id for k in given.board.keys for f in (k.press, k.hold) if f}

    def finish(self) -> None:
        """What was begun is done."""
        for progress in self.watch.view().actions:
            result = Result(Outcome.ACCEPTED, "")
            self.put(ActionEnded(progress.action.id, result, self.clock.now))


def reached(effects: list[Effect]) -> set[SessionId]:
    """The sessions in which something is done, or that get an answer."""
    return {
        effect.session.id if isinstance(effect, Perform) else effect.ask.session
        for effect in effects
        if isinstance(effect, Perform | Reply)
    }


@pytest.mark.parametrize("seed", range(2))
async def test_no_press_ever_reaches_the_session_of_the_other_keyboard(seed: int) -> None:
    room = Room(seed)
    await room.begin()
    counted = dict.fromkeys(OWNERS, 0)
    refused = 0
    for _ in range(PRESSES):
        for name, session in OWNERS.items():
            room.something_happens()
            await room.press(name)
            assert reached(room.effects) <= {session}
            counted[name] += bool(reached(room.effects))
            refused += any(isinstance(effect, Refuse) for effect in room.effects)
            assert any(isinstance(e, Refuse | Perform | Reply | Acknowledge) for e in room.effects)
            bound = {s.id: s.bound.session for s in room.watch.view().surfaces if s.bound}
            if bound.get(name) != session:  # a finger on the list of sessions bound it anew
                room.put(BindingChosen(name, session, CLI, room.clock.now))
            room.finish()
    assert min(counted.values()) > 5, "some presses reach their own session"
    assert refused > PRESSES / 2, "those on faces of the other one do not"
