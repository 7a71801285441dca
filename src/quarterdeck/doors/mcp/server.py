"""The tools as the official SDK serves them. Only this module imports it: that takes a while."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from pydantic import ValidationError
from starlette.types import ASGIApp

from quarterdeck import __version__
from quarterdeck.doors.facade import Refused
from quarterdeck.doors.mcp.desk import Call, HumanDesk
from quarterdeck.doors.mcp.http_lines import http_call
from quarterdeck.doors.mcp.relay_lines import RelayLine
from quarterdeck.doors.mcp.wire import ASK_HUMAN, NOTIFY_HUMAN, TOOLS, Result
from quarterdeck.ports import Nonsense

LARGEST = 16 * 1024 * 1024  # bytes of a request; what is too long for us gets a sentence of ours
MOST_SESSIONS = 1000
IDLE = 86_400.0  # seconds after which a client that says nothing has to introduce itself again

INSTRUCTIONS = (
    "Quarterdeck shows your questions to your human wherever they are. Use ask_human when you "
    "need a decision to go on, notify_human for what they should know now."
)

Context = ServerRequestContext[Any, Any]


class Served:
    """The tools, ready for clients."""

    def __init__(self, http: ASGIApp, server: Server[Any]) -> None:
        self.http = http
        self._server = server

    async def talk(
        self,
        line: RelayLine,
        lines: Callable[[], Awaitable[bytes]],
        writer: asyncio.StreamWriter,
    ) -> None:
        """Serve one client that sends and gets its messages as lines, until it goes."""
        hears, heard = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        tells, told = anyio.create_memory_object_stream[SessionMessage](0)

        async def read() -> None:
            async with hears:
                while message := await lines():
                    await hears.send(_message(message, line))

        async def write() -> None:
            async with told:
                async for message in told:
                    writer.write(_bytes(message))
                    await writer.drain()

        async with anyio.create_task_group() as group:
            group.start_soon(read)
            group.start_soon(write)
            await self._server.run(heard, tells, self._server.create_initialization_options())
            group.cancel_scope.cancel()


def _message(line: bytes, relay: RelayLine) -> SessionMessage | Exception:
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        return error
    return SessionMessage(message, ServerMessageMetadata(request_context=relay))


def _bytes(message: SessionMessage) -> bytes:
    return message.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


@asynccontextmanager
async def serving(desk: HumanDesk) -> AsyncIterator[Served]:
    """Serve the tools until the block ends."""
    logging.getLogger("mcp").setLevel(logging.WARNING)  # it tells of every client and request
    server = build(desk)
    manager = StreamableHTTPSessionManager(
        server,
        max_request_body_size=LARGEST,
        max_sessions=MOST_SESSIONS,
        session_idle_timeout=IDLE,
    )
    async with manager.run():
        yield Served(manager.handle_request, server)


def build(desk: HumanDesk) -> Server[Any]:
    """The server of our tools."""

    async def list_tools(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in TOOLS])

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tools = {ASK_HUMAN: desk.ask, NOTIFY_HUMAN: desk.notify}
        if params.name not in tools:
            known = ", ".join(tools)
            why = f"There is no tool {params.name[:60]!r}; there are: {known}."
            raise MCPError(code=types.INVALID_PARAMS, message=why)
        try:
            return _told(await tools[params.name](_call(ctx), params.arguments or {}))
        except (Nonsense, Refused) as error:
            return _refused(str(error))

    return Server(
        "quarterdeck",
        version=__version__,
        title="Quarterdeck",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _call(ctx: Context) -> Call:
    async def progress(steps: float) -> None:
        await ctx.session.report_progress(steps, None, "Waiting for the person")

    assert ctx.request is not None, "every line tells where its calls come from"
    if isinstance(ctx.request, RelayLine):
        assert ctx.request_id is not None, "tools are called by requests"
        return ctx.request.call(ctx.request_id, progress)
    return http_call(ctx.request, progress)


def _told(result: Result) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=result.text)]
    return types.CallToolResult(content=content, structured_content=dict(result.fields))


def _refused(why: str) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=why)]
    return types.CallToolResult(content=content, is_error=True)
