"""The socket on which Claude Code's hooks arrive, and the hooks that are kept open."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from quarterdeck.agents.claude import status_line, wire
from quarterdeck.agents.claude.hook_events import Hook, missed_tripwire
from quarterdeck.agents.claude.hook_intake import HookIntake, Sender, aside
from quarterdeck.agents.claude.hook_origin import SendingProcess, agent_above, sender_of
from quarterdeck.agents.claude.observer import Observer, config_of
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
MOST_OF_A_PROCESS = 64  # connections at once; a hook has one
MOST_OF_AN_AGENT = 64  # hooks that wait; more of them are left to its terminal


@dataclass(frozen=True, slots=True)
class Times:
    """The clock, and what the machine's counter means in its terms."""

    now: Callable[[], float]
    from_counter: Callable[[int], float]


@dataclass(slots=True)
class Kept:
    """A hook that waits: its connection, and what the agent sent, exactly."""

    session: SessionId
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
        self._connections: dict[asyncio.StreamWriter, int] = {}  # and whose they are

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
        # First of all: who sends it may be gone soon.
        sending = sender_of(writer.get_extra_info("socket"))
        self._connections[writer] = sending.pid
        try:
            if sending.uid not in (None, os.getuid()):
                log.warning("a connection from another user was refused")
            elif sending.pid and self._count(sending.pid) > MOST_OF_A_PROCESS:
                log.debug("process %d has too many connections", sending.pid)
            else:
                if sending.pid:
                    writer.write(b"seen\n")  # whoever only tells waits for no more
                await self._take(sending, reader, writer)
        except Nonsense as nonsense:
            writer.write(b"done\n")
            log.warning("a hook was not understood: %s", nonsense)
        except (OSError, EOFError):
            log.debug("a hook disconnected")
        finally:
            del self._connections[writer]
            writer.close()

    def _count(self, pid: int) -> int:
        return list(self._connections.values()).count(pid)

    async def _take(
        self, sending: SendingProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        claimed, data = await _read(reader, self._host)
        # A hook that waits is known by its process: nobody else gets the answer to it.
        head = replace(claimed, request=f"{sending.name}{claimed.request}")
        payload = await aside(len(data), wire.read_payload, data)
        if head.kind == "status":
            self._take_status(self._sender(sending, head), payload)
            return

        def sender() -> Sender:
            return self._sender(sending, head)

        hook, events = await self._intake.take(head, payload, len(data), sender)
        trips = head.kind == "judge" and self._trips(hook.risk)
        if head.kind == "ask" and any(isinstance(ev, AskOpened) and ev.channel for ev in events):
            if self._has_room(hook.session):
                await self._wait(hook, events, reader, writer)
                return
            log.warning(
                "%s has too many asks at once; this one is left to its terminal", hook.session
            )
            events = [event for event in events if not isinstance(event, AskOpened)]
        if head.kind != "tell" and not trips:
            writer.write(b"done\n")
        for event in events:
            self._put(event)
        if trips:
            await self._trip(hook, reader, writer)
        if finished := await self._intake.finished(hook):
            self._put(finished)

    def _has_room(self, session: SessionId) -> bool:
        waiting = sum(kept.session == session for kept in self._kept.values())
        return waiting < MOST_OF_AN_AGENT

    def _take_status(self, sender: Sender, payload: Mapping[str, object]) -> None:
        session, facts = SessionId(wire.session_id(sender.process)), status_line.facts_of(payload)
        self._put(SessionNoted(session, sender.process, "claude", facts, sender.at))

    def _trips(self, risk: Risk | None) -> bool:
        return (
            risk is not None and self._tripwire is not None and risk.level.reaches(self._tripwire)
        )

    async def _trip(
        self, hook: Hook, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Make the agent ask; a call whose client did not wait for us is reported."""
        if hook.risk is None:
            return
        text = wire.make_it_ask(f"Quarterdeck: {hook.risk.level}, {hook.risk.reason}")
        writer.write(b"say %d\n" % len(text) + text)
        if await _line(reader) != b"printed\n":
            self._put(missed_tripwire(hook, hook.risk))

    def _sender(self, sending: SendingProcess, head: wire.Head) -> Sender:
        process = agent_above(sending, head, self._host, self._observer.knows)
        return Sender(process, config_of(process.pid), self._times.from_counter(head.started))

    async def _wait(
        self,
        hook: Hook,
        events: list[Event],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Keep the hook until it is answered, let go, or gone."""
        kept = Kept(hook.session, writer, hook.payload)
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
