"""What happened, read from Claude Code's hooks: each hook becomes a few events."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from quarterdeck.agents.claude.hook_asks import (
    Stamp,
    activity_of,
    ask_of,
    blocked_of,
    done_of,
    elicitation_of,
    note_of,
    shown,
    tools_of_server,
)
from quarterdeck.agents.claude.wire import (
    LONGEST_NAME,
    digest,
    directory_of,
    id_of,
    text_of,
    tool_of,
)
from quarterdeck.domain import events as e
from quarterdeck.domain.ask_bodies import Kind, NoteKind, Trouble
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.ids import AskId, CallId, RequestId, SessionId, SubagentId
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.sessions import Confidence, Facts, Process, Sighting, Source
from quarterdeck.domain.states import Mode, State
from quarterdeck.judgement.file_change import FileBefore

LONGEST_MESSAGE = 4000
_BEGINNING = 1000  # of a longer one; what it ends with matters more
LIMITS = {"rate_limit", "billing_error"}

MODES = {
    "default": Mode.DEFAULT,
    "manual": Mode.DEFAULT,
    "acceptEdits": Mode.ACCEPT_EDITS,
    "plan": Mode.PLAN,
    "auto": Mode.AUTO,
    "bypassPermissions": Mode.BYPASS,
    "dontAsk": Mode.DONT_ASK,
}


@dataclass(frozen=True, slots=True)
class Hook:
    """One hook: who sent it, when, and its payload."""

    session: SessionId
    process: Process
    request: RequestId
    ask: AskId
    keep: Keep
    at: float
    payload: Mapping[str, object]
    risk: Risk | None
    facts: Facts  # what the surroundings tell: terminal, branch, version
    before: FileBefore | None = None  # the file that the call would change, as it is now
    trouble: Trouble | None = None  # with which the turn ended

    @property
    def event(self) -> str:
        """The name of the hook's event."""
        return text_of(self.payload, "hook_event_name")

    @property
    def subagent(self) -> SubagentId:
        """The subagent it comes from; empty for the main thread."""
        return SubagentId(id_of(self.payload, "agent_id"))

    @property
    def call(self) -> CallId | None:
        """The tool call it is about."""
        return CallId(id_of(self.payload, "tool_use_id")) or None

    @property
    def stamp(self) -> Stamp:
        """What an ask of this hook gets from us."""
        return Stamp(self.ask, self.session, self.at)


def events_of(hook: Hook) -> list[e.Event]:
    """What a hook says happened. An unknown event still shows that the session exists."""
    noted = e.SessionNoted(hook.session, hook.process, "claude", _facts(hook), hook.at)
    read = _READERS.get(hook.event, _nothing)
    return [noted, *read(hook)]


def missed_tripwire(hook: Hook, risk: Risk) -> e.Event:
    """A dangerous call went by because the verdict came too late."""
    told = ask_of(hook.stamp, hook.payload, risk, hook.before)
    title = f"The tripwire was too slow: {told.text.partition(chr(10))[0]}"
    text = f"{risk.sentence} The agent did not wait for the verdict."
    return e.AskOpened(note_of(hook.stamp, hook.payload, Kind.NOTIFICATION, title, text), None)


def _facts(hook: Hook) -> Facts:
    payload = hook.payload
    message = text_of(payload, "last_assistant_message")
    mine = Facts(
        agent_session=id_of(payload, "session_id") or None,
        cwd=directory_of(payload) or None,
        mode=MODES.get(text_of(payload, "permission_mode")),
        model=shown(id_of(payload, "model")) or None,
        last_message=_shortened(shown(message)) if message and not hook.subagent else None,
        background=len(_in_background(payload)) if "background_tasks" in payload else None,
        activity=_activity(hook),
    )
    return mine.merged(hook.facts)


def _activity(hook: Hook) -> str | None:
    if hook.event == "PreToolUse":
        return activity_of(hook.payload)
    return "" if hook.event in _NOTHING_RUNS else None


# After a call the agent thinks, or makes the next one; a prompt begins something new.
_NOTHING_RUNS = ("UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "StopFailure")


def _nothing(_: Hook) -> Iterator[e.Event]:
    yield from ()


def _seen(hook: Hook, state: State, reason: str) -> e.Sighted:
    return e.Sighted(hook.session, Sighting(Source.HOOK, state, hook.at, reason, Confidence.HIGH))


def _session_start(hook: Hook) -> Iterator[e.Event]:
    source = text_of(hook.payload, "source")
    if source == "compact":
        return
    if source == "clear":
        yield e.ConversationCleared(hook.session, hook.at)
    yield _seen(hook, State.IDLE, "started")


def _session_end(hook: Hook) -> Iterator[e.Event]:
    reason = text_of(hook.payload, "reason")
    if reason in ("clear", "resume"):
        yield e.ConversationCleared(hook.session, hook.at)
    else:
        yield e.SessionEnded(hook.session, f"ended: {shown(reason[:LONGEST_NAME])}", hook.at)


def _prompt(hook: Hook) -> Iterator[e.Event]:
    prompt = text_of(hook.payload, "prompt")
    yield e.PromptSubmitted(hook.session, prompt, hook.at)
    yield _seen(hook, State.WORKING, "took a prompt")
    if task := _TASK_OVER.match(prompt):
        title = shown(task[1])
        yield e.AskOpened(note_of(hook.stamp, hook.payload, Kind.NOTIFICATION, title, ""), None)


# How the agent tells itself, in a prompt of its own, that a command in the background is over.
_TASK_OVER = re.compile(
    r"\s*<task-notification>.{0,2000}?<summary>(Background command .{1,300}?)</summary>", re.DOTALL
)


def _tool_starts(hook: Hook) -> Iterator[e.Event]:
    tool = tool_of(hook.payload)
    if hook.call:
        given = digest(hook.payload.get("tool_input"))
        yield e.ToolStarted(hook.session, hook.subagent, hook.call, tool, given, hook.at)
    yield _seen(hook, State.WORKING, f"uses {tool}")


def _tool_ran(hook: Hook) -> Iterator[e.Event]:
    tool = tool_of(hook.payload)
    given = digest(hook.payload.get("tool_input"))
    yield e.ToolRan(hook.session, hook.subagent, hook.call, tool, given, hook.at)
    yield _seen(hook, State.WORKING, f"used {tool}")


def _permission(hook: Hook) -> Iterator[e.Event]:
    if hook.keep is not Keep.NONE:
        yield _seen(hook, State.WAITING, "asks")
    yield from _opened(hook, ask_of(hook.stamp, hook.payload, hook.risk, hook.before))


def _elicitation(hook: Hook) -> Iterator[e.Event]:
    yield from _opened(hook, elicitation_of(hook.stamp, hook.payload))


def _opened(hook: Hook, ask: Ask) -> Iterator[e.Event]:
    """An ask, and the hook that waits for it; what only the terminal can answer lets it go."""
    keep = hook.keep
    if ask.kind is Kind.FALLBACK and keep is not Keep.NONE:
        yield e.AskOpened(ask, None)
        keep = Keep.NONE
    yield e.AskOpened(ask, Channel(hook.request, ask.id, keep, hook.at))


def _elicitation_result(hook: Hook) -> Iterator[e.Event]:
    server = tools_of_server(hook.payload)
    yield e.ElicitationEnded(hook.session, hook.subagent, server, hook.at)


def _denied(hook: Hook) -> Iterator[e.Event]:
    reason = shown(hook.payload.get("reason", ""))
    yield e.ToolRefused(
        hook.session, hook.subagent, hook.call, reason, interrupted=False, at=hook.at
    )
    yield e.AskOpened(blocked_of(hook.stamp, hook.payload, hook.risk, reason), None)


_SIGHTINGS = {"permission_prompt", "elicitation_dialog", "elicitation_response", "idle_prompt"}


def _notification(hook: Hook) -> Iterator[e.Event]:
    kind = text_of(hook.payload, "notification_type")
    message = shown(hook.payload.get("message", ""))
    if kind == "permission_prompt":
        yield _seen(hook, State.WAITING, "asks at its terminal")
    elif kind == "agent_needs_input":
        fallback = note_of(
            hook.stamp, hook.payload, Kind.FALLBACK, message, "Answer it at the terminal."
        )
        yield e.AskOpened(fallback, None)
    elif kind not in _SIGHTINGS and message:
        yield e.AskOpened(note_of(hook.stamp, hook.payload, Kind.NOTIFICATION, message, ""), None)


def _stop(hook: Hook) -> Iterator[e.Event]:
    yield e.TurnEnded(hook.session, hook.at)
    yield _seen(hook, State.IDLE, "finished its turn")
    message = shown(hook.payload.get("last_assistant_message") or "")
    first = message.strip().partition("\n")[0]
    running = _in_background(hook.payload)
    suffix = f" ({len(running)} in the background)" if running else ""
    done = f"Done{suffix}{_TROUBLES[hook.trouble] if hook.trouble else ''}"
    title = f"{done}: {first}" if first else done
    text = "\n\n".join(filter(None, [message, _still_running(running)]))
    yield e.AskOpened(done_of(hook.stamp, hook.payload, title, text, hook.trouble), None)


_TROUBLES = {Trouble.TESTS: ", but tests fail", Trouble.ERROR: ", but with an error"}


def _shortened(message: str) -> str:
    """A message without its middle: what it ends with is what it wants."""
    if len(message) <= LONGEST_MESSAGE:
        return message
    return f"{message[:_BEGINNING]}\n…\n{message[_BEGINNING + 3 - LONGEST_MESSAGE :]}"


def _in_background(payload: Mapping[str, object]) -> list[object]:
    tasks = payload.get("background_tasks")
    return tasks if isinstance(tasks, list) else []


def _still_running(tasks: list[object]) -> str:
    names = [_task(task) for task in tasks if isinstance(task, dict)]
    return "\n".join(["Still running:", *(f"- {name}" for name in names)]) if names else ""


def _task(task: Mapping[str, object]) -> str:
    """What runs on, in the agent's words for it."""
    name = next((t for k in ("description", "command", "id") if (t := text_of(task, k))), "a task")
    kind = text_of(task, "type")
    return shown(f"{name} ({kind})" if kind else name)


def _stop_failure(hook: Hook) -> Iterator[e.Event]:
    error = text_of(hook.payload, "error")
    message = shown(hook.payload.get("last_assistant_message") or error or "the turn failed")
    limited = error in LIMITS
    state = State.LIMITED if limited else State.FAILED
    yield e.TurnEnded(hook.session, hook.at)
    yield _seen(hook, state, _first(message))
    kind: NoteKind = Kind.LIMIT if limited else Kind.FAILURE
    details = shown(hook.payload.get("error_details") or "")
    yield e.AskOpened(
        note_of(hook.stamp, hook.payload, kind, _first(message), details or message), None
    )


def _first(message: str) -> str:
    return message.strip().partition("\n")[0][:200]


def _subagent_stop(hook: Hook) -> Iterator[e.Event]:
    yield e.SubagentEnded(hook.session, hook.subagent, hook.at)


_READERS: dict[str, Callable[[Hook], Iterator[e.Event]]] = {
    "SessionStart": _session_start,
    "SessionEnd": _session_end,
    "UserPromptSubmit": _prompt,
    "PreToolUse": _tool_starts,
    "PostToolUse": _tool_ran,
    "PostToolUseFailure": _tool_ran,
    "PermissionRequest": _permission,
    "PermissionDenied": _denied,
    "Elicitation": _elicitation,
    "ElicitationResult": _elicitation_result,
    "Notification": _notification,
    "Stop": _stop,
    "StopFailure": _stop_failure,
    "SubagentStop": _subagent_stop,
}
