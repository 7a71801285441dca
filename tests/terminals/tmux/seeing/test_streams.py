import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from tests.stage.tmux import TmuxServer, until
from tests.stage.until import PATIENCE

from quarterdeck.terminals.tmux.control import backoff
from quarterdeck.terminals.tmux.control.commands import request
from quarterdeck.terminals.tmux.control.link import attach
from quarterdeck.terminals.tmux.control.process import Address
from quarterdeck.terminals.tmux.seeing import streams
from quarterdeck.terminals.tmux.seeing.capture_schedule import MUCH
from quarterdeck.terminals.tmux.seeing.streams import Streams

LONG = PATIENCE


class Listener:
    """Streams of a ship, and what they told."""

    def __init__(self, tmux_server: TmuxServer) -> None:
        self.tmux_server = tmux_server
        self.stirred: list[str] = []
        self.much: list[str] = []
        self.news = 0
        self.changes: list[set[str]] = []
        self.streams = Streams(
            partial(attach, Address(tmux_server.socket), within=LONG),
            LONG,
            stirred=self._stirred,
            news=self._hear,
            changed=lambda: self.changes.append(set(self.streams.running)),
        )

    def session(self, name: str) -> tuple[str, str]:
        pane = self.tmux_server.session(name)
        self.tmux_server.tmux("rename-window", "-t", name, "calm")
        return self.tmux_server.tmux("display-message", "-p", "-t", pane, "#{session_id}"), pane

    @asynccontextmanager
    async def listening(self, *sessions: str) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(self.streams.run())
            await self.want(*sessions)
            yield
            running.cancel()

    async def want(self, *sessions: str) -> None:
        self.streams.want(set(sessions))
        await until(lambda: self.streams.running.keys() == set(sessions))

    def _stirred(self, pane: str, size: int) -> None:
        (self.much if size >= MUCH else self.stirred).append(pane)

    def _hear(self) -> None:
        self.news += 1


async def test_only_the_panes_of_wanted_sessions_are_heard(tmux_server: TmuxServer) -> None:
    listener = Listener(tmux_server)
    one, pane = listener.session("a")
    _, other = listener.session("b")
    async with listener.listening(one):
        for each in (other, pane):
            tmux_server.tmux("send-keys", "-t", each, "x")
        await until(lambda: listener.stirred)
    assert set(listener.stirred) == {pane}


async def test_a_pane_that_tmux_paused_is_looked_at_and_continued(tmux_server: TmuxServer) -> None:
    listener = Listener(tmux_server)
    session, pane = listener.session("a")
    async with listener.listening(session):
        client = listener.streams.running[session]
        await client.ask(request("refresh-client", "-A", f"{pane}:pause"), LONG)
        # What it wrote last may never have been told, and it need not write again.
        await until(lambda: listener.much == [pane])
        tmux_server.tmux("send-keys", "-t", pane, "x")
        await until(lambda: listener.stirred == [pane])


async def test_a_session_that_is_wanted_no_more_is_left(tmux_server: TmuxServer) -> None:
    listener = Listener(tmux_server)
    session, _ = listener.session("a")
    async with listener.listening(session):
        client = listener.streams.running[session]
        await listener.want()
        await asyncio.wait_for(client.gone.wait(), LONG)
    assert listener.changes == [{session}, set()]


async def test_no_client_is_left_when_the_streams_end(tmux_server: TmuxServer) -> None:
    listener = Listener(tmux_server)
    session, _ = listener.session("a")
    async with listener.listening(session):
        assert len(tmux_server.tmux("list-clients").splitlines()) == 1
    assert listener.streams.running == {}
    await until(lambda: not tmux_server.tmux("list-clients"))


async def test_a_stream_that_is_killed_comes_back(tmux_server: TmuxServer) -> None:
    listener = Listener(tmux_server)
    session, _ = listener.session("a")
    async with listener.listening(session):
        os.kill(listener.streams.running[session].pid or 0, signal.SIGKILL)
        await until(lambda: listener.changes == [{session}, set(), {session}])


async def test_a_stream_that_was_steady_comes_back_soon_however_often_it_ended(
    tmux_server: TmuxServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    def noted() -> Iterator[float]:
        for pause in backoff.growing():
            pauses.append(pause)
            yield pause

    monkeypatch.setattr(streams, "STEADY", 0.0)
    monkeypatch.setattr(streams, "growing", noted)
    listener = Listener(tmux_server)
    session, _ = listener.session("a")
    async with listener.listening(session):
        for _ in range(3):
            listener.streams.running[session].kill()
            await until(lambda: not listener.streams.running)
            await until(lambda: listener.streams.running)
    assert pauses == [backoff.FIRST] * 3


async def test_a_client_that_is_moved_to_another_session_does_not_stay(
    tmux_server: TmuxServer,
) -> None:
    listener = Listener(tmux_server)
    session, _ = listener.session("a")
    listener.session("b")
    tmux_server.tmux("set-option", "-g", "detach-on-destroy", "off")
    async with listener.listening(session):
        tmux_server.tmux("kill-session", "-t", "a")
        await until(lambda: not listener.streams.running)
        await until(lambda: not tmux_server.tmux("list-clients"))


async def test_a_new_arrangement_of_panes_is_news(tmux_server: TmuxServer) -> None:
    listener = Listener(tmux_server)
    session, _ = listener.session("a")
    async with listener.listening(session):
        before = listener.news
        tmux_server.tmux("split-window", "-t", "a", "cat")
        await until(lambda: listener.news > before)
