"""Sessions and their panes: found, followed, lost, and found again by a new bridge."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
import pytest_asyncio
from tests.terminals.tmux.crew import Mate, Ship, until

from quarterdeck.app.panes import SessionPanes
from quarterdeck.app.sight import Sight
from quarterdeck.domain.events import DialogSeen, Event, SessionNoted, Sighted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import State
from quarterdeck.judgement.risk import read_additions
from quarterdeck.judgement.screens import builtin_rules
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.processes import started
from quarterdeck.terminals.tmux.settings import Bridge


def session(pid: int, name: str = "s1") -> Session:
    process = Process("here", pid, started(pid) or 0)
    facts = Facts(terminal=Terminal(iterm_pane="w0t0p0"))
    return Session(SessionId(name), process, "claude", "shop", 0, facts, State.IDLE, 0.0, "", ())


class House:
    """Panes that run, all that they told, and which sessions' panes were found or lost."""

    def __init__(self) -> None:
        self.told: list[Event] = []
        self.changed: asyncio.Queue[Session] = asyncio.Queue()
        self.bridges: list[TmuxBridge] = []
        sight = Sight(builtin_rules(), read_additions({}))
        self.panes = SessionPanes(self.told.append, lambda: 7.0, Bridge(), sight)
        self.panes.changed = self.changed.put_nowait
        self.panes.renewed = self.bridges.append
        self.running = asyncio.ensure_future(self.panes.run())

    async def stop(self) -> None:
        self.running.cancel()
        await asyncio.wait([self.running])

    async def placed(self, here: Session) -> Session:
        """Tell of a session, and wait until its pane is found."""
        self.panes.session_changed(here)
        assert (await asyncio.wait_for(self.changed.get(), 5)).id == here.id
        return here

    async def moved(self) -> tuple[SessionId, SessionId]:
        """Who lost a pane next, and who got one then."""
        lost, found = [(await asyncio.wait_for(self.changed.get(), 5)).id for _ in range(2)]
        return lost, found

    def over(self, here: Session) -> None:
        self.panes.session_changed(replace(here, state=State.ENDED))

    def states(self) -> list[State]:
        return [event.sighting.state for event in self.told if isinstance(event, Sighted)]


async def agent(ship: Ship, name: str) -> Mate:
    """An agent that has started: before that nothing tells that it lives in tmux."""
    mate = Mate(ship, name)
    await until(lambda: mate.shows("❯"))
    return mate


async def neighbours(ship: Ship) -> tuple[str, list[Session]]:
    """A pane with three processes that may be agents: one, and two that it started."""
    pane = ship.session("n", "sleep 1000 & sleep 1000 & wait")
    outer = psutil.Process(int(ship.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")))
    await until(lambda: len(outer.children()) == 2)
    pids = [outer.pid, *(child.pid for child in outer.children())]
    return pane, [session(pid, f"n{number}") for number, pid in enumerate(pids)]


@pytest.fixture
def ship() -> Iterator[Ship]:
    root = Path(tempfile.mkdtemp(prefix="qd-panes-"))
    ship = Ship(root)
    yield ship
    ship.close()
    shutil.rmtree(root)


@pytest_asyncio.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    yield house
    await house.stop()


async def test_a_sessions_pane_is_found_and_told_with_all_that_names_it(
    house: House, ship: Ship
) -> None:
    mate = await agent(ship, "a")
    here = session(mate.pid)
    house.panes.session_changed(here)
    assert (await asyncio.wait_for(house.changed.get(), 5)).id == here.id
    identity = house.panes.of(here.id)
    assert identity is not None
    assert (identity.pane, identity.pane_pid) == (mate.pane, mate.pid)
    [noted] = [event for event in house.told if isinstance(event, SessionNoted)]
    terminal = noted.facts.terminal
    assert terminal is not None
    assert (terminal.socket, terminal.pane, terminal.tty) == (ship.socket, mate.pane, identity.tty)
    assert terminal.iterm_pane == "w0t0p0"


async def test_what_a_pane_shows_is_told_as_it_changes(house: House, ship: Ship) -> None:
    mate = await agent(ship, "a")
    house.panes.session_changed(session(mate.pid))
    await until(lambda: house.states()[-1:] == [State.IDLE])
    mate.turn_work()
    await until(lambda: house.states()[-1:] == [State.WORKING])
    mate.open_dialog()
    await until(lambda: house.states()[-1:] == [State.WAITING])
    seen = [event.ask for event in house.told if isinstance(event, DialogSeen)]
    assert seen[0] is None
    assert seen[-1] is not None
    assert seen[-1].session == "s1"


async def test_a_pane_that_dies_is_lost(house: House, ship: Ship) -> None:
    ship.session("other")
    mate = await agent(ship, "a")
    here = session(mate.pid)
    house.panes.session_changed(here)
    await asyncio.wait_for(house.changed.get(), 5)
    ship.tmux("kill-pane", "-t", mate.pane)
    assert (await asyncio.wait_for(house.changed.get(), 5)).id == here.id
    assert house.panes.of(here.id) is None


async def test_a_session_that_ended_is_followed_no_more(house: House, ship: Ship) -> None:
    mate = await agent(ship, "a")
    here = session(mate.pid)
    house.panes.session_changed(here)
    await asyncio.wait_for(house.changed.get(), 5)
    await until(house.states)
    house.panes.session_changed(replace(here, state=State.ENDED))
    assert house.panes.of(here.id) is None
    server = house.panes.bridge.servers[ship.socket]
    assert server.watcher.screen(mate.pane) is None


async def test_an_agent_that_another_one_starts_leaves_it_its_pane(
    house: House, ship: Ship
) -> None:
    pane, [outer, inner, _] = await neighbours(ship)
    await house.placed(outer)
    house.panes.session_changed(inner)
    await house.placed(session((await agent(ship, "a")).pid))  # and so the inner one had its turn
    assert house.panes.of(inner.id) is None
    house.over(inner)
    assert house.panes.of(outer.id) is not None
    await until(lambda: house.panes.bridge.servers[ship.socket].watcher.screen(pane))


async def test_an_agent_that_is_known_late_gets_its_pane_from_one_it_started(
    house: House, ship: Ship
) -> None:
    _, [outer, inner, _] = await neighbours(ship)
    await house.placed(inner)
    house.panes.session_changed(outer)
    assert await house.moved() == (inner.id, outer.id)
    assert (house.panes.of(inner.id), house.panes.of(outer.id) is None) == (None, False)


async def test_the_next_agent_in_a_pane_gets_it_when_the_one_before_is_over(
    house: House, ship: Ship
) -> None:
    _, [_, before, after] = await neighbours(ship)
    await house.placed(before)
    house.panes.session_changed(after)
    await house.placed(session((await agent(ship, "a")).pid))
    assert house.panes.of(after.id) is None
    house.over(before)
    assert (await asyncio.wait_for(house.changed.get(), 5)).id == after.id


async def test_an_end_that_is_noted_late_takes_no_pane_from_the_next_agent(
    house: House, ship: Ship
) -> None:
    pane, [_, before, after] = await neighbours(ship)
    await house.placed(before)
    os.kill(before.process.pid, signal.SIGKILL)
    await until(lambda: started(before.process.pid) is None)
    house.panes.session_changed(after)
    assert await house.moved() == (before.id, after.id)
    house.over(before)
    assert house.panes.of(after.id) is not None
    await until(lambda: house.panes.bridge.servers[ship.socket].watcher.screen(pane))


async def test_a_session_that_ends_while_its_pane_is_looked_for_gets_none(
    house: House, ship: Ship
) -> None:
    here = session((await agent(ship, "a")).pid)
    other = session((await agent(ship, "b")).pid, "s2")
    house.panes.session_changed(here)
    while ship.socket not in house.panes.bridge.servers:  # noqa: ASYNC110 - the search begins
        await asyncio.sleep(0)
    house.over(here)
    await house.placed(other)
    assert house.panes.of(here.id) is None


async def test_a_bridge_that_failed_is_replaced_and_every_pane_found_again(
    house: House, ship: Ship
) -> None:
    mate = await agent(ship, "a")
    here = session(mate.pid)
    house.panes.session_changed(here)
    await asyncio.wait_for(house.changed.get(), 5)
    await house.stop()
    house.running = asyncio.ensure_future(house.panes.run())
    assert (await asyncio.wait_for(house.changed.get(), 5)).id == here.id
    assert len({id(bridge) for bridge in house.bridges}) == 2
