"""`qd mcp` and the daemon: a question outlives the daemon, and ends with the agent."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator

import pytest
from tests.stage.daemon import Agent, Json, StagedDaemon, staged_daemon
from tests.stage.mcp_client import answer, over_http, over_pipes, said
from tests.stage.until import PATIENCE, until

from quarterdeck.app.cli.client import Refused

COLOUR = {"question": "Which colour?", "options": ["red", "blue"], "session": "asking"}
BLUE = {"choice": "submit", "answers": {"Which colour?": "blue"}}


@pytest.fixture(scope="module")
def own_daemon() -> Iterator[StagedDaemon]:
    with staged_daemon() as daemon:
        yield daemon


@pytest.fixture(scope="module")
def agent(own_daemon: StagedDaemon) -> Agent:
    return own_daemon.agent("asking")


def crash(daemon: StagedDaemon) -> None:
    daemon.kill()
    daemon.up()


def restart(daemon: StagedDaemon) -> None:
    daemon.restart("")


@pytest.mark.parametrize("end", [crash, restart])
@pytest.mark.usefixtures("agent")
async def test_a_question_outlives_the_daemon(
    own_daemon: StagedDaemon, end: Callable[[StagedDaemon], None]
) -> None:
    async with over_pipes(own_daemon) as client:
        going = asyncio.ensure_future(client.call_tool("ask_human", COLOUR))
        ask = await asyncio.to_thread(own_daemon.wait_ask, "question")
        await asyncio.to_thread(end, own_daemon)
        assert ask["id"] in [a["id"] for a in own_daemon.asks()]

        told = await asyncio.to_thread(until_taken, own_daemon, ask["id"])
        assert said(await asyncio.wait_for(going, PATIENCE)) == "The person answered: blue"
        assert told["outcome"] == "accepted"
        assert said(await client.call_tool("notify_human", {"text": "hi", "session": "asking"}))


def until_taken(daemon: StagedDaemon, ask: str) -> dict[str, object]:
    """What became of an answer, given as soon as the relay is back."""

    def given() -> dict[str, object] | None:
        try:
            return daemon.client.post(f"/api/asks/{ask}/answer", BLUE)
        except Refused as refused:
            if refused.kind != "not_connected":
                raise
            return None

    return until(given, 20, lambda: "the relay does not come back")


@pytest.mark.usefixtures("agent")
async def test_over_http_the_same_question_attaches_after_a_restart(
    own_daemon: StagedDaemon,
) -> None:
    async with over_http(own_daemon) as client:
        going = asyncio.ensure_future(client.call_tool("ask_human", COLOUR))
        ask = await asyncio.to_thread(own_daemon.wait_ask, "question")
        await asyncio.to_thread(own_daemon.kill)
        await asyncio.to_thread(own_daemon.up)
        going.cancel()
    async with over_http(own_daemon) as client:
        going = asyncio.ensure_future(client.call_tool("ask_human", COLOUR))
        told = await asyncio.to_thread(until_taken, own_daemon, ask["id"])
        assert said(await asyncio.wait_for(going, PATIENCE)) == "The person answered: blue"
    assert told["outcome"] == "accepted"


@pytest.mark.usefixtures("agent")
async def test_two_agents_ask_at_once_and_each_gets_its_own_answer(
    own_daemon: StagedDaemon,
) -> None:
    async with over_pipes(own_daemon) as one, over_pipes(own_daemon) as other:
        first = asyncio.ensure_future(one.call_tool("ask_human", COLOUR))
        second = asyncio.ensure_future(other.call_tool("ask_human", COLOUR))
        asks = await asyncio.to_thread(
            until, lambda: two_questions(own_daemon), 20, lambda: "there are no two"
        )
        for ask, colour in zip(asks, ["red", "blue"], strict=True):
            body = {"choice": "submit", "answers": {"Which colour?": colour}}
            assert (await answer(own_daemon, ask, body))["outcome"] == "accepted"
        results = await asyncio.gather(first, second)
    assert {said(r) for r in results} == {
        "The person answered: red",
        "The person answered: blue",
    }


def two_questions(daemon: StagedDaemon) -> list[Json] | None:
    found = [ask for ask in daemon.asks() if ask["kind"] == "question"]
    return found if len(found) == 2 else None


@pytest.mark.usefixtures("agent")
async def test_a_question_ends_when_its_time_is_up(own_daemon: StagedDaemon) -> None:
    async with over_pipes(own_daemon) as client:
        result = await client.call_tool("ask_human", COLOUR | {"timeout_s": 1})
    assert result.structured_content == {"outcome": "no_answer"}
    assert said(result).startswith("Nobody answered within 1 s")
    assert own_daemon.history()[0]["ended"]["how"] == "expired"


@pytest.mark.usefixtures("agent")
async def test_a_client_that_leaves_takes_its_question_along_and_is_no_error(
    own_daemon: StagedDaemon,
) -> None:
    async with over_pipes(own_daemon) as client:
        going = asyncio.ensure_future(client.call_tool("ask_human", COLOUR))
        ask = await asyncio.to_thread(own_daemon.wait_ask, "question")
    assert await asyncio.gather(going, return_exceptions=True)
    await asyncio.to_thread(
        until, lambda: ask["id"] not in [a["id"] for a in own_daemon.asks()], 20, lambda: "it stays"
    )
    assert "Traceback" not in own_daemon.paths.log.read_text()


def test_nonsense_on_the_socket_ends_nothing(own_daemon: StagedDaemon) -> None:
    ping = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping"}).encode() + b"\n"
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(str(own_daemon.paths.mcp))
        line.sendall(ping)
        line.recv(1, socket.MSG_PEEK)  # what is not read when a socket closes resets it
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(str(own_daemon.paths.mcp))
        line.sendall(b'\xff\xfe\n[]\n{"jsonrpc": "2.0"}\n"notifications/quarterdeck/taken"\n')
        line.sendall(ping)
        with line.makefile("rb") as told:
            while (answer := json.loads(told.readline())).get("id") != 7:
                assert "error" in answer
    assert answer["result"] == {}
    assert "Traceback" not in own_daemon.paths.log.read_text()
