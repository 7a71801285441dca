import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import psutil
import pytest
from tests.stage.tmux import TmuxServer, until
from tests.stage.until import PATIENCE

from quarterdeck.terminals.tmux.control import link
from quarterdeck.terminals.tmux.control.commands import request
from quarterdeck.terminals.tmux.control.link import COMMANDS, STREAM, Client, attach, happens
from quarterdeck.terminals.tmux.control.notifications import Notification, Output
from quarterdeck.terminals.tmux.control.process import Address
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError

LONG = PATIENCE
KINDS = TmuxBridgeErrorType
HELLO = request("display-message", "-p", "hello")


@asynccontextmanager
async def attached(
    tmux_server: TmuxServer, flags: str, hear: Callable[[Notification], None]
) -> AsyncIterator[Client]:
    """A client in a session in which nothing happens by itself."""
    tmux_server.session("a")
    tmux_server.tmux("rename-window", "-t", "a", "calm")
    client = await attach(Address(tmux_server.socket), "a", flags, hear, LONG)
    try:
        yield client
    finally:
        await client.close()


@contextmanager
def silence(tmux_server: TmuxServer) -> Iterator[None]:
    """The server takes and gives nothing."""
    pid = int(tmux_server.tmux("display-message", "-p", "-t", "a", "#{pid}"))
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def nobody(_heard: Notification) -> None:
    """Nobody listens."""


async def test_each_request_gets_its_own_answer(tmux_server: TmuxServer) -> None:
    async with attached(tmux_server, COMMANDS, nobody) as client:
        asked = [request("display-message", "-p", f"number {n}") for n in range(5)]
        answers = await asyncio.gather(*(client.ask(one, LONG) for one in asked))
    assert [answer.lines for answer in answers] == [(f"number {n}",) for n in range(5)]


async def test_a_request_without_an_answer_does_not_take_anothers(tmux_server: TmuxServer) -> None:
    async with attached(tmux_server, COMMANDS, nobody) as client:
        client.say(request("display-message", "-p", "unheard"))
        assert (await client.ask(HELLO, LONG)).lines == ("hello",)


async def test_a_stream_tells_what_a_pane_writes(tmux_server: TmuxServer) -> None:
    heard: list[Notification] = []
    async with attached(tmux_server, STREAM, heard.append):
        tmux_server.tmux("send-keys", "-t", "a", "ahoy", "Enter")
        await until(lambda: b"ahoy" in b"".join(h.data for h in heard if isinstance(h, Output)))


async def test_a_session_that_is_not_there_cannot_be_attached_to(tmux_server: TmuxServer) -> None:
    tmux_server.session("a")
    with pytest.raises(TmuxError) as raised:
        await attach(Address(tmux_server.socket), "other", COMMANDS, nobody, LONG)
    assert raised.value.kind is KINDS.SUBPROCESS_FAILED
    assert str(raised.value) == "can't find session: other"


@pytest.mark.parametrize("introduced", [False, True])
async def test_where_no_server_is_it_is_said(tmux_server: TmuxServer, *, introduced: bool) -> None:
    address = Address(tmux_server.socket)
    with pytest.raises(TmuxError, match=r"no server running|No such file") as raised:
        await attach(address, "a", COMMANDS, nobody, LONG, introduced=introduced)
    assert raised.value.kind is KINDS.SUBPROCESS_FAILED


async def test_last_words_that_come_after_the_end_are_heard(tmux_server: TmuxServer) -> None:
    client = Client(nobody)
    client.process_exited()
    client.pipe_data_received(2, b"lost server\n")
    with pytest.raises(TmuxError, match="lost server"):
        await client.ready(LONG)


async def test_a_client_that_is_closed_leaves_no_process_and_takes_nothing(
    tmux_server: TmuxServer,
) -> None:
    async with attached(tmux_server, COMMANDS, nobody) as client:
        pid = client.pid
        assert pid is not None
    assert not psutil.pid_exists(pid)
    with pytest.raises(TmuxError, match="gone"):
        await client.ask(HELLO, LONG)


async def test_who_waits_for_an_answer_learns_that_the_client_died(tmux_server: TmuxServer) -> None:
    async with attached(tmux_server, COMMANDS, nobody) as client:
        with silence(tmux_server):
            async with asyncio.TaskGroup() as group:
                asking = group.create_task(refused(client))
                await asyncio.sleep(0)
                client.kill()
    assert asking.result() is KINDS.SUBPROCESS_FAILED


async def refused(client: Client) -> TmuxBridgeErrorType:
    with pytest.raises(TmuxError) as raised:
        await client.ask(HELLO, LONG)
    return raised.value.kind


async def test_a_server_that_is_silent_is_not_waited_for_longer(tmux_server: TmuxServer) -> None:
    async with attached(tmux_server, COMMANDS, nobody) as client:
        with silence(tmux_server), pytest.raises(TmuxError) as raised:
            await client.ask(HELLO, 0.05)
    assert raised.value.kind is KINDS.TIMEOUT


async def test_a_beat_finds_that_a_client_is_stuck_and_ends_it(
    tmux_server: TmuxServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "BEAT_EVERY", 0.01)
    async with attached(tmux_server, COMMANDS, nobody) as client:
        with silence(tmux_server):
            await asyncio.wait_for(client.stay(0.05), LONG)
        assert client.gone.is_set()


async def test_an_event_comes_in_time_or_not() -> None:
    event = asyncio.Event()
    assert not await happens(event, 0.01)
    event.set()
    assert await happens(event, LONG)
