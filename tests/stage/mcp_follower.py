"""A client that follows a resource, changes it, and says what it was told and what it then read."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ResourceUpdatedNotification, TextResourceContents
from tests.stage.calls import token
from tests.stage.daemon import StagedDaemon
from tests.stage.mcp_client import HANDSHAKE
from tests.stage.until import PATIENCE

CONTEXT = "tkeyboard://context"
BUTTONS = {"buttons": [{"text": "Go"}]}


async def follow(way: str, home: str, mode: str) -> None:
    daemon = StagedDaemon(Path(home))
    told: asyncio.Queue[str] = asyncio.Queue()

    async def hear(message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            told.put_nowait(str(message.params.uri))

    async with httpx2.AsyncClient(
        headers={"Authorization": f"Bearer {token(daemon)}"}, timeout=httpx2.Timeout(PATIENCE)
    ) as http:
        transport: Any = StdioServerParameters(
            command=sys.executable,
            args=["-m", "quarterdeck", "mcp"],
            env={"QUARTERDECK_HOME": str(daemon.home)},
        )
        if way == "over_http":
            transport = streamable_http_client(f"{daemon.url}/mcp", http_client=http)
        async with Client(transport, mode=mode, message_handler=hear) as client:
            if mode == HANDSHAKE:
                await client.session.subscribe_resource(CONTEXT)
                await client.call_tool("set_keyboard_buttons", BUTTONS)
                await _report(client, await asyncio.wait_for(told.get(), PATIENCE))
            else:
                async with client.listen(resource_subscriptions=[CONTEXT]) as changes:
                    await client.call_tool("set_keyboard_buttons", BUTTONS)
                    async for change in changes:
                        await _report(client, str(getattr(change, "uri", change)))
                        break


async def _report(client: Client, uri: str) -> None:
    [content] = (await client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    by = "agent" if '"by": "agent"' in content.text else content.text
    sys.stdout.write(f"{uri}\n{by}\n")


if __name__ == "__main__":
    asyncio.run(follow(*sys.argv[1:]))
