"""A daemon that a hook started ends after a day in which nobody needed it."""

import asyncio
import random

import pytest
from tests.fakes.neighbours import HandClock
from tests.stories.happened import CLI, DESK, noted
from tests.stories.story import RULES

from quarterdeck.daemon import lifetime
from quarterdeck.daemon.lifetime import Lifetime
from quarterdeck.domain.events import Event, SessionEnded, SurfaceJoined, SurfaceLeft
from quarterdeck.domain.ids import SurfaceId
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.surfaces import Profile
from quarterdeck.domain.watch import Watch

MINUTE, HOUR = 60.0, 3600.0
DAY = 24 * HOUR
DECK = SurfaceId("deck-1")


class Desk:
    """A watch, and the lifetime of its daemon by a clock that runs as we like."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.watch = Watch(RULES, NOTHING, self.clock.now)
        self.listeners = 0
        self.life = Lifetime(self.watch.view, lambda: self.listeners, self.clock)

    def put(self, event: Event) -> None:
        list(self.watch.handle(event, self.clock.now))

    def plug(self) -> None:
        self.put(SurfaceJoined(DECK, Profile("deck", hold=True), CLI, self.clock.now))

    def unplug(self) -> None:
        self.put(SurfaceLeft(DECK, self.clock.now))

    def lasts(self, seconds: float) -> bool:
        """Whether it is still there after so long, looked at every minute."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            if self.life.is_over():
                return False
            self.clock.now += MINUTE
        return not self.life.is_over()


def test_a_day_in_which_nobody_needs_it_is_its_last() -> None:
    desk = Desk()
    assert desk.lasts(DAY - MINUTE)
    assert not desk.lasts(2 * MINUTE)


def test_a_day_of_plugging_keeps_it_and_the_day_after_ends_it() -> None:
    desk, dice = Desk(), random.Random(14)
    end = desk.clock.now + DAY
    while desk.clock.now < end:
        desk.plug()
        assert desk.lasts(dice.uniform(MINUTE, HOUR))
        desk.unplug()
        assert desk.lasts(dice.uniform(MINUTE, HOUR))
    assert desk.lasts(DAY - HOUR)
    assert not desk.lasts(2 * HOUR)


def test_a_deck_that_stays_keeps_it() -> None:
    desk = Desk()
    desk.plug()
    assert desk.lasts(3 * DAY)


def test_a_session_keeps_it_until_it_ends() -> None:
    desk = Desk()
    desk.put(noted()(desk.clock.now))
    assert desk.lasts(3 * DAY)
    desk.put(SessionEnded(DESK, "exit", desk.clock.now))
    assert desk.lasts(DAY - HOUR)
    assert not desk.lasts(2 * HOUR)


def test_a_program_that_listens_keeps_it() -> None:
    desk = Desk()
    desk.listeners = 1
    assert desk.lasts(3 * DAY)


async def test_it_ends_the_daemon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifetime, "LOOK_EVERY", 0.001)
    desk, over = Desk(), asyncio.Event()
    running = asyncio.ensure_future(desk.life.run(over.set))
    desk.clock.now += DAY
    async with asyncio.timeout(10):
        await over.wait()
        await running
