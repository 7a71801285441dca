"""The socket on which hooks of Claude Code come in, and the hooks that are kept open."""

import asyncio
import logging
import socket
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from quarterdeck.agents.claude import status_line, wire
from quarterdeck.agents.claude.hook_events import Hook, missed_tripwire
from quarterdeck.agents.claude.hook_intake import HookIntake, Sender, aside
from quarterdeck.agents.claude.hook_origin import agent_above
from quarterdeck.agents.claude.observer import Observer, config_from
from quarterdeck.agents.claude.transcripts import follower
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import (
    AskOpened,
    ChannelClosed,
    Closing,
    Event,
    Printed,
    SessionNoted,
)
from quarterdeck.domain.ids import RequestId, SessionId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.ports import Nonsense

log = logging.getLogger(__name__)

READ_WITHIN = 5.0


@dataclass(frozen=True, slots=True)
class Times:
    """The clock, and what the machine's counter means in its terms."""

    now: Callable[[], float]
    from_counter: Callable[[int], float]


@dataclass(slots=True)
class Kept:
    """A hook that waits: its connection, and what the agent sent, exactly."""

    writer: asyncio.StreamWriter
    payload: Mapping[str, object]


class HookServer:
    """Takes hooks in, keeps some of them, and carries answers back."""

    def __init__(
        self,
        path: Path,
        put: Callable[[Event], None],
        times: Times,
        intake: HookIntake,
        *,
        observer: Observer,
        gate: float,
        tripwire: Level | None,
    ) -> None:
        self._path = path
        self._put = put
        self._times = times
        self._observer = observer
        self._intake = intake
        self._gate = gate
        self._tripwire = tripwire
        self._host = socket.gethostname()
        self._kept: dict[RequestId, Kept] = {}
        self._connections: set[asyncio.StreamWriter] = set()

    async def run(self) -> None:
        """Serve until cancelled; then every hook is let go by the closing of its connection."""
        self._path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._serve, self._path, limit=wire.LONGEST_HEAD)
        self._path.chmod(0o600)
        try:
            await server.serve_forever()
        finally:
            server.close()
            for writer in list(self._connections):
                writer.transport.abort()
            self._path.unlink(missing_ok=True)

    # What the loop wants done

    def holds(self, request: RequestId) -> bool:
        """Whether a hook still waits."""
        return request in self._kept

    def keep(self, request: RequestId) -> None:
        """Tell a hook that it may come back to a restarted daemon."""
        self._send(request, b"kept\n")

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        """Send an answer on a kept hook."""
        if kept := self._kept.get(request):
            text = wire.reply(ask, answer, kept.payload)
            following = follower(ask, kept.payload)
            self._send(request, b"say %d\n" % len(text) + text)
            self._observer.follow(following)

    def release(self, request: RequestId) -> None:
        """Let a hook go without an answer."""
        self._send(request, b"done\n")

    def _send(self, request: RequestId, data: bytes) -> None:
        kept = self._kept.get(request)
        if kept and not kept.writer.is_closing():
            kept.writer.write(data)

    # One hook

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections.add(writer)
        try:
            if not _same_user(writer):
                log.warning("a connection of another user was refused")
                return
            await self._take(reader, writer)
        except Nonsense as nonsense:
            log.warning("a hook was not understood: %s", nonsense)
            writer.write(b"done\n")
        except (OSError, EOFError):
            log.debug("a hook went away")
        finally:
            self._connections.discard(writer)
            writer.close()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head, data = await _read(reader, self._host)
        payload = await aside(len(data), wire.read_payload, data)
        if head.kind == "status":
            self._take_status(head, payload)
            return
        hook, events = await self._intake.take(head, payload, len(data), lambda: self._sender(head))
        trips = head.kind == "judge" and self._trips(hook.risk)
        if head.kind == "ask" and any(isinstance(ev, AskOpened) and ev.channel for ev in events):
            await self._wait(hook, events, reader, writer)
            return
        if not trips:
            writer.write(b"done\n")
        for event in events:
            self._put(event)
        if trips:
            await self._trip(hook, reader, writer)
        if finished := await self._intake.finished(hook):
            self._put(finished)

    def _take_status(self, head: wire.Head, payload: Mapping[str, object]) -> None:
        process = agent_above(head, self._host)
        session = SessionId(wire.session_id(process))
        at = self._times.from_counter(head.started)
        self._put(SessionNoted(session, process, "claude", status_line.facts_of(payload), at))

    def _trips(self, risk: Risk | None) -> bool:
        return (
            risk is not None and self._tripwire is not None and risk.level.reaches(self._tripwire)
        )

    async def _trip(
        self, hook: Hook, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Make the agent ask; a call whose client could not wait for us is told of."""
        if hook.risk is None:
            return
        text = wire.make_it_ask(f"Quarterdeck: {hook.risk.level}, {hook.risk.reason}")
        writer.write(b"say %d\n" % len(text) + text)
        if await _line(reader) != b"printed\n":
            self._put(missed_tripwire(hook, hook.risk))

    def _sender(self, head: wire.Head) -> Sender:
        at = self._times.from_counter(head.started)
        return Sender(agent_above(head, self._host), config_from(dict(head.env)), at)

    async def _wait(
        self,
        hook: Hook,
        events: list[Event],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Keep the hook until it is answered, let go, or gone."""
        kept = Kept(writer, hook.payload)
        self._kept[hook.request] = kept
        if hook.keep is Keep.GATE:
            writer.write(b"gate %d\n" % self._gate)
        for event in events:
            self._put(event)
        how = Closing.CLOSED
        try:
            while line := await _line(reader):
                if line == b"printed\n":
                    self._put(Printed(hook.request, self._times.now()))
                elif line == b"terminated\n":
                    how = Closing.TERMINATED
        finally:
            if self._kept.get(hook.request) is kept:
                del self._kept[hook.request]
                self._put(ChannelClosed(hook.request, how, self._times.now()))


async def _read(reader: asyncio.StreamReader, host: str) -> tuple[wire.Head, bytes]:
    """What a hook client says of itself, and what the agent gave it."""
    try:
        async with asyncio.timeout(READ_WITHIN):
            if not (greeting := await _line(reader)):
                raise EOFError
            head_size, size = wire.read_greeting(greeting.removesuffix(b"\n"))
            head = wire.read_head(await reader.readexactly(head_size), host)
            return head, await reader.readexactly(size)
    except TimeoutError:
        raise Nonsense(f"it did not come within {READ_WITHIN:g} s") from None
    except asyncio.IncompleteReadError as error:
        raise Nonsense(f"it was cut off, {error.expected} bytes were announced") from None


async def _line(reader: asyncio.StreamReader) -> bytes:
    """The next line, or what there is of it; empty at the end."""
    try:
        return await reader.readline()
    except ValueError:
        raise Nonsense(f"a line has more than {wire.LONGEST_HEAD} bytes") from None


def _same_user(writer: asyncio.StreamWriter) -> bool:
    """Whether the other end is ours; the directory's mode guards where nobody can tell."""
    connection: socket.socket = writer.get_extra_info("socket")
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", data)[1] == psutil.Process().uids().real)
