"""MCP clients as agents have them: the SDK's own, over HTTP and through `qd mcp`."""

import asyncio
import json
import queue
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent
from tests.stage.calls import token
from tests.stage.daemon import Agent, Json, StagedDaemon
from tests.stage.until import PATIENCE

Way = Callable[[StagedDaemon, str], AbstractAsyncContextManager[Client]]
Told: TypeAlias = "queue.Queue[str]"
HANDSHAKE = "legacy"  # as the clients of today's agents speak
MODERN = "auto"


@asynccontextmanager
async def over_http(daemon: StagedDaemon, mode: str = HANDSHAKE) -> AsyncIterator[Client]:
    """A client that calls the port with the person's token."""
    headers = {"Authorization": f"Bearer {token(daemon)}"}
    timeout = httpx2.Timeout(PATIENCE)
    async with httpx2.AsyncClient(headers=headers, timeout=timeout) as http:
        transport = streamable_http_client(f"{daemon.url}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


@asynccontextmanager
async def over_pipes(daemon: StagedDaemon, mode: str = HANDSHAKE) -> AsyncIterator[Client]:
    """A client that runs `qd mcp`."""
    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "quarterdeck", "mcp"],
        env={"QUARTERDECK_HOME": str(daemon.home)},
    )
    async with Client(program, mode=mode) as client:
        yield client


def said(result: CallToolResult) -> str:
    """What a tool answered, as the model reads it."""
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


async def answer(daemon: StagedDaemon, ask: Json, body: Json) -> Json:
    """What became of an answer."""
    return await asyncio.to_thread(daemon.client.post, f"/api/asks/{ask['id']}/answer", body)


def called_by(agent: Agent, daemon: StagedDaemon, way: str, tool: str, **given: object) -> Told:
    """What an agent is told that calls a tool by itself."""
    words = [sys.executable, "-m", "tests.stage.mcp_client", way, str(daemon.home), tool]
    return agent.run(*words, json.dumps(given))


async def _call(way: Way, home: str, tool: str, given: str) -> None:
    async with way(StagedDaemon(Path(home)), HANDSHAKE) as client:
        sys.stdout.write(said(await client.call_tool(tool, json.loads(given))))


if __name__ == "__main__":
    ways = {"over_http": over_http, "over_pipes": over_pipes}
    asyncio.run(_call(ways[sys.argv[1]], *sys.argv[2:]))
