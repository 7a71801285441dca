"""One way in: whatever brings a hook, it is rated, traced and read alike."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from quarterdeck.advisors.trouble import trouble_in
from quarterdeck.agents.claude import wire
from quarterdeck.agents.claude.hook_intake import TOO_LATE, HookIntake, Sender
from quarterdeck.agents.claude.note_types import NoteTypes
from quarterdeck.agents.claude.observer import Observer, start_of
from quarterdeck.domain.ask_bodies import Trouble
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import AskOpened, CallRated, Event, SessionNoted
from quarterdeck.domain.ids import CallId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Process

RISK = Risk(Level.LOW, "lists", "ls", "It lists.", "")
BASH: Mapping[str, object] = {
    "hook_event_name": "PermissionRequest",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
    "cwd": "/srv",
}


class Desk:
    def __init__(self, config: Path) -> None:
        self.events: list[Event] = []
        self.rated: list[str] = []
        self.verdict_after = 0.0
        self.observer = Observer(self.events.append, lambda: 1.0)
        self.intake = HookIntake(self.observer, self.judge, trouble_in, NoteTypes(("*",)))
        process = Process("here", os.getpid(), start_of(os.getpid()) or 0)
        self.sender = Sender(process, config, 5.0)

    async def judge(self, tool: str, given: Mapping[str, object], cwd: str) -> Risk:
        await asyncio.sleep(self.verdict_after)
        self.rated.append(f"{tool} {given.get('command')} in {cwd}")
        return RISK

    async def take(self, kind: str, payload: Mapping[str, object], **env: str) -> list[Event]:
        head = wire.Head("7-1", 0, kind, 7, (), env)
        self.hook, events = await self.intake.take(head, payload, 100, lambda: self.sender)
        return events


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.observer.close()


async def test_a_hook_is_rated_and_traced_to_its_agent(desk: Desk) -> None:
    noted, _, opened = await desk.take("ask", BASH)
    assert isinstance(noted, SessionNoted)
    assert (noted.process, noted.at) == (desk.sender.process, 5.0)
    assert isinstance(opened, AskOpened)
    assert opened.ask.risk == RISK
    assert desk.rated == ["Bash ls in /srv"]


@pytest.mark.parametrize(
    ("kind", "env", "keep"),
    [
        ("ask", {}, Keep.RACE),
        ("tell", {}, Keep.NONE),
        ("ask", {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, Keep.NONE),
    ],
)
async def test_only_a_hook_that_asks_at_a_terminal_may_be_kept(
    desk: Desk, kind: str, env: dict[str, str], keep: Keep
) -> None:
    await desk.take(kind, BASH, **env)
    assert desk.hook.keep is keep


@pytest.mark.parametrize(
    ("disabled", "keep"), [("", Keep.GATE), ("0", Keep.GATE), ("1", Keep.RACE)]
)
async def test_a_subagents_hook_hides_its_dialog_where_it_may_run_in_the_background(
    desk: Desk, disabled: str, keep: Keep
) -> None:
    payload = {**BASH, "agent_id": "b"}
    await desk.take("ask", payload, CLAUDE_CODE_DISABLE_BACKGROUND_TASKS=disabled)
    assert desk.hook.keep is keep


@pytest.mark.parametrize(
    "payload",
    [
        {**BASH, "hook_event_name": "PreToolUse"},
        {**BASH, "tool_name": "AskUserQuestion"},
        {**BASH, "tool_name": "ExitPlanMode"},
        {"hook_event_name": "Stop"},
    ],
)
async def test_what_asks_for_no_rating_gets_none(desk: Desk, payload: Mapping[str, object]) -> None:
    await desk.take("tell", payload)
    assert (desk.hook.risk, desk.rated) == (None, [])


async def test_a_tripwire_does_not_wait_for_a_late_verdict_and_others_do(desk: Desk) -> None:
    desk.verdict_after = 0.3
    await desk.take("judge", {**BASH, "hook_event_name": "PreToolUse"})
    assert desk.hook.risk == TOO_LATE
    await desk.take("ask", BASH)
    assert desk.hook.risk == RISK


async def test_an_agent_that_is_gone_is_looked_for_only_after_the_rating(desk: Desk) -> None:
    found: list[list[str]] = []

    def sender() -> Sender:
        found.append(list(desk.rated))
        return desk.sender

    head = wire.Head("7-1", 0, "ask", 7, (), {})
    await desk.intake.take(head, BASH, 100, sender)
    assert found == [["Bash ls in /srv"]]


@pytest.mark.parametrize(("event", "ok"), [("PostToolUse", True), ("PostToolUseFailure", False)])
async def test_a_call_that_ran_is_told_with_its_risk(desk: Desk, event: str, ok: bool) -> None:
    await desk.take("tell", {**BASH, "hook_event_name": event, "tool_use_id": "call"})
    told = await desk.intake.finished(desk.hook)
    session = desk.hook.session
    assert told == CallRated(session, CallId("call"), "Bash", "Bash: ls", Level.LOW, ok, 5.0)


STOP = {"hook_event_name": "Stop", "last_assistant_message": "It exits with code 137."}
FAILED = {**BASH, "hook_event_name": "PostToolUseFailure"}
RAN = {**BASH, "hook_event_name": "PostToolUse"}
PROMPT = {"hook_event_name": "UserPromptSubmit", "prompt": "go on"}


@pytest.mark.parametrize(
    ("before", "trouble"),
    [
        ([], None),
        ([FAILED], Trouble.ERROR),
        ([FAILED, RAN], None),
        ([FAILED, PROMPT], None),
        ([FAILED, STOP], None),
        ([{**FAILED, "agent_id": "b"}], None),
        ([FAILED, {**RAN, "agent_id": "b"}], Trouble.ERROR),
    ],
)
async def test_a_turn_ended_badly_if_its_last_call_failed_and_nothing_was_done_since(
    desk: Desk, before: list[Mapping[str, object]], trouble: Trouble | None
) -> None:
    for payload in before:
        await desk.take("tell", payload)
    await desk.take("tell", STOP)
    assert desk.hook.trouble is trouble


async def test_hooks_that_end_no_call_tell_of_none(desk: Desk) -> None:
    await desk.take("tell", {**BASH, "hook_event_name": "PreToolUse", "tool_use_id": "call"})
    assert await desk.intake.finished(desk.hook) is None
    await desk.take("tell", {**BASH, "hook_event_name": "PostToolUse"})
    assert await desk.intake.finished(desk.hook) is None
