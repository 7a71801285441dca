"""Agents that call our tools, on a real daemon, with the SDK's own client."""

import asyncio
import sys

import pytest
from mcp import Client, MCPError
from mcp_types import CallToolResult
from tests.stage.calls import call
from tests.stage.daemon import Agent, Json, StagedDaemon
from tests.stage.mcp_client import (
    HANDSHAKE,
    MODERN,
    Told,
    Way,
    answer,
    called_by,
    over_http,
    over_pipes,
    said,
)
from tests.stage.until import PATIENCE, until

from quarterdeck.doors.mcp.keyboard_wire import TOOLS as KEYBOARD_TOOLS
from quarterdeck.doors.mcp.wire import TOOLS

COLOUR = {"question": "Which colour?", "options": ["red", "blue"], "session": "asking"}
BLUE = {"choice": "submit", "answers": {"Which colour?": "blue"}}
WAYS = pytest.mark.parametrize("way", [over_http, over_pipes])


@pytest.fixture(scope="module")
def agent(daemon: StagedDaemon) -> Agent:
    return daemon.agent("asking")


async def opened(daemon: StagedDaemon) -> Json:
    return await asyncio.to_thread(daemon.wait_ask, "question")


async def ended(daemon: StagedDaemon, ask: Json) -> Json:
    def over() -> Json | None:
        return next((a["ended"] for a in daemon.history() if a["id"] == ask["id"]), None)

    return await asyncio.to_thread(until, over, 20, lambda: "it does not end")


def asking(client: Client, **more: object) -> "asyncio.Future[CallToolResult]":
    return asyncio.ensure_future(client.call_tool("ask_human", COLOUR | more))


@WAYS
@pytest.mark.parametrize("mode", [HANDSHAKE, MODERN])
@pytest.mark.usefixtures("agent")
async def test_an_agent_asks_and_goes_on_with_the_answer(
    daemon: StagedDaemon, way: Way, mode: str
) -> None:
    steps: list[float] = []

    async def step(progress: float, total: float | None, message: str | None) -> None:
        steps.append(progress)

    async with way(daemon, mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == [tool["name"] for tool in (*TOOLS, *KEYBOARD_TOOLS)]
        calling = client.call_tool("ask_human", COLOUR, progress_callback=step)
        going = asyncio.ensure_future(calling)
        told = await answer(daemon, await opened(daemon), BLUE)
        result = await asyncio.wait_for(going, PATIENCE)
    assert said(result) == "The person answered: blue"
    assert result.structured_content == {"outcome": "answered", "answer": "blue"}
    assert told["outcome"] == "accepted"
    assert told["ask"]["ended"]["how"] == "answered"
    assert steps, "a client that hears nothing gives up"


@WAYS
@pytest.mark.usefixtures("agent")
async def test_a_question_that_is_cancelled_leaves_the_list(daemon: StagedDaemon, way: Way) -> None:
    async with way(daemon, HANDSHAKE) as client:
        going = asking(client)
        ask = await opened(daemon)
        going.cancel()
        assert (await ended(daemon, ask))["how"] == "interrupted"


@pytest.mark.usefixtures("agent")
async def test_a_question_whose_connection_broke_waits_to_be_asked_again(
    daemon: StagedDaemon,
) -> None:
    words = [sys.executable, "-m", "tests.stage.mcp_client", "over_http", str(daemon.home)]
    words += ["ask_human", '{"question": "Which colour?", "session": "asking"}']
    client = await asyncio.create_subprocess_exec(*words)
    ask = await opened(daemon)
    client.kill()
    await client.wait()

    async with over_http(daemon) as other:
        given = {"question": "Which colour?", "session": "asking"}
        going = asyncio.ensure_future(other.call_tool("ask_human", given))
        told = await until_connected(daemon, ask, {**BLUE})
        assert said(await asyncio.wait_for(going, PATIENCE)) == "The person answered: blue"
    assert (told["outcome"], told["ask"]["id"]) == ("accepted", ask["id"])


async def until_connected(daemon: StagedDaemon, ask: Json, body: Json) -> Json:
    """What became of an answer, given as soon as somebody waits for it."""

    def given() -> Json | None:
        status, told = call(daemon, "POST", f"/api/asks/{ask['id']}/answer", body)
        assert status == 200 or told["error_type"] == "not_connected", told
        return told if status == 200 else None

    return await asyncio.to_thread(until, given, 20, lambda: "nobody waits for it")


@pytest.mark.parametrize("way", ["over_http", "over_pipes"])
async def test_which_session_calls_is_found_by_itself(
    daemon: StagedDaemon, agent: Agent, way: str
) -> None:
    other = daemon.agent("another")
    told = called_by(agent, daemon, way, "ask_human", question="Who am I?")
    ask = await opened(daemon)
    assert ask["session"] == session_of(daemon, agent)
    await answer(daemon, ask, {"choice": "cancel"})
    assert await printed(told) == "The person does not want to answer this."

    told = called_by(agent, daemon, way, "ask_human", question="?", session="another")
    own = session_of(daemon, agent)
    assert await printed(told) == f"You run in session {own!r}, and cannot ask for another."
    other.close()


async def test_no_agent_answers_its_own_question(daemon: StagedDaemon, agent: Agent) -> None:
    told = called_by(agent, daemon, "over_pipes", "ask_human", question="May I?", timeout_s=3600)
    ask = await opened(daemon)
    words = f"QUARTERDECK_HOME={daemon.home} {sys.executable} -m quarterdeck answer {ask['id']}"
    refusal = agent.run("sh", "-c", f"{words} submit --own yes 2>&1 || true")
    assert "a person must" in await printed(refusal)
    assert ask["id"] in [a["id"] for a in daemon.asks()]
    await answer(daemon, ask, {"choice": "chat", "text": "no"})
    assert await printed(told) == "The person picked no answer, and says: no"


def session_of(daemon: StagedDaemon, agent: Agent) -> str:
    sessions = daemon.client.list("/api/sessions")
    return next(str(s["id"]) for s in sessions if s["pid"] == agent.pid)


async def printed(told: Told) -> str:
    return await asyncio.to_thread(told.get, timeout=PATIENCE)


@WAYS
async def test_whose_session_is_not_found_learns_which_there_are(
    daemon: StagedDaemon, agent: Agent, way: Way
) -> None:
    own = session_of(daemon, agent)
    async with way(daemon, HANDSHAKE) as client:
        lost = await client.call_tool("notify_human", {"text": "hello"})
        strange = await client.call_tool("notify_human", {"text": "hello", "session": "nowhere"})
    assert lost.is_error
    assert said(lost).startswith("Your session was not found; give 'session', one of: ")
    assert f"{own} (asking)" in said(lost)
    assert said(strange).startswith("There is no session 'nowhere'; there are: ")


@WAYS
@pytest.mark.usefixtures("agent")
async def test_a_message_is_shown_as_a_notification(daemon: StagedDaemon, way: Way) -> None:
    given = {"text": "The disk is full.", "level": "error", "session": "asking"}
    async with way(daemon, HANDSHAKE) as client:
        assert said(await client.call_tool("notify_human", given)) == "It is shown to the person."
    ask = daemon.wait_ask("notification")
    assert ask["title"] == "Error: The disk is full."
    assert (await answer(daemon, ask, {"choice": "dismiss"}))["outcome"] == "accepted"


@WAYS
async def test_an_agent_sets_its_buttons_and_they_are_shown_as_its_own(
    daemon: StagedDaemon, agent: Agent, way: Way
) -> None:
    given = {"buttons": [{"text": "Ship it", "action": "Open a pull request"}]}
    async with way(daemon, HANDSHAKE) as client:
        told = await client.call_tool("set_keyboard_buttons", given | {"session": "asking"})
        seen = await client.call_tool("get_keyboard_status", {"session": "asking"})
        context = {"context_type": "git", "detail": "It is committed, not pushed."}
        picked = await client.call_tool("update_keyboard_context", context | {"session": "asking"})
        bang = {"buttons": [{"text": "!ls"}], "session": "asking"}
        refused = await client.call_tool("set_keyboard_buttons", bang)
    assert told.structured_content is not None
    assert told.structured_content["by"] == "agent"
    assert seen.structured_content is not None
    assert [b["action"] for b in seen.structured_content["buttons"]] == ["Open a pull request"]
    assert said(picked).endswith(": Push, Show diff, Open PR, Help.")
    assert refused.is_error
    assert said(refused).startswith("Button 1 begins with '!'")
    assert agent.pid


@pytest.mark.parametrize(
    ("way", "mode"),
    [("over_http", HANDSHAKE), ("over_pipes", HANDSHAKE), ("over_pipes", MODERN)],
)
async def test_an_agent_follows_its_own_resources(
    daemon: StagedDaemon, agent: Agent, way: str, mode: str
) -> None:
    words = [sys.executable, "-m", "tests.stage.mcp_follower", way, str(daemon.home), mode]
    told = await printed(agent.run(*words))
    assert told.splitlines() == ["tkeyboard://context", "agent"]


@pytest.mark.usefixtures("agent")
async def test_a_flood_is_stopped_and_the_list_stays_usable(daemon: StagedDaemon) -> None:
    async with over_pipes(daemon) as client:
        going = [asking(client, question=f"Question {n}?") for n in range(500)]
        done, waiting = set[asyncio.Future[CallToolResult]](), set(going)
        while len(done) < 492:
            finished, waiting = await asyncio.wait(
                waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
            assert finished, f"only {len(done)} were refused"
            done |= finished
        refused = {said(one.result()) for one in done}
        assert len(daemon.asks()) <= 8
    assert all("wait" in sentence for sentence in refused), refused
    until(lambda: not daemon.asks(), 20, lambda: "they do not leave")


@pytest.mark.usefixtures("agent")
async def test_nonsense_is_answered_in_a_sentence(daemon: StagedDaemon) -> None:
    async with over_http(daemon) as client:
        long = await client.call_tool("ask_human", {"question": "?" * 10_000_000})
        with pytest.raises(MCPError, match="There is no tool 'answer_ask'; there are: ask_human"):
            await client.call_tool("answer_ask", {"ask": "a1", "choice": "allow"})
    assert said(long) == "'question' has 10000000 characters; 10000 are the most."


def test_without_a_token_nobody_gets_in(daemon: StagedDaemon) -> None:
    status, told = call(daemon, "POST", "/mcp", {}, Authorization=None)
    assert (status, told["error_type"]) == (401, "no_token")
