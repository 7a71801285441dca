"""Sessions and their panes: found, followed, lost, and found again by a new bridge."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace

import psutil
import pytest_asyncio
from tests.stage.processes import words_of
from tests.stage.tmux import PROGRAMS, ComposerPane, TmuxServer, reader, until
from tests.stage.until import PATIENCE

from quarterdeck.domain.events import Event, SessionNoted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import State
from quarterdeck.judgement.screens.reading import Reading
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.session_panes import SessionPanes
from quarterdeck.terminals.tmux.settings import BridgeSettings


def session(pid: int, name: str = "s1") -> Session:
    process = Process("here", pid, started(pid) or 0)
    facts = Facts(terminal=Terminal(iterm_pane="w0t0p0"))
    return Session(SessionId(name), process, "claude", "shop", 0, facts, State.IDLE, 0.0, "", ())


class StagedDaemon:
    """Panes that run, all that they told, and which sessions' panes were found or lost."""

    def __init__(self) -> None:
        self.told: list[Event] = []
        self.changed: asyncio.Queue[Session] = asyncio.Queue()
        self.bridges: list[TmuxBridge] = []
        self.screens: list[tuple[SessionId, Reading]] = []
        self.panes = SessionPanes(
            self.told.append, lambda: 7.0, BridgeSettings(), programs=PROGRAMS, seen=self.see
        )
        self.panes.changed = self.changed.put_nowait
        self.panes.renewed = self.bridges.append
        self.running = asyncio.ensure_future(self.panes.run())

    async def stop(self) -> None:
        self.running.cancel()
        await asyncio.wait([self.running])

    async def placed(self, here: Session) -> Session:
        """Tell of a session, and wait until its pane is found."""
        self.panes.session_changed(here)
        assert (await asyncio.wait_for(self.changed.get(), PATIENCE)).id == here.id
        return here

    async def next_change(self) -> SessionId:
        """Whose pane is found or lost next."""
        return (await asyncio.wait_for(self.changed.get(), PATIENCE)).id

    async def moved(self) -> tuple[SessionId, SessionId]:
        """Who lost a pane next, and who got one then."""
        return await self.next_change(), await self.next_change()

    def over(self, here: Session) -> None:
        self.panes.session_changed(replace(here, state=State.ENDED))

    def see(self, session: Session, text: str) -> None:
        self.screens.append((session.id, reader(text)))

    def states(self) -> list[State]:
        return [reading.state for _, reading in self.screens]


async def agent(tmux_server: TmuxServer, name: str) -> ComposerPane:
    """An agent that has started: before that nothing tells that it lives in tmux."""
    composer = ComposerPane(tmux_server, name)
    await until(lambda: composer.shows("❯"))
    return composer


async def neighbours(tmux_server: TmuxServer) -> tuple[str, list[Session]]:
    """A pane with three processes that may be agents: one, and two that it started."""
    pane = tmux_server.session("n", "sleep 1000 & sleep 1000 & wait")
    outer = psutil.Process(
        int(tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
    )
    sleeping = ["sleep", "1000"]  # before it is that, nothing tells that it lives in tmux
    await until(lambda: [words_of(child) for child in outer.children()] == [sleeping] * 2)
    pids = [outer.pid, *(child.pid for child in outer.children())]
    return pane, [session(pid, f"n{number}") for number, pid in enumerate(pids)]


@pytest_asyncio.fixture
async def daemon() -> AsyncIterator[StagedDaemon]:
    daemon = StagedDaemon()
    yield daemon
    await daemon.stop()


async def test_a_sessions_pane_is_found_and_told_with_all_that_names_it(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server, "a")
    here = session(composer.pid)
    daemon.panes.session_changed(here)
    assert (await asyncio.wait_for(daemon.changed.get(), PATIENCE)).id == here.id
    identity = daemon.panes.of(here.id)
    assert identity is not None
    assert (identity.pane, identity.pane_pid) == (composer.pane, composer.pid)
    [noted] = [event for event in daemon.told if isinstance(event, SessionNoted)]
    terminal = noted.facts.terminal
    assert terminal is not None
    assert (terminal.socket, terminal.pane, terminal.tty) == (
        tmux_server.socket,
        composer.pane,
        identity.tty,
    )
    assert terminal.iterm_pane == "w0t0p0"


async def test_whoever_wants_a_pane_that_is_being_looked_for_waits_for_it(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server, "a")
    here = session(composer.pid)
    daemon.panes.session_changed(here)
    identity = await asyncio.wait_for(daemon.panes.found(here.id), PATIENCE)
    assert identity is not None
    assert identity.pane == composer.pane


async def test_nobody_waits_for_a_pane_that_is_not_there(daemon: StagedDaemon) -> None:
    here = session(os.getpid())
    daemon.panes.session_changed(here)
    for name in (here.id, SessionId("never heard of")):
        assert await asyncio.wait_for(daemon.panes.found(name), PATIENCE) is None


async def test_what_a_pane_shows_is_told_as_it_changes(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server, "a")
    daemon.panes.session_changed(session(composer.pid))
    await until(lambda: daemon.states()[-1:] == [State.IDLE])
    composer.turn_work()
    await until(lambda: daemon.states()[-1:] == [State.WORKING])
    composer.open_dialog()
    await until(lambda: daemon.states()[-1:] == [State.WAITING])
    (_, first), (last, shown) = daemon.screens[0], daemon.screens[-1]
    assert first.dialog is None
    assert shown.dialog is not None
    assert last == "s1"


async def test_a_pane_that_dies_is_lost(daemon: StagedDaemon, tmux_server: TmuxServer) -> None:
    tmux_server.session("other")
    composer = await agent(tmux_server, "a")
    here = session(composer.pid)
    daemon.panes.session_changed(here)
    await asyncio.wait_for(daemon.changed.get(), PATIENCE)
    tmux_server.tmux("kill-pane", "-t", composer.pane)
    assert (await asyncio.wait_for(daemon.changed.get(), PATIENCE)).id == here.id
    await until(lambda: daemon.panes.of(here.id) is None)  # it may be found again for an instant


async def test_a_session_that_ended_is_followed_no_more(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server, "a")
    here = session(composer.pid)
    daemon.panes.session_changed(here)
    await asyncio.wait_for(daemon.changed.get(), PATIENCE)
    await until(daemon.states)
    daemon.panes.session_changed(replace(here, state=State.ENDED))
    assert daemon.panes.of(here.id) is None
    server = daemon.panes.bridge.servers[tmux_server.socket]
    assert server.watcher.screen(composer.pane) is None


async def test_an_agent_that_another_one_starts_leaves_it_its_pane(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    pane, [outer, inner, _] = await neighbours(tmux_server)
    await daemon.placed(outer)
    daemon.panes.session_changed(inner)
    await daemon.placed(
        session((await agent(tmux_server, "a")).pid)
    )  # and so the inner one had its turn
    assert daemon.panes.of(inner.id) is None
    daemon.over(inner)
    assert daemon.panes.of(outer.id) is not None
    await until(lambda: daemon.panes.bridge.servers[tmux_server.socket].watcher.screen(pane))


async def test_an_agent_that_is_known_late_gets_its_pane_from_one_it_started(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    _, [outer, inner, _] = await neighbours(tmux_server)
    await daemon.placed(inner)
    daemon.panes.session_changed(outer)
    assert await daemon.moved() == (inner.id, outer.id)
    assert (daemon.panes.of(inner.id), daemon.panes.of(outer.id) is None) == (None, False)


async def test_the_next_agent_in_a_pane_gets_it_when_the_one_before_is_over(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    _, [_, before, after] = await neighbours(tmux_server)
    await daemon.placed(before)
    daemon.panes.session_changed(after)
    await daemon.placed(session((await agent(tmux_server, "a")).pid))
    assert daemon.panes.of(after.id) is None
    daemon.over(before)
    assert (await asyncio.wait_for(daemon.changed.get(), PATIENCE)).id == after.id


async def test_an_end_that_is_noted_late_takes_no_pane_from_the_next_agent(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    pane, [_, before, after] = await neighbours(tmux_server)
    await daemon.placed(before)
    os.kill(before.process.pid, signal.SIGKILL)
    await until(lambda: started(before.process.pid) is None)
    daemon.panes.session_changed(after)
    assert await daemon.moved() == (before.id, after.id)
    daemon.over(before)
    assert daemon.panes.of(after.id) is not None
    await until(lambda: daemon.panes.bridge.servers[tmux_server.socket].watcher.screen(pane))


async def test_a_session_that_ends_while_its_pane_is_looked_for_gets_none(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    here = session((await agent(tmux_server, "a")).pid)
    other = session((await agent(tmux_server, "b")).pid, "s2")
    daemon.panes.session_changed(here)
    while tmux_server.socket not in daemon.panes.bridge.servers:  # noqa: ASYNC110 - the search begins
        await asyncio.sleep(0)
    daemon.over(here)
    await daemon.placed(other)
    assert daemon.panes.of(here.id) is None


async def test_an_agent_that_died_gets_no_pane_though_its_pane_is_still_there(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    composer, other = await agent(tmux_server, "a"), await agent(tmux_server, "b")
    here = session(composer.pid)
    tmux_server.tmux("set-option", "-g", "remain-on-exit", "on")
    os.kill(composer.pid, signal.SIGKILL)
    dead = ("display-message", "-p", "-t", composer.pane, "#{pane_dead}")
    await until(lambda: tmux_server.tmux(*dead) == "1")
    await daemon.placed(session(other.pid, "s2"))
    daemon.panes.session_changed(here)
    daemon.over(session(other.pid, "s2"))
    await daemon.placed(session(other.pid, "s3"))  # and so the dead one had its turn
    assert daemon.panes.of(here.id) is None


async def test_a_server_that_was_silent_for_a_while_takes_no_pane_away_for_good(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    here = await daemon.placed(session((await agent(tmux_server, "a")).pid))
    server = int(tmux_server.tmux("display-message", "-p", "#{pid}"))
    os.kill(server, signal.SIGSTOP)
    try:
        assert await daemon.next_change() == here.id
        assert daemon.panes.of(here.id) is None
    finally:
        os.kill(server, signal.SIGCONT)
    assert await daemon.next_change() == here.id
    assert daemon.panes.of(here.id) is not None


async def test_a_bridge_that_failed_is_replaced_and_every_pane_found_again(
    daemon: StagedDaemon, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server, "a")
    here = session(composer.pid)
    daemon.panes.session_changed(here)
    await asyncio.wait_for(daemon.changed.get(), PATIENCE)
    await daemon.stop()
    daemon.running = asyncio.ensure_future(daemon.panes.run())
    assert (await asyncio.wait_for(daemon.changed.get(), PATIENCE)).id == here.id
    assert len({id(bridge) for bridge in daemon.bridges}) == 2
