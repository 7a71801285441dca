"""Whether text can reach an agent, told when it changes."""

import asyncio
from dataclasses import replace

from tests.stage.until import PATIENCE

from quarterdeck.daemon.availability import CommanderAvailability
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import State

SESSION = Session(
    SessionId("s1"),
    Process("here", 1, 1),
    "claude",
    "shop",
    0,
    Facts(terminal=Terminal(pane="%1")),
    State.IDLE,
    0.0,
    "",
    (),
)


class Panes:
    """Panes that come and go, and how often somebody asked."""

    def __init__(self) -> None:
        self.there = True
        self.asked = 0

    async def health(self, _: Session) -> tuple[bool, bool]:
        self.asked += 1
        return self.there, self.there


class Desk:
    """A tracker over such panes, and what it tells."""

    def __init__(self, every: float) -> None:
        self.panes = Panes()
        self.told: asyncio.Queue[tuple[SessionId, bool]] = asyncio.Queue()
        self.tracker = CommanderAvailability(
            self.panes.health, lambda *word: self.told.put_nowait(word), every
        )

    def words(self) -> list[bool]:
        """What was told of the session since somebody asked last."""
        words = [self.told.get_nowait() for _ in range(self.told.qsize())]
        assert all(session == SESSION.id for session, _ in words)
        return [available for _, available in words]

    async def next(self) -> bool:
        session, available = await asyncio.wait_for(self.told.get(), PATIENCE)
        assert session == SESSION.id
        return available


async def test_the_first_word_and_every_change_are_told_and_nothing_else() -> None:
    desk = Desk(60)
    desk.tracker.session_changed(SESSION)
    for there, expected in ((True, [True]), (True, []), (False, [False]), (False, [])):
        desk.panes.there = there
        assert await desk.tracker.check(SESSION) == (there, there)
        assert desk.words() == expected


async def test_a_pane_that_is_found_or_lost_is_looked_at_at_once() -> None:
    desk = Desk(60)
    running = asyncio.ensure_future(desk.tracker.run())
    desk.tracker.pane_changed(SESSION)
    assert await desk.next()
    desk.panes.there = False
    desk.tracker.pane_changed(SESSION)
    assert not await desk.next()
    running.cancel()


async def test_every_pane_is_looked_at_again_and_again_and_never_without_a_pause() -> None:
    desk = Desk(0)
    desk.tracker.session_changed(SESSION)
    running = asyncio.ensure_future(desk.tracker.run())
    assert await desk.next()
    assert desk.panes.asked == 1
    running.cancel()


async def test_a_session_that_ends_or_has_no_pane_is_not_followed() -> None:
    desk = Desk(60)
    bare = replace(SESSION, facts=Facts())
    desk.tracker.session_changed(bare)
    await desk.tracker.check(bare)
    assert desk.words() == []
    desk.tracker.session_changed(SESSION)
    await desk.tracker.check(SESSION)
    assert desk.words() == [True]
    ended = replace(SESSION, state=State.ENDED)
    desk.tracker.session_changed(ended)
    assert desk.words() == [False]
    desk.panes.there = False
    await desk.tracker.check(ended)
    assert desk.words() == []
