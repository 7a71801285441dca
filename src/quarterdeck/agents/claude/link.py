"""The socket on which hooks of Claude Code come in, and the hooks that are kept open."""

import asyncio
import logging
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from quarterdeck.agents.claude import wire
from quarterdeck.agents.claude.eyes import Eyes, config_from, start_of
from quarterdeck.agents.claude.keep import Run, keep_for
from quarterdeck.agents.claude.telling import Hook, events_of
from quarterdeck.agents.claude.transcripts import follower
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import AskOpened, ChannelClosed, Closing, Event, Printed
from quarterdeck.domain.ids import AskId, RequestId, SessionId
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.sessions import Facts, Process, Terminal

log = logging.getLogger(__name__)

READ_WITHIN = 5.0
LARGE = 256 * 1024  # larger payloads are read in a thread, off the loop

Judge = Callable[[str, Mapping[str, object], str], Awaitable[Risk]]


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
        *,
        eyes: Eyes,
        judge: Judge,
        gate: float,
    ) -> None:
        self._path = path
        self._put = put
        self._times = times
        self._eyes = eyes
        self._judge = judge
        self._gate = gate
        self._host = socket.gethostname()
        self._kept: dict[RequestId, Kept] = {}
        self._connections: set[asyncio.StreamWriter] = set()
        self.refused = 0

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

    def keep(self, request: RequestId) -> None:
        """Tell a hook that it may come back to a restarted daemon."""
        self._send(request, b"kept\n")

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        """Send an answer on a kept hook."""
        if kept := self._kept.get(request):
            text = wire.reply(ask, answer, kept.payload)
            if ask.call:
                record = follower(ask.session, ask.subagent, ask.call, kept.payload)
                self._eyes.follow(record)
            self._send(request, b"say %d\n" % len(text) + text)

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
        except wire.Nonsense as nonsense:
            self.refused += 1
            log.warning("a hook was not understood: %s", nonsense)
            writer.write(b"done\n")
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            log.debug("a hook went away")
        finally:
            self._connections.discard(writer)
            writer.close()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(READ_WITHIN):
            head_size, size = wire.read_greeting(await _line(reader))
            head = wire.read_head(await reader.readexactly(head_size), self._host)
            data = await reader.readexactly(size)
        if size > LARGE:
            payload = await asyncio.to_thread(wire.read_payload, data)
        else:
            payload = wire.read_payload(data)
        hook = await self._hook(head, payload)
        events = events_of(hook)
        waits = any(isinstance(ev, AskOpened) and ev.channel for ev in events)
        if head.kind != "ask" or not waits:
            writer.write(b"done\n")
            for event in events:
                self._put(event)
            return
        await self._wait(hook, events, reader, writer)

    async def _hook(self, head: wire.Head, payload: Mapping[str, object]) -> Hook:
        process = self._process(head)
        session = SessionId(wire.session_id(process))
        self._eyes.watch(session, process, config_from(dict(head.env)))
        self._eyes.look(session)
        entry = self._eyes.entry(session)
        event = str(payload["hook_event_name"])
        run = Run(
            event,
            head.env.get("CLAUDE_CODE_ENTRYPOINT", ""),
            bool(payload.get("agent_id")),
            head.env.get("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "") in ("", "0"),
        )
        risk = await self._rate(payload) if event == "PermissionRequest" else None
        facts = _surroundings(head, process, payload)
        return Hook(
            session,
            process,
            RequestId(head.request),
            AskId(wire.ask_id(head.request, session)),
            keep_for(run) if head.kind == "ask" else Keep.NONE,
            self._times.from_counter(head.started),
            payload,
            risk,
            facts.merged(Facts(version=entry.version)) if entry else facts,
        )

    async def _rate(self, payload: Mapping[str, object]) -> Risk | None:
        tool, given = payload.get("tool_name"), payload.get("tool_input")
        if not isinstance(tool, str) or tool in ("AskUserQuestion", "ExitPlanMode"):
            return None
        return await self._judge(
            tool, given if isinstance(given, dict) else {}, str(payload.get("cwd", ""))
        )

    def _process(self, head: wire.Head) -> Process:
        if any(p.start for p in head.ancestors):
            found = head.agent
        else:
            found = _ask_for_agent(head, self._host)
        if found is None:
            raise wire.Nonsense("the hook has no agent above it")
        return found

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
            while line := await reader.readline():
                if line == b"printed\n":
                    self._put(Printed(hook.request, self._times.now()))
                elif line == b"terminated\n":
                    how = Closing.TERMINATED
        finally:
            if self._kept.get(hook.request) is kept:
                del self._kept[hook.request]
                self._put(ChannelClosed(hook.request, how, self._times.now()))


async def _line(reader: asyncio.StreamReader) -> bytes:
    line = await reader.readuntil(b"\n")
    return line[:-1]


def _same_user(writer: asyncio.StreamWriter) -> bool:
    """Whether the other end is ours; the directory's mode guards where nobody can tell."""
    connection: socket.socket = writer.get_extra_info("socket")
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", data)[1] == psutil.Process().uids().real)


def _ask_for_agent(head: wire.Head, host: str) -> Process | None:
    """The agent above a hook, where the client could not read the kernel's lines."""
    try:
        chain = psutil.Process(head.ancestors[0].pid)
        processes = [chain, *chain.parents()]
    except (psutil.Error, IndexError):
        return None
    for process in processes:
        start = start_of(process.pid)
        if start is not None and not wire.is_wrapper(process.name()):
            return Process(host, process.pid, start)
    return None


def _surroundings(head: wire.Head, process: Process, payload: Mapping[str, object]) -> Facts:
    keyboard = head.env.get("CLAUDE_SESSION_ID") or f"tk-{_seconds(process.pid)}-{process.pid}"
    asked = payload.get("hook_event_name") in ("SessionStart", "UserPromptSubmit")
    cwd = payload.get("cwd")
    return Facts(
        terminal=_terminal(head),
        keyboard_id=keyboard,
        branch=branch_of(Path(cwd)) if asked and isinstance(cwd, str) else None,
    )


def _terminal(head: wire.Head) -> Terminal | None:
    pane, server = head.env.get("TMUX_PANE", ""), head.env.get("TMUX", "")
    iterm = head.env.get("ITERM_SESSION_ID", "")
    if not pane:
        return Terminal(iterm_pane=iterm) if iterm else None
    path, _, rest = server.partition(",")
    pid = rest.partition(",")[0]
    return Terminal(
        socket=path, server_pid=int(pid) if pid.isdigit() else 0, pane=pane, iterm_pane=iterm
    )


def _seconds(pid: int) -> int:
    try:
        return int(psutil.Process(pid).create_time())
    except psutil.Error:
        return 0


def branch_of(directory: Path) -> str | None:
    """The branch checked out there, read from git's own file."""
    for place in (directory, *directory.parents):
        head = place / ".git" / "HEAD"
        try:
            text = head.read_text().strip()
        except (OSError, UnicodeDecodeError):
            continue
        return text.removeprefix("ref: refs/heads/") if text.startswith("ref: ") else text[:8]
    return None
