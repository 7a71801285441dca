"""The tools as the official SDK serves them. Only this module imports it: that takes a while."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.subscriptions import ListenHandler, ResourceUpdated, ServerEvent
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from pydantic import ValidationError
from starlette.types import ASGIApp

from quarterdeck import __version__
from quarterdeck.domain.ids import SessionId
from quarterdeck.doors.facade import Facade, Refused
from quarterdeck.doors.mcp.calling_sessions import Call
from quarterdeck.doors.mcp.desk import HumanDesk
from quarterdeck.doors.mcp.http_lines import HttpCalls, http_call
from quarterdeck.doors.mcp.keyboard import Advise, KeyboardDesk
from quarterdeck.doors.mcp.keyboard_wire import GET_STATUS, RESOURCES, SET_BUTTONS, UPDATE_CONTEXT
from quarterdeck.doors.mcp.keyboard_wire import TOOLS as KEYBOARD_TOOLS
from quarterdeck.doors.mcp.open_calls import OpenCalls
from quarterdeck.doors.mcp.relay_lines import RelayLine
from quarterdeck.doors.mcp.resource_changes import ResourceChanges
from quarterdeck.doors.mcp.wire import ASK_HUMAN, NOTIFY_HUMAN, TOOLS, Result
from quarterdeck.doors.peers import Peer
from quarterdeck.ports import Nonsense

LARGEST = 16 * 1024 * 1024  # bytes of a request; what is too long for us gets a sentence of ours
MOST_SESSIONS = 256
IDLE = 3600.0  # seconds; clients that live keep a request open, or introduce themselves again

INSTRUCTIONS = (
    "Quarterdeck shows your questions to your human wherever they are. Use ask_human when you "
    "need a decision to go on, notify_human for what they should know now. While you are idle "
    "they see buttons: update_keyboard_context says what your turn ended with, "
    "set_keyboard_buttons offers your own."
)

Context = ServerRequestContext[Any, Any]
_GONE = (MCPError, anyio.BrokenResourceError, anyio.ClosedResourceError)


class News:
    """Tells clients of the handshake's protocols which resource changed."""

    def __init__(self, changes: ResourceChanges) -> None:
        self.changes = changes
        self._due: asyncio.Queue[tuple[Context, str]] = asyncio.Queue()
        self._leave: dict[tuple[object, str], Callable[[], None]] = {}

    def follow(self, session: SessionId, ctx: Context, uri: str) -> None:
        """Tell this client of one resource of a session."""
        self.leave(ctx, uri)

        def tell(changed: str) -> None:
            if changed == uri:
                self._due.put_nowait((ctx, uri))

        self._leave[_client(ctx), uri] = self.changes.follow(session, tell)

    def leave(self, ctx: Context, uri: str) -> None:
        """Tell it no longer."""
        if leave := self._leave.pop((_client(ctx), uri), None):
            leave()

    async def run(self) -> None:
        """Send what is due, until cancelled."""
        while True:
            ctx, uri = await self._due.get()
            if isinstance(ctx.request, RelayLine) and ctx.request.gone.is_set():
                self.leave(ctx, uri)
                continue
            with contextlib.suppress(*_GONE):
                await ctx.session.send_resource_updated(uri)


def _client(ctx: Context) -> object:
    """What is the same in all requests of one client."""
    assert ctx.request is not None, "every line tells where its calls come from"
    if isinstance(ctx.request, RelayLine):
        return ctx.request
    return ctx.request.headers.get("mcp-session-id")


class Feed:
    """The changes of one session, as the SDK takes them."""

    def __init__(self, changes: ResourceChanges, session: SessionId) -> None:
        self._changes = changes
        self._session = session

    async def publish(self, event: ServerEvent) -> None:
        """Nobody says anything here but the changes themselves."""

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Tell of changes until what is returned is called."""
        return self._changes.follow(self._session, lambda uri: listener(ResourceUpdated(uri)))


class Served:
    """The tools, ready for clients."""

    def __init__(self, http: ASGIApp, server: Server[Any], desk: HumanDesk) -> None:
        self.http = http
        self._server = server
        self._desk = desk

    def line(self, peer: Peer) -> RelayLine:
        """A relay that came in."""
        return RelayLine(self._desk, peer)

    def lost(self, line: RelayLine) -> None:
        """A relay is gone."""
        line.gone.set()
        self._desk.lost(line)

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
                    with contextlib.suppress(OSError):  # it went; reading says so too
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
async def serving(
    facade: Facade,
    calls: OpenCalls,
    changes: ResourceChanges,
    advise: Advise,
    stop: asyncio.Event,
) -> AsyncIterator[Served]:
    """Serve the tools until the block ends."""
    logging.getLogger("mcp").setLevel(logging.ERROR)  # it warns of every client that goes away
    desk, news = HumanDesk(facade, calls, stop), News(changes)
    server = build(desk, KeyboardDesk(facade, advise), news)
    manager = StreamableHTTPSessionManager(
        server,
        max_request_body_size=LARGEST,
        max_sessions=MOST_SESSIONS,
        session_idle_timeout=IDLE,
    )
    async with manager.run(), anyio.create_task_group() as group:
        group.start_soon(news.run)
        yield Served(HttpCalls(manager.handle_request, desk, calls), server, desk)
        group.cancel_scope.cancel()


def build(desk: HumanDesk, keyboard: KeyboardDesk, news: News) -> Server[Any]:
    """The server of our tools."""
    tools = {
        ASK_HUMAN: desk.ask,
        NOTIFY_HUMAN: desk.notify,
        UPDATE_CONTEXT: keyboard.update_context,
        SET_BUTTONS: keyboard.set_buttons,
        GET_STATUS: keyboard.status,
    }

    async def list_tools(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[types.Tool.model_validate(tool) for tool in (*TOOLS, *KEYBOARD_TOOLS)]
        )

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in tools:
            known = ", ".join(tools)
            why = f"There is no tool {params.name[:60]!r}; there are: {known}."
            raise MCPError(code=types.INVALID_PARAMS, message=why)
        try:
            return _told(await tools[params.name](_call(ctx), params.arguments or {}))
        except (Nonsense, Refused) as error:
            return _refused(str(error))

    async def list_resources(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        found = [types.Resource.model_validate(resource) for resource in RESOURCES]
        return types.ListResourcesResult(resources=found)

    async def read_resource(
        ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        with _as_error():
            text = await keyboard.read(_call(ctx), uri)
        content = types.TextResourceContents(uri=uri, mime_type="application/json", text=text)
        return types.ReadResourceResult(contents=[content])

    async def subscribe(ctx: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        with _as_error():
            session = await keyboard.session_of(_call(ctx))
        news.follow(session.id, ctx, str(params.uri))
        return types.EmptyResult()

    async def unsubscribe(
        ctx: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        news.leave(ctx, str(params.uri))
        return types.EmptyResult()

    async def listen(
        ctx: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        with _as_error():
            session = await keyboard.session_of(_call(ctx))
        return await ListenHandler(Feed(news.changes, session.id))(ctx, params)

    return Server(
        "quarterdeck",
        version=__version__,
        title="Quarterdeck",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_subscribe_resource=subscribe,
        on_unsubscribe_resource=unsubscribe,
        on_subscriptions_listen=listen,
    )


@contextlib.contextmanager
def _as_error() -> Iterator[None]:
    """Resources have no result that is an error: what is wrong is one of the protocol."""
    try:
        yield
    except (Nonsense, Refused) as error:
        raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from None


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
