"""What every agent promises, on the fake and on Claude Code with its real hook client."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio
from tests.contracts.test_store import a_session
from tests.fakes.agent import FakeAgent
from tests.stage.places import short_folder
from tests.stage.tmux import reader, until
from tests.stage.until import PATIENCE
from tests.stories.happened import DESK, an_answer

import quarterdeck.hook
from quarterdeck.advisors.trouble import trouble_in
from quarterdeck.agents.claude.agent import Claude
from quarterdeck.agents.claude.link import Times
from quarterdeck.daemon.clock import SteadyClock
from quarterdeck.domain.asks import Answer, Ask, FromScreen
from quarterdeck.domain.events import AskOpened, ChannelClosed, Event, Printed, ProcessEnded
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Facts
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.watch import View
from quarterdeck.judgement.screens.reading import Dialog, Kind
from quarterdeck.ports import Agent

HOOK = str(Path(quarterdeck.hook.__file__).resolve())
RISK = Risk(Level.HIGH, "seen on the screen", "screen", "Only the screen tells of it.", "")
RULE = "─" * 40


class Waiter(Protocol):
    """Whoever asked, and waits."""

    @property
    def request(self) -> RequestId: ...
    @property
    def ask(self) -> Ask: ...
    async def told(self) -> str: ...
    async def go(self) -> None: ...


class Stage(Protocol):
    """An agent, what it said, and whether it held each request when it told of it."""

    @property
    def agent(self) -> Agent: ...
    @property
    def events(self) -> list[Event]: ...
    @property
    def held(self) -> list[bool]: ...
    async def ask(self, command: str) -> Waiter: ...


class FakeWaiter:
    def __init__(self, agent: FakeAgent, ask: Ask, request: RequestId) -> None:
        self.agent, self.ask, self.request = agent, ask, request

    async def told(self) -> str:
        words = [word for word in self.agent.told[self.request] if word != "kept"]
        return words[0].removesuffix(f" for {self.ask.id}").removeprefix("let go")

    async def go(self) -> None:
        self.agent.hang_up(self.request)


class FakeStage:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.held: list[bool] = []
        self.agent = FakeAgent("parrot", self._put)

    def _put(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, AskOpened) and event.channel:
            self.held.append(self.agent.holds(event.channel.request))

    async def ask(self, command: str) -> FakeWaiter:
        return FakeWaiter(self.agent, *self.agent.ask(DESK, command))


class HookWaiter:
    def __init__(self, opened: AskOpened, process: asyncio.subprocess.Process) -> None:
        assert opened.channel
        self.ask, self.request = opened.ask, opened.channel.request
        self._process = process

    async def told(self) -> str:
        async with asyncio.timeout(PATIENCE):
            printed, _ = await self._process.communicate()
        if not printed:
            return ""
        return str(json.loads(printed)["hookSpecificOutput"]["decision"]["behavior"])

    async def go(self) -> None:
        self._process.kill()
        await self._process.communicate()


class ClaudeStage:
    def __init__(self, place: Path) -> None:
        self.events: list[Event] = []
        self.held: list[bool] = []
        self.place, clock = place, SteadyClock()
        self._claude = place / "claude"
        self._claude.symlink_to("/bin/sh")
        self.agent = Claude(
            place / "s",
            self._put,
            Times(clock, clock.from_counter),
            lambda: View((), (), {}, {}, (), (), ()),
            judge=self._judge,
            find_trouble=trouble_in,
            gate=30,
            tripwire=None,
            notes=("*",),
        )

    def _put(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, AskOpened) and event.channel:
            self.held.append(self.agent.holds(event.channel.request))

    async def _judge(self, tool: str, given: Mapping[str, object], cwd: str) -> Risk:
        del tool, given, cwd
        return RISK

    async def ask(self, command: str) -> HookWaiter:
        process = await asyncio.create_subprocess_exec(
            # Below a shell that is called like the agent's program, by which agents are known.
            *(self._claude, "-c", '"$@"; exit 0', "sh"),
            *(sys.executable, "-IS", HOOK, str(self.place / "s"), "ask"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "CLAUDE_CODE_ENTRYPOINT": "cli"},
        )
        assert process.stdin
        payload = {
            "hook_event_name": "PermissionRequest",
            "tool_name": "Bash",
            "tool_input": {"command": command},
        }
        process.stdin.write(json.dumps(payload).encode())
        process.stdin.close()
        await until(lambda: self._opened(command))
        opened = self._opened(command)
        assert opened
        return HookWaiter(opened, process)

    def _opened(self, command: str) -> AskOpened | None:
        opened = (event for event in self.events if isinstance(event, AskOpened))
        return next((event for event in opened if event.ask.text == command), None)


@asynccontextmanager
async def fake() -> AsyncIterator[Stage]:
    yield FakeStage()


@asynccontextmanager
async def claude() -> AsyncIterator[Stage]:
    with short_folder() as place:
        stage = ClaudeStage(place)
        running = [asyncio.ensure_future(part()) for part in stage.agent.parts().values()]
        await until((place / "s").exists)
        yield stage
        for part in running:
            part.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        stage.agent.close()


@pytest_asyncio.fixture(params=[fake, claude])
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    async with request.param() as stage:
        yield stage


def answer(waiter: Waiter, choice: str) -> Answer:
    return an_answer(waiter.ask, choice)


def closed(stage: Stage) -> list[RequestId]:
    return [event.request for event in stage.events if isinstance(event, ChannelClosed)]


# Requests


async def test_a_request_is_held_from_before_it_is_told_of_until_it_is_gone(stage: Stage) -> None:
    waiter = await stage.ask("ls")
    assert stage.held == [True]
    assert stage.agent.holds(waiter.request)
    await waiter.go()
    await until(lambda: closed(stage) == [waiter.request])
    assert not stage.agent.holds(waiter.request)


@pytest.mark.parametrize("choice", ["allow", "deny"])
async def test_an_answer_reaches_whoever_asked_and_that_is_said(stage: Stage, choice: str) -> None:
    waiter = await stage.ask("ls")
    stage.agent.keep(waiter.request)
    stage.agent.reply(waiter.request, waiter.ask, answer(waiter, choice))
    assert await waiter.told() == choice
    await until(lambda: closed(stage) == [waiter.request])
    printed = [event.request for event in stage.events if isinstance(event, Printed)]
    assert printed == [waiter.request]


async def test_each_request_gets_its_own_answer(stage: Stage) -> None:
    first, second = await stage.ask("ls"), await stage.ask("make")
    stage.agent.reply(second.request, second.ask, answer(second, "deny"))
    stage.agent.reply(first.request, first.ask, answer(first, "allow"))
    assert (await first.told(), await second.told()) == ("allow", "deny")


async def test_whoever_is_let_go_is_told_nothing(stage: Stage) -> None:
    waiter = await stage.ask("ls")
    stage.agent.release(waiter.request)
    assert await waiter.told() == ""
    await until(lambda: closed(stage) == [waiter.request])
    assert not any(isinstance(event, Printed) for event in stage.events)


async def test_a_request_that_is_not_there_is_ignored(stage: Stage) -> None:
    waiter = await stage.ask("ls")
    await waiter.go()
    await until(lambda: closed(stage) == [waiter.request])
    for request in (waiter.request, RequestId("nobody")):
        stage.agent.keep(request)
        stage.agent.reply(request, waiter.ask, answer(waiter, "allow"))
        stage.agent.release(request)
    assert closed(stage) == [waiter.request]
    assert not any(isinstance(event, Printed) for event in stage.events)


# Dialogs


def dialog(command: str) -> Dialog:
    """A dialog on the screen about a command."""
    rows = (RULE, " Bash command", "", f"   {command}", "", " Do you want to proceed?")
    found = reader("\n".join((*rows, " ❯ 1. Yes", "   2. No", "", " Esc to cancel"))).dialog
    assert found
    return found


def asked(stage: Stage, command: str) -> Ask:
    found = stage.agent.ask_on(dialog(command), DESK, RISK, 5.0)
    assert found
    return found


async def test_a_dialog_on_the_screen_is_an_ask_of_its_own(stage: Stage) -> None:
    one, other = asked(stage, "ls -la"), asked(stage, "git push")
    assert (one.session, one.opened, one.risk) == (DESK, 5.0, RISK)
    assert "ls -la" in one.text
    assert {c.id for c in one.choices} >= {"allow", "deny"}
    assert isinstance(one.origin, FromScreen)
    assert isinstance(other.origin, FromScreen)
    assert one.origin.sign
    assert one.origin.sign != other.origin.sign


async def test_what_the_person_opened_asks_nothing(stage: Stage) -> None:
    menu = replace(dialog("ls -la"), kind=Kind.MENU)
    assert stage.agent.ask_on(menu, DESK, RISK, 5.0) is None


async def test_a_dialog_is_about_its_own_ask_and_no_other(stage: Stage) -> None:
    waiter = await stage.ask("ls -la")
    for ask in (waiter.ask, asked(stage, "ls -la")):
        assert stage.agent.is_about(dialog("ls -la"), ask)
        assert not stage.agent.is_about(dialog("ls -la; rm -rf /"), ask)
    await waiter.go()


async def test_the_keys_for_an_answer_are_for_that_dialog_alone(stage: Stage) -> None:
    ask = asked(stage, "ls -la")
    script = stage.agent.script_for(dialog("ls -la"), ask, an_answer(ask, "allow"))
    assert script
    step = script.next(dialog("ls -la"))
    assert step
    assert (step.key, step.decides) == ("1", True)
    assert script.next(dialog("git push")) is None


async def test_an_answer_that_a_dialog_does_not_show_has_no_keys(stage: Stage) -> None:
    ask = asked(stage, "ls -la")
    assert stage.agent.script_for(dialog("ls -la"), ask, an_answer(ask, "always")) is None


# Rules, and what it is


async def test_a_rule_is_told_to_count_from_now_on(stage: Stage, tmp_path: Path) -> None:
    session = replace(a_session("shop"), facts=Facts(cwd=str(tmp_path)))
    told = await stage.agent.allow_rule(session, "Bash(npm test)")
    assert told.outcome is Outcome.ACCEPTED
    assert "Bash(npm test)" in told.note


async def test_an_agent_has_a_name_and_programs(stage: Stage) -> None:
    assert stage.agent.name
    assert stage.agent.programs


async def test_a_session_of_an_earlier_run_whose_process_is_gone_is_over(stage: Stage) -> None:
    session = a_session("shop")
    stage.agent.resume(session)
    ended = [event.session for event in stage.events if isinstance(event, ProcessEnded)]
    assert ended == [session.id]
