"""The tools as the SDK serves them."""

from typing import Any, cast

from mcp import Client

from quarterdeck.doors.mcp.keyboard_wire import TOOLS as KEYBOARD_TOOLS
from quarterdeck.doors.mcp.server import build
from quarterdeck.doors.mcp.wire import TOOLS


class Nobody:
    """A desk that nobody asks."""

    def __getattr__(self, name: str) -> None:
        return None


async def test_the_sdk_serves_the_tools_as_they_are_written() -> None:
    nobody = cast(Any, Nobody())
    async with Client(build(nobody, nobody, nobody)) as client:
        found = (await client.list_tools()).tools
    told = [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in found]
    assert [{k: t[k] for k in ("name", "title", "inputSchema")} for t in told] == [
        {k: t[k] for k in ("name", "title", "inputSchema")} for t in (*TOOLS, *KEYBOARD_TOOLS)
    ]
