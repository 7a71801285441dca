"""MCP clients as agents have them: the SDK's own, over HTTP and through `qd mcp`."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent
from tests.stage.calls import token
from tests.stage.daemon import StagedDaemon
from tests.stage.until import PATIENCE

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
