"""The hooks' socket: real clients, real bytes, and everything that may come in."""

import asyncio
import json
import logging
import os
import resource
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import psutil
import pytest
from tests.stage import hook_client
from tests.stage.agent_name import called_as
from tests.stage.until import PATIENCE

from quarterdeck.advisors.trouble import trouble_in
from quarterdeck.agents.claude import link
from quarterdeck.agents.claude.hook_intake import HookIntake
from quarterdeck.agents.claude.link import MOST_OF_A_PROCESS, HookServer, Times
from quarterdeck.agents.claude.note_types import NoteTypes
from quarterdeck.agents.claude.observer import Observer
from quarterdeck.daemon.clock import COUNTER, SteadyClock
from quarterdeck.domain import events as e
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import NO_ANSWERS, Answer
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.ids import AnswerId, RequestId
from quarterdeck.domain.risk import Level, Risk

BASH: dict[str, object] = {
    "hook_event_name": "PermissionRequest",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
    "cwd": "/srv",
}
T = TypeVar("T", bound=e.Event)


class Desk:
    """The server with its surroundings; remembers what it was told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.claude = path.with_name("claude")
        self.claude.symlink_to("/bin/sh")
        self.clock = SteadyClock()
        self.events: list[e.Event] = []
        self._news = asyncio.Event()
        self.observer = Observer(self.put, self.clock)
        self.verdict_after = 0.0
        times = Times(self.clock, self.clock.from_counter)
        self.server = HookServer(
            path,
            self.put,
            times,
            HookIntake(self.observer, self.judge, trouble_in, NoteTypes(("*",))),
            observer=self.observer,
            gate=30,
            tripwire=Level.CRITICAL,
        )

    def put(self, event: e.Event) -> None:
        self.events.append(event)
        self._news.set()

    async def judge(self, tool: str, given: Mapping[str, object], cwd: str) -> Risk:
        await asyncio.sleep(self.verdict_after)
        critical = "rm" in str(given) and tool == "Bash" and bool(cwd)
        level = Level.CRITICAL if critical else Level.LOW
        return Risk(level, "deletes all", "rule", "It deletes everything.", "")

    async def until(self, kind: type[T], count: int = 1) -> T:
        async with asyncio.timeout(PATIENCE):
            while len(found := [x for x in self.events if isinstance(x, kind)]) < count:
                self._news.clear()
                await self._news.wait()
        return found[-1]

    async def opened(self, count: int = 1) -> e.AskOpened:
        return await self.until(e.AskOpened, count)

    async def reply(self, opened: e.AskOpened, choice: str, text: str = "") -> None:
        assert opened.channel
        answer = Answer(
            AnswerId("w"), opened.ask.id, choice, text, NO_ANSWERS, False, "test", self.clock()
        )
        self.server.reply(opened.channel.request, opened.ask, answer)


@pytest.fixture
async def desk(place: Path) -> AsyncIterator[Desk]:
    desk = Desk(place / "s")
    serving = asyncio.ensure_future(desk.server.run())
    while not (place / "s").exists():  # noqa: ASYNC110 - nobody announces it
        await asyncio.sleep(0)
    yield desk
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    desk.observer.close()


async def hook(desk: Desk, kind: str, payload: object, **env: str) -> asyncio.subprocess.Process:
    """The real client on its way, below a process that is called like an agent's program."""
    process = await asyncio.create_subprocess_exec(
        *(desk.claude, "-c", 'trap "" TERM; "$@"; exit 0', "sh"),
        *hook_client.words(desk.path, kind),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "CLAUDE_CODE_ENTRYPOINT": "cli", **env},
    )
    assert process.stdin
    process.stdin.write(json.dumps(payload).encode())
    process.stdin.close()
    return process


async def printed(process: asyncio.subprocess.Process) -> str:
    async with asyncio.timeout(PATIENCE):
        told, complained = await process.communicate()
    assert (process.returncode, complained) == (0, b"")
    return told.decode()


def stat_of(pid: int) -> bytes:
    """The kernel's line about a process."""
    return Path(f"/proc/{pid}/stat").read_bytes()


def frame(
    payload: bytes,
    kind: bytes = b"tell",
    size: int | None = None,
    stat: bytes = b"",
    request: bytes = b"7-1",
) -> bytes:
    """A hook as its client would send it, or nearly so; `stat` is of the agent it speaks of."""
    stat = stat or stat_of(os.getpid())
    parts = [
        b"id=" + request,
        b"started=%d" % time.clock_gettime_ns(COUNTER),
        b"kind=" + kind,
        b"pid=7",
    ]
    head = b"\0".join([*parts, b"ancestor=" + stat])
    return b"QD1 %d %d\n" % (len(head), len(payload) if size is None else size) + head + payload


@asynccontextmanager
async def raw(
    desk: Desk, called: str = "claude", *, welcome: bool = True
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection of our own, from a process that is called like an agent's program."""
    with called_as(called):
        reader, writer = await asyncio.open_unix_connection(desk.path)
        assert await reader.readline() == (b"seen\n" if welcome else b"")
        yield reader, writer
        writer.close()


async def said_to(desk: Desk, data: bytes) -> bytes:
    """All that the server says to these bytes."""
    async with raw(desk) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(data)
        return await reader.read()


# Hooks of every kind


async def test_a_hook_that_wants_no_answer_is_heard(desk: Desk) -> None:
    agent = await hook(desk, "tell", {"hook_event_name": "Stop"})
    assert (await desk.until(e.SessionNoted)).process.pid == agent.pid
    assert await printed(agent) == ""
    await desk.until(e.TurnEnded)


async def test_the_last_hook_of_an_agent_is_heard_though_it_has_ended(desk: Desk) -> None:
    client = shlex.join(hook_client.words(desk.path, "tell"))
    says = f"""echo '{{"hook_event_name": "SessionStart"}}' | {client}; sleep 60"""
    agent = await asyncio.create_subprocess_exec(desk.claude, "-c", says)
    await desk.until(e.SessionNoted)
    line = stat_of(agent.pid)
    agent.kill()
    await desk.until(e.ProcessEnded)
    desk.events.clear()
    async with raw(desk, called="python3") as (_, writer):
        writer.write(frame(b'{"hook_event_name": "Stop"}', stat=line))
        await desk.until(e.ProcessEnded)
    heard = [type(event) for event in desk.events]
    assert heard.index(e.SessionNoted) < heard.index(e.TurnEnded) < heard.index(e.ProcessEnded)
    await agent.wait()


async def test_an_answer_goes_back_to_the_hook_that_asked(desk: Desk) -> None:
    process = await hook(desk, "ask", BASH)
    opened = await desk.opened()
    assert opened.channel
    assert (opened.ask.kind, opened.channel.keep) == (Kind.PERMISSION, Keep.RACE)
    assert opened.ask.risk
    desk.server.keep(opened.channel.request)
    await desk.reply(opened, "deny", "not now")
    decision = json.loads(await printed(process))["hookSpecificOutput"]["decision"]
    assert decision == {"behavior": "deny", "message": "not now"}
    await desk.until(e.Printed)
    closed = await desk.until(e.ChannelClosed)
    assert (closed.request, closed.how) == (opened.channel.request, e.Closing.CLOSED)


async def test_what_the_agents_record_says_is_heard_after_what_its_hook_did(
    desk: Desk, tmp_path: Path
) -> None:
    record = tmp_path / "record.jsonl"
    looking = asyncio.ensure_future(desk.observer.run())
    process = await hook(desk, "ask", {**BASH, "transcript_path": str(record)})
    opened = await desk.opened()

    await desk.reply(opened, "allow")
    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": BASH["tool_input"]}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "done"}
    lines = [
        {"type": "assistant", "message": {"content": [use]}},
        {"type": "user", "message": {"content": [result]}},
    ]
    record.write_text("".join(json.dumps(line) + "\n" for line in lines))

    await desk.until(e.HookPassedOver)
    heard = [type(event) for event in desk.events]
    assert heard.index(e.Printed) < heard.index(e.HookPassedOver)
    await printed(process)
    looking.cancel()


async def test_a_hook_is_let_go_without_an_answer(desk: Desk) -> None:
    process = await hook(desk, "ask", BASH)
    opened = await desk.opened()
    assert opened.channel
    desk.server.release(opened.channel.request)
    assert await printed(process) == ""


async def test_a_hook_that_its_agent_ends_is_told_so(desk: Desk) -> None:
    process = await hook(desk, "ask", BASH)
    opened = await desk.opened()
    client_of(process).send_signal(signal.SIGTERM)
    assert await printed(process) == ""
    closed = await desk.until(e.ChannelClosed)
    assert closed.how is e.Closing.TERMINATED
    await desk.reply(opened, "allow")  # nobody is there any more


async def test_a_subagents_hook_is_a_gate(desk: Desk) -> None:
    async with raw(desk) as (reader, writer):
        writer.write(frame(json.dumps({**BASH, "agent_id": "b"}).encode(), b"ask"))
        assert await reader.readline() == b"gate 30\n"
        opened = await desk.opened()
        assert opened.channel
        assert opened.channel.keep is Keep.GATE


async def test_a_printing_run_is_never_kept(desk: Desk) -> None:
    process = await hook(desk, "ask", BASH, CLAUDE_CODE_ENTRYPOINT="sdk-cli")
    opened = await desk.opened()
    assert opened.channel
    assert opened.channel.keep is Keep.NONE
    desk.server.release(opened.channel.request)
    assert await printed(process) == ""


async def test_twenty_hooks_at_once_get_each_its_own_answer(desk: Desk) -> None:
    commands = [f"echo {n}" for n in range(20)]
    payloads = [{**BASH, "tool_input": {"command": c}} for c in commands]
    processes = await asyncio.gather(*(hook(desk, "ask", p) for p in payloads))
    await desk.opened(20)
    for event in list(desk.events):
        if isinstance(event, e.AskOpened):
            await desk.reply(event, "deny", event.ask.text)
    told = [json.loads(text) for text in await asyncio.gather(*map(printed, processes))]
    assert [t["hookSpecificOutput"]["decision"]["message"] for t in told] == commands


async def test_a_request_that_comes_again_takes_the_place_of_the_first(desk: Desk) -> None:
    data = frame(json.dumps(BASH).encode(), b"ask")
    async with asyncio.timeout(PATIENCE), raw(desk) as (old, first), raw(desk) as (reader, second):
        first.write(data)
        opened = await desk.opened()
        second.write(data)
        again = await desk.opened(2)
        assert again.ask.id == opened.ask.id
        first.write_eof()  # and its end is heard late
        assert await old.read() == b""
        await desk.reply(again, "allow")
        assert (await reader.readline()).startswith(b"say ")
        assert not [x for x in desk.events if isinstance(x, e.ChannelClosed)]
    await desk.until(e.ChannelClosed)  # when the second ends


async def test_an_answer_was_printed_when_its_client_says_however_late_that_is_heard(
    desk: Desk,
) -> None:
    now, second = time.clock_gettime_ns(COUNTER), 10**9
    lines = {
        b"printed\n": 0.0,  # as older clients say it
        b"printed soon\n": 0.0,
        b"printed %d\n" % (now - 30 * second): 30.0,
        b"printed %d\n" % (now + 60 * second): 0.0,
    }
    async with raw(desk) as (_, client):
        client.write(frame(json.dumps(BASH).encode(), b"ask"))
        await desk.opened()
        for number, (line, ago) in enumerate(lines.items(), 1):
            client.write(line)
            told = await desk.until(e.Printed, number)
            assert desk.clock() - told.at == pytest.approx(ago, abs=10.0)


# Forged hooks


@asynccontextmanager
async def asking_agent(desk: Desk) -> AsyncIterator[tuple[asyncio.subprocess.Process, e.AskOpened]]:
    """A real hook that waits, and what it asks."""
    process = await hook(desk, "ask", BASH)
    yield process, await desk.opened()


def client_of(agent: asyncio.subprocess.Process) -> psutil.Process:
    [client] = psutil.Process(agent.pid).children()
    return client


async def test_a_second_connection_with_a_hooks_id_gets_none_of_its_answer(desk: Desk) -> None:
    async with asking_agent(desk) as (agent, opened), raw(desk) as (reader, attacker):
        # All that a client says of itself can be known to others.
        assert opened.channel
        _, _, claimed = opened.channel.request.partition("-")
        stat, request = stat_of(agent.pid), claimed.encode()
        attacker.write(frame(json.dumps(BASH).encode(), b"ask", stat=stat, request=request))
        theirs = await desk.opened(2)
        assert theirs.channel
        assert theirs.channel.request != opened.channel.request
        assert theirs.ask.session != opened.ask.session
        await desk.reply(opened, "allow")
        assert '"allow"' in await printed(agent)
        attacker.write_eof()
        assert await reader.read() == b""


async def test_nobody_else_tells_that_an_agents_tool_ran(desk: Desk) -> None:
    ran = {**BASH, "hook_event_name": "PostToolUse", "tool_use_id": "t1"}
    async with asking_agent(desk) as (agent, opened):
        forged = frame(json.dumps(ran).encode(), stat=stat_of(agent.pid))
        async with raw(desk, called="python3") as (reader, attacker):
            attacker.write(forged)
            assert await reader.read() == b"done\n"
        async with raw(desk) as (reader, attacker):  # another agent
            attacker.write(forged)
            assert await reader.read() == b""
        told = await desk.until(e.ToolRan)
        assert told.session != opened.ask.session
        assert len([x for x in desk.events if isinstance(x, e.ToolRan)]) == 1
        desk.server.release(opened.channel.request if opened.channel else RequestId(""))
        await printed(agent)


async def test_a_hook_run_by_hand_makes_nobody_an_agent(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    words = hook_client.words(desk.path, "tell")
    by_hand = await asyncio.create_subprocess_exec(*words, stdin=subprocess.PIPE)
    await by_hand.communicate(b'{"hook_event_name": "SessionStart"}')
    async with asyncio.timeout(PATIENCE):
        while not caplog.messages:  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0)
    assert caplog.messages == ["a hook was not understood: the hook has no agent above it"]
    assert desk.events == []


async def test_an_agent_that_asks_without_end_is_kept_within_bounds(desk: Desk) -> None:
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(raw(desk)) for _ in range(MOST_OF_A_PROCESS)]
        for _ in range(50):
            await stack.enter_async_context(raw(desk, welcome=False))
        for number, (_, writer) in enumerate(lines):
            payload = {**BASH, "tool_input": {"command": f"echo {number}"}}
            writer.write(frame(json.dumps(payload).encode(), b"ask", request=b"7-%d" % number))
        await desk.opened(MOST_OF_A_PROCESS)
        assert len([x for x in desk.events if isinstance(x, e.AskOpened)]) == MOST_OF_A_PROCESS


async def test_an_agent_with_too_many_hooks_is_left_to_its_terminal(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "MOST_OF_AN_AGENT", 2)
    client = shlex.join(hook_client.words(desk.path, "ask"))
    script = f"{client} <$0 & {client} <$0 & read go; {client} <$0; echo over; wait"
    payload = desk.path.with_name("payload")
    payload.write_text(json.dumps(BASH))
    crowd = await asyncio.create_subprocess_exec(
        *(desk.claude, "-c", script, payload), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    await desk.opened(2)
    crowd.stdin.write(b"\n")
    assert await asyncio.wait_for(crowd.stdout.readline(), PATIENCE) == b"over\n"
    async with asking_agent(desk) as (other, _):  # there is room for others
        opened = await desk.opened(3)
        await desk.reply(opened, "allow")
        assert '"allow"' in await printed(other)
    for event in list(desk.events):
        if isinstance(event, e.AskOpened) and event.channel:
            desk.server.release(event.channel.request)
    assert await crowd.wait() == 0
    assert len([x for x in desk.events if isinstance(x, e.AskOpened)]) == 3


async def test_a_status_line_tells_cost_and_model(desk: Desk) -> None:
    payload = {"model": {"display_name": "Opus"}, "cost": {"total_cost_usd": 2}}
    data = frame(json.dumps(payload).encode(), b"status")
    assert await said_to(desk, data) == b""
    noted = await desk.until(e.SessionNoted)
    assert (noted.facts.model, noted.facts.cost) == ("Opus", 2.0)


# The tripwire

PRE = {**BASH, "hook_event_name": "PreToolUse"}


async def verdict(desk: Desk, command: str) -> bytes:
    """What a client is told that asks about a command, and prints it however late it comes."""
    call = json.dumps({**PRE, "tool_input": {"command": command}}).encode()
    async with raw(desk) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(frame(call, b"judge"))
        word, _, size = (await reader.readline()).partition(b" ")
        if word != b"say":
            return word
        said = await reader.readexactly(int(size))
        writer.write(b"printed 1\n")
        await reader.read()
    return said


async def test_a_dangerous_call_makes_the_agent_ask(desk: Desk) -> None:
    output = json.loads(await verdict(desk, "rm -rf /"))["hookSpecificOutput"]
    assert output["permissionDecision"] == "ask"
    assert output["permissionDecisionReason"] == "Quarterdeck: critical, deletes all"
    assert not [x for x in desk.events if isinstance(x, e.AskOpened)]


async def test_a_harmless_call_goes_on(desk: Desk) -> None:
    assert await verdict(desk, "ls") == b"done\n"
    assert (await desk.until(e.Sighted)).sighting.reason == "uses Bash"


async def test_a_call_that_cannot_be_judged_in_time_trips_the_wire(desk: Desk) -> None:
    desk.verdict_after = 2 * PATIENCE
    assert b"too long to rate" in await verdict(desk, "ls")


async def test_a_client_that_could_not_wait_is_told_of(desk: Desk) -> None:
    call = json.dumps({**PRE, "tool_input": {"command": "rm -rf /"}}).encode()
    async with raw(desk) as (_, writer):
        writer.write(frame(call, b"judge"))
        writer.close()
        opened = await desk.opened()
    assert opened.ask.kind is Kind.NOTIFICATION
    assert opened.ask.title == "The tripwire was too slow: rm -rf /"


async def test_a_call_that_auto_mode_blocked_is_rated(desk: Desk) -> None:
    """So that a critical rule for the next time needs a second sign of will."""
    blocked = {**BASH, "hook_event_name": "PermissionDenied", "reason": "It deletes."}
    for command, critical in (("rm -rf /", True), ("ls", False)):
        payload = {**blocked, "tool_input": {"command": command}, "tool_use_id": command}
        await said_to(desk, frame(json.dumps(payload).encode()))
        ask = (await desk.opened(1 + (not critical))).ask
        assert (ask.kind, ask.critical) == (Kind.BLOCKED, critical)


# Bad input


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "not a greeting"),
        (b"\x16\x03\x01\n", "not a greeting"),
        (b"x" * 200_000, "a line has more than 65536 bytes"),
        (b"QD1 x y\n", "lacks its two numbers"),
        (b"QD1 5 52428800\n", "a payload of 52428800 bytes; 16777216 is the most"),
        (b"QD1 4 2\nhead{}", "the head lacks or misspells"),
        (frame(b"{"), "it is not JSON"),
        (frame(b"\xff\xfe"), "it is not JSON"),
        (frame(b"[1]"), "the payload is a list, not an object"),
        (frame(b"{}"), "the payload has no hook_event_name"),
        (frame(b'{"a":' * 10_000), "it is nested more than 100 levels deep"),
    ],
)
async def test_what_makes_no_sense_is_refused_at_once_with_a_sentence(
    desk: Desk, caplog: pytest.LogCaptureFixture, data: bytes, why: str
) -> None:
    assert await said_to(desk, data) == b"done\n"
    (told,) = caplog.messages
    assert told.startswith("a hook was not understood: ")
    assert why in told
    assert desk.events == []
    assert await printed(await hook(desk, "tell", {"hook_event_name": "Stop"})) == ""


async def test_half_a_hook_and_then_silence_is_given_up(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "READ_WITHIN", 0.2)
    assert await said_to(desk, frame(b"{}", size=100)) == b"done\n"
    assert caplog.messages == ["a hook was not understood: it did not come within 0.2 s"]


async def test_a_hook_that_is_cut_off_is_told_of(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async with raw(desk) as (reader, writer):
        writer.write(frame(b"{}", size=100))
        writer.write_eof()
        assert await reader.read() == b"done\n"
    assert "it was cut off, 100 bytes were announced" in caplog.text


async def test_somebody_who_only_knocks_is_not_worth_a_word(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async with raw(desk) as (reader, writer):
        writer.write_eof()
        assert await reader.read() == b""
    assert caplog.messages == []


async def test_a_kept_hook_that_babbles_loses_its_place_and_nothing_is_allowed(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async with raw(desk) as (reader, writer):
        writer.write(frame(json.dumps(BASH).encode(), b"ask"))
        await desk.opened()
        writer.write(b"unknown word\nallow\n" + b"x" * 200_000)
        assert await reader.read() == b"done\n"
    assert (await desk.until(e.ChannelClosed)).how is e.Closing.CLOSED
    assert "a line has more than 65536 bytes" in caplog.text


async def test_unknown_kinds_events_and_fields_still_tell_that_a_session_is_there(
    desk: Desk,
) -> None:
    payload = {"hook_event_name": "OfALaterVersion", "new_field": {"deep": [1]}}
    assert await said_to(desk, frame(json.dumps(payload).encode(), b"new-kind")) == b"done\n"
    await desk.until(e.SessionNoted)


async def test_odd_places_do_not_hurt(desk: Desk) -> None:
    payload = {**BASH, "hook_event_name": "SessionStart", "cwd": "a\0b", "transcript_path": "\0"}
    assert await said_to(desk, frame(json.dumps(payload).encode())) == b""
    await desk.until(e.Sighted)


async def test_a_megabyte_is_taken_off_the_loop_and_arrives(desk: Desk) -> None:
    given = {"file_path": "/x", "content": "line of text\n" * 100_000}
    payload = {**BASH, "tool_name": "Write", "tool_input": given}
    process = await hook(desk, "ask", payload)
    opened = await desk.opened()
    assert len(opened.ask.text) > 1_000_000
    await desk.reply(opened, "allow")
    assert '"allow"' in await printed(process)


async def test_a_hook_that_breaks_us_is_told_of_and_the_next_is_heard(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.observer, "knows", None)  # it is called for a hook without an agent
    async with raw(desk, called="python3") as (reader, writer):
        writer.write(frame(b'{"hook_event_name": "Stop"}'))
        assert await reader.read() == b""
    assert caplog.messages == ["a hook could not be taken"]
    assert await printed(await hook(desk, "tell", {"hook_event_name": "Stop"})) == ""
    await desk.until(e.TurnEnded)


async def test_a_hook_that_cannot_be_taken_now_is_taken_later(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "PAUSE", 0.01)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(desk.path))
        with called_as("claude"):
            resource.setrlimit(resource.RLIMIT_NOFILE, (1, hard))
            try:
                async with asyncio.timeout(PATIENCE):
                    while not caplog.messages:  # noqa: ASYNC110 - nobody announces it
                        await asyncio.sleep(0.01)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert "No hook can be taken: [Errno 24] Too many open files" in caplog.messages
            client.sendall(frame(b'{"hook_event_name": "Stop"}'))
            await desk.until(e.TurnEnded)


def open_up(desk: Desk) -> None:
    """Let everybody reach the socket: only the kernel's word about the user is left."""
    desk.path.parent.chmod(0o755)
    desk.path.chmod(0o666)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can play another user")
async def test_another_user_is_refused(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    open_up(desk)
    script = (
        "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]);"
        "s.sendall(bytes.fromhex(sys.argv[2])); s.shutdown(socket.SHUT_WR); print(s.recv(99))"
    )
    process = await asyncio.create_subprocess_exec(
        *("/usr/bin/env", "python3", "-IS", "-c", script, str(desk.path)),
        frame(json.dumps(BASH).encode(), b"ask").hex(),
        stdout=subprocess.PIPE,
        user=65534,
        cwd="/",
    )
    told, _ = await process.communicate()
    assert told.strip() in (b"b''", b"")
    assert caplog.messages == ["a connection from another user was refused"]
    assert desk.events == []


def is_ours_alone(path: Path) -> bool:
    return path.is_socket() and not path.stat().st_mode & 0o077


async def test_the_socket_is_for_us_alone_and_leaves_with_the_server(place: Path) -> None:
    desk = Desk(place / "s")
    (place / "s").touch()  # left behind by a crash
    serving = asyncio.ensure_future(desk.server.run())
    async with asyncio.timeout(PATIENCE):
        while not is_ours_alone(place / "s"):  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)
    async with raw(desk) as (reader, writer):
        writer.write(frame(json.dumps(BASH).encode(), b"ask"))
        await desk.opened()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
    assert not (place / "s").exists()
    desk.observer.close()


@pytest.fixture(autouse=True)
def _log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="quarterdeck")
