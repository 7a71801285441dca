"""The socket on which Claude Code's hooks arrive, and the hooks that are kept open."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from quarterdeck.agents.claude import status_line, wire
from quarterdeck.agents.claude.hook_events import Hook, missed_tripwire
from quarterdeck.agents.claude.hook_intake import HookIntake, Sender, aside
from quarterdeck.agents.claude.hook_origin import SendingProcess, agent_above, sender_of
from quarterdeck.agents.claude.observer import Observer, config_of
from quarterdeck.agents.claude.transcripts import Follower, follower
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
PAUSE = 1.0  # after a connection could not be taken
MOST_AT_THE_DOOR = 128  # connections that nobody has taken yet
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
    following: Follower | None  # of what becomes of the answer that it was given


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
        self._connections: dict[socket.socket, int] = {}  # and whose they are

    async def run(self) -> None:
        """Serve until cancelled; then every hook is let go by the closing of its connection."""
        try:
            with _listening(self._path) as listening:
                async with asyncio.TaskGroup() as group:
                    await self._take_in(listening, group)
        finally:
            for line in self._connections:  # what was not even begun
                line.close()
            self._connections.clear()

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
            kept.following = follower(ask, kept.payload)
            self._send(request, b"say %d\n" % len(text) + text)

    def release(self, request: RequestId) -> None:
        """Let a hook go without an answer."""
        self._send(request, b"done\n")

    def _send(self, request: RequestId, data: bytes) -> None:
        kept = self._kept.get(request)
        if kept and not kept.writer.is_closing():
            kept.writer.write(data)

    # One hook

    async def _take_in(self, listening: socket.socket, group: asyncio.TaskGroup) -> None:
        while True:
            line = await _accept(listening)
            if sending := self._see(line):
                group.create_task(self._serve(sending, line))
            else:
                line.close()

    def _see(self, line: socket.socket) -> SendingProcess | None:
        """Who is there, first of all, because they may be gone soon; None if they are not heard."""
        sending = sender_of(line)
        if sending.uid not in (None, os.getuid()):
            log.warning("a connection from another user was refused")
            return None
        if sending.pid and self._count(sending.pid) >= MOST_OF_A_PROCESS:
            log.debug("process %d has too many connections", sending.pid)
            return None
        self._connections[line] = sending.pid
        if sending.pid:
            with suppress(OSError):  # one that has left may have told us something before
                line.send(b"seen\n")  # whoever only tells waits for no more
        return sending

    async def _serve(self, sending: SendingProcess, line: socket.socket) -> None:
        try:
            reader, writer = await asyncio.open_unix_connection(sock=line, limit=wire.LONGEST_HEAD)
            with closing(writer):
                await self._hear(sending, reader, writer)
        except (OSError, EOFError):
            log.debug("a hook disconnected")
        except Exception:
            log.exception("a hook could not be taken")  # the others are
        finally:
            del self._connections[line]

    def _count(self, pid: int) -> int:
        return list(self._connections.values()).count(pid)

    async def _hear(
        self, sending: SendingProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            await self._take(sending, reader, writer)
        except Nonsense as nonsense:
            writer.write(b"done\n")
            log.warning("a hook was not understood: %s", nonsense)

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
        if self._printed_at(await _line(reader)) is None:
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
        kept = Kept(hook.session, writer, hook.payload, None)
        self._kept[hook.request] = kept
        if hook.keep is Keep.GATE:
            writer.write(b"gate %d\n" % self._gate)
        for event in events:
            self._put(event)
        how = Closing.CLOSED
        try:
            while line := await _line(reader):
                if (at := self._printed_at(line)) is not None:
                    self._put(Printed(hook.request, at))
                    self._follow(kept)
                elif line == b"terminated\n":
                    how = Closing.TERMINATED
        finally:
            if self._kept.get(hook.request) is kept:
                del self._kept[hook.request]
                self._put(ChannelClosed(hook.request, how, self._times.now()))
                self._follow(kept)

    def _printed_at(self, line: bytes) -> float | None:
        """When a client printed its answer, if it says so; a busy machine hears of it late."""
        word, _, counter = line.decode(errors="replace").strip().partition(" ")
        if word != "printed":
            return None
        told = wire.whole_number(counter)
        return self._times.now() if told is None else self._times.from_counter(told)

    def _follow(self, kept: Kept) -> None:
        """Read on in the agent's record, now that what its hook did has been told."""
        self._observer.follow(kept.following)
        kept.following = None


@contextmanager
def _listening(path: Path) -> Iterator[socket.socket]:
    """A socket at this place, for this user alone; it goes with the block."""
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        path.chmod(0o600)
        listening.listen(MOST_AT_THE_DOOR)
        listening.setblocking(False)
        try:
            yield listening
        finally:
            path.unlink(missing_ok=True)


async def _accept(listening: socket.socket) -> socket.socket:
    """The next connection. A server of asyncio's would take four turns of the loop for it."""
    while True:
        try:
            line, _ = await asyncio.get_running_loop().sock_accept(listening)
        except OSError as error:
            log.warning("No hook can be taken: %s", error)
            await asyncio.sleep(PAUSE)
        else:
            return line


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
