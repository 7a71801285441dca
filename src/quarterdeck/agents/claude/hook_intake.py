"""The one way in for hooks, from the socket and over HTTP: rated, traced to their agent, read."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from quarterdeck.agents.claude import wire
from quarterdeck.agents.claude.file_before import edited_path, file_before
from quarterdeck.agents.claude.hook_asks import activity_of
from quarterdeck.agents.claude.hook_events import Hook, events_of
from quarterdeck.agents.claude.hook_origin import surroundings
from quarterdeck.agents.claude.keep_table import Run, keep_for
from quarterdeck.agents.claude.note_types import NoteTypes
from quarterdeck.agents.claude.observer import Observer
from quarterdeck.domain.ask_bodies import Trouble
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import CallRated, Event
from quarterdeck.domain.ids import AskId, RequestId, SessionId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Facts, Process

LARGE = 256 * 1024  # bytes; what is larger could hold up the loop
IN_TIME = 0.1  # for a tripwire: its client waits little longer
TOO_LATE = Risk(
    Level.CRITICAL, "too long to rate", "too-late", "It could not be rated in time.", ""
)
_RATED = ("PermissionRequest", "PermissionDenied")
_UNRATED_TOOLS = ("AskUserQuestion", "ExitPlanMode")

Judge = Callable[[str, Mapping[str, object], str], Awaitable[Risk]]
FindTrouble = Callable[[str, str], Trouble | None]  # in the last message, after a call that failed
Given = TypeVar("Given")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Sender:
    """The agent that sent a hook, where it keeps its files, and when the hook began."""

    process: Process
    config: Path
    at: float


class HookIntake:
    """Makes hooks of what came in, and events of hooks."""

    def __init__(
        self, observer: Observer, judge: Judge, find_trouble: FindTrouble, notes: NoteTypes
    ) -> None:
        self._observer = observer
        self._judge = judge
        self._find_trouble = find_trouble
        self._notes = notes
        self._failed: dict[SessionId, str] = {}  # the last call of a turn, where it failed

    async def take(
        self,
        head: wire.Head,
        payload: Mapping[str, object],
        size: int,
        sender: Callable[[], Sender],
    ) -> tuple[Hook, list[Event]]:
        """A hook, and what it says happened; its sender is looked for when nothing waits more."""
        hook = await self._hook(head, payload, sender)
        return hook, self._notes.wanted(hook, await aside(size, events_of, hook))

    async def finished(self, hook: Hook) -> CallRated | None:
        """What a call was that ran; rated when its other events are on their way already."""
        if hook.event not in ("PostToolUse", "PostToolUseFailure") or hook.call is None:
            return None
        risk = await self._rate(hook.payload, None)
        return CallRated(
            hook.session,
            hook.call,
            wire.tool_of(hook.payload),
            activity_of(hook.payload),
            risk.level if risk else None,
            hook.event == "PostToolUse",
            hook.at,
        )

    async def _hook(
        self, head: wire.Head, payload: Mapping[str, object], sender: Callable[[], Sender]
    ) -> Hook:
        event = wire.event_of(payload)
        judges = head.kind == "judge"
        rated = judges or event in _RATED
        risk = await self._rate(payload, IN_TIME if judges else None) if rated else None
        edits = event == "PermissionRequest" and edited_path(payload)
        before = await asyncio.to_thread(file_before, payload) if edits else None
        # From here on nothing waits: an agent that is gone by now ends after this hook is heard.
        sent = sender()
        session = SessionId(wire.session_id(sent.process))
        self._observer.watch(session, sent.process, sent.config)
        self._observer.look(session)
        return Hook(
            session,
            sent.process,
            RequestId(head.request),
            AskId(wire.ask_id(head.request, session)),
            keep_for(_run(event, head, payload)) if head.kind == "ask" else Keep.NONE,
            sent.at,
            payload,
            risk,
            self._facts(session, surroundings(head, sent.process, payload)),
            before,
            self._trouble(session, event, payload),
        )

    def _trouble(
        self, session: SessionId, event: str, payload: Mapping[str, object]
    ) -> Trouble | None:
        """What a turn ended with, where this is its end; its calls are remembered until then."""
        if payload.get("agent_id"):
            return None  # a subagent's calls are judged by whoever started it
        if event == "PostToolUseFailure":
            self._failed[session] = activity_of(payload)
        elif event in ("PostToolUse", "UserPromptSubmit", "SessionEnd"):
            self._failed.pop(session, None)
        elif event == "Stop":
            message = wire.text_of(payload, "last_assistant_message")
            return self._find_trouble(message, self._failed.pop(session, ""))
        return None

    def _facts(self, session: SessionId, told: Facts) -> Facts:
        entry = self._observer.entry(session)
        return told.merged(Facts(version=entry.version)) if entry else told

    async def _rate(self, payload: Mapping[str, object], within: float | None) -> Risk | None:
        tool, given = payload.get("tool_name"), payload.get("tool_input")
        if not isinstance(tool, str) or tool in ("", *_UNRATED_TOOLS):
            return None
        tool_input = given if isinstance(given, dict) else {}
        try:
            async with asyncio.timeout(within):
                return await self._judge(tool, tool_input, str(payload.get("cwd", "")))
        except TimeoutError:
            return TOO_LATE


def _run(event: str, head: wire.Head, payload: Mapping[str, object]) -> Run:
    """The circumstances on which it depends whether a hook may be kept."""
    return Run(
        event,
        head.env.get("CLAUDE_CODE_ENTRYPOINT", ""),
        bool(payload.get("agent_id")),
        head.env.get("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "") in ("", "0"),
    )


async def aside(size: int, work: Callable[[Given], Made], given: Given) -> Made:
    """Work on something large in a thread, off the loop."""
    return await asyncio.to_thread(work, given) if size > LARGE else work(given)
