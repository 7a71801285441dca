"""Agents that call our tools over HTTP, on a real daemon, with the SDK's own client."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from mcp import Client
from tests.stage.daemon import Agent, Json, StagedDaemon
from tests.stage.mcp_client import HANDSHAKE, MODERN, over_http, over_pipes, said
from tests.stage.until import PATIENCE

Way = Callable[[StagedDaemon, str], AbstractAsyncContextManager[Client]]


@pytest.fixture(scope="module")
def agent(daemon: StagedDaemon) -> Agent:
    return daemon.agent("asking")


@pytest.mark.parametrize("mode", [HANDSHAKE, MODERN])
@pytest.mark.parametrize("way", [over_http, over_pipes])
async def test_an_agent_asks_and_goes_on_with_the_answer(
    daemon: StagedDaemon, agent: Agent, way: Way, mode: str
) -> None:
    async with way(daemon, mode) as client:
        assert [t.name for t in (await client.list_tools()).tools] == ["ask_human", "notify_human"]
        question = {"question": "Which colour?", "options": ["red", "blue"], "session": "asking"}
        call = asyncio.ensure_future(client.call_tool("ask_human", question))
        ask = await asyncio.to_thread(daemon.wait_ask, "question")
        told = await answer(daemon, ask, {"choice": "submit", "answers": {"Which colour?": "blue"}})
        result = await asyncio.wait_for(call, PATIENCE)
    assert said(result) == "The person answered: blue"
    assert result.structured_content == {"outcome": "answered", "answer": "blue"}
    assert told["outcome"] == "accepted"
    assert told["ask"]["ended"]["how"] == "answered"


async def answer(daemon: StagedDaemon, ask: Json, body: Json) -> Json:
    return await asyncio.to_thread(daemon.client.post, f"/api/asks/{ask['id']}/answer", body)
