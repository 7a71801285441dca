"""Whether text can reach an agent, told when it changes."""

import asyncio
from dataclasses import replace

from tests.stage.tmux_daemon import TmuxDaemon, await_event

from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import State
from quarterdeck.doors.http.availability import CommanderAvailability
from quarterdeck.doors.http.hub import Hub, Stream

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
        hub = Hub()
        self.panes = Panes()
        self.stream: Stream = hub.join()
        self.tracker = CommanderAvailability(self.panes.health, hub, lambda: 12.5, every)

    async def told(self) -> list[object]:
        """What is told until nothing comes for a moment."""
        return [content for _, content in await self.stream.next(0.05)]


def word(available: bool) -> dict[str, object]:
    return {"agent_id": "s1", "available": available, "timestamp": 12.5}


async def test_the_first_word_and_every_change_are_told_and_nothing_else() -> None:
    desk = Desk(60)
    desk.tracker.session_changed(SESSION)
    for there, expected in ((True, [word(True)]), (True, []), (False, [word(False)]), (False, [])):
        desk.panes.there = there
        assert await desk.tracker.check(SESSION) == (there, there)
        assert await desk.told() == expected


async def test_a_pane_that_is_found_or_lost_is_looked_at_at_once() -> None:
    desk = Desk(60)
    running = asyncio.ensure_future(desk.tracker.run())
    desk.tracker.pane_changed(SESSION)
    assert await desk.stream.next(2) == [("commander_availability", word(True))]
    desk.panes.there = False
    desk.tracker.pane_changed(SESSION)
    assert await desk.stream.next(2) == [("commander_availability", word(False))]
    running.cancel()


async def test_every_pane_is_looked_at_again_and_again_and_never_without_a_pause() -> None:
    desk = Desk(0)
    desk.tracker.session_changed(SESSION)
    running = asyncio.ensure_future(desk.tracker.run())
    assert await desk.stream.next(3) == [("commander_availability", word(True))]
    assert desk.panes.asked == 1
    running.cancel()


async def test_a_session_that_ends_or_has_no_pane_is_not_followed() -> None:
    desk = Desk(60)
    bare = replace(SESSION, facts=Facts())
    desk.tracker.session_changed(bare)
    await desk.tracker.check(bare)
    assert await desk.told() == []
    desk.tracker.session_changed(SESSION)
    await desk.tracker.check(SESSION)
    assert await desk.told() == [word(True)]
    ended = replace(SESSION, state=State.ENDED)
    desk.tracker.session_changed(ended)
    assert await desk.told() == [word(False)]
    desk.panes.there = False
    await desk.tracker.check(ended)
    assert await desk.told() == []


def test_a_pane_is_told_of_when_it_is_found_and_when_it_is_killed(tmux_daemon: TmuxDaemon) -> None:
    tmux_daemon.tmux_server.session("other")
    with tmux_daemon.stream() as stream:
        composer, session = tmux_daemon.composer("a")
        found = await_event(stream, "commander_availability")
        asked = tmux_daemon.call("GET", f"/api/availability/{session}")
        tmux_daemon.tmux_server.tmux("kill-pane", "-t", composer.pane)
        lost = await_event(stream, "commander_availability")
    assert asked == (
        200,
        {"agent_id": session, "commander_available": True, "running": False},
    )
    assert [(w["agent_id"], w["available"]) for w in (found, lost)] == [
        (session, True),
        (session, False),
    ]
    assert lost["timestamp"] > found["timestamp"]
    tmux_daemon.wait_state(composer, "ended")
    assert tmux_daemon.session(composer.pid)["terminal"]["pane"] == composer.pane
    _, told = tmux_daemon.call("GET", f"/api/availability/{session}")
    assert told["commander_available"] is False


def test_nobody_knows_whether_an_unknown_agent_is_available(tmux_daemon: TmuxDaemon) -> None:
    assert tmux_daemon.call("GET", "/api/availability/s0")[0] == 404
