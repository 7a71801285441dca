"""Claude Code's own record of a conversation: the proof of whose answer it took.

The record of a call's result stands beside a note when a hook decided. The note's
absence says that somebody else did.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quarterdeck.agents.claude.wire import text_of
from quarterdeck.domain.events import Event, HookDecided, HookPassedOver, ToolRefused
from quarterdeck.domain.ids import MAIN, CallId, SessionId, SubagentId

MOST_AT_ONCE = 4 * 1024 * 1024  # of a record that grew meanwhile

# What a call's result says when a person rejected it at the terminal.
_REJECTED = "The user doesn't want to proceed with this tool use"


@dataclass(slots=True)
class Follower:
    """Reads what is appended to one record until the result of one call stands there."""

    session: SessionId
    subagent: SubagentId
    call: CallId
    file: Path
    offset: int
    done: bool = False
    decided: bool = False
    _rest: bytes = field(default=b"")

    def look(self, now: float) -> list[Event]:
        """What the record says by now about the call."""
        try:
            with self.file.open("rb") as file:
                file.seek(self.offset)
                data = file.read(MOST_AT_ONCE)
        except OSError:
            return []
        self.offset += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [event for line in lines if (event := self._read(line, now))]

    def _read(self, line: bytes, now: float) -> Event | None:
        if self.done or self.call.encode() not in line:
            return None
        try:
            record = json.loads(line)
        except ValueError:
            return None
        if not isinstance(record, dict):
            return None
        if decision := _decision(record, self.call):
            self.decided = True
            return HookDecided(self.session, self.call, decision == "allow", now)
        if (result := _result(record, self.call)) is None:
            return None
        self.done = True
        return self._refused(record, result, now)

    def _refused(
        self, record: Mapping[str, object], result: Mapping[str, object], now: float
    ) -> Event | None:
        """A refusal, or that nobody asked our hook; a call that ran tells so by its own hook."""
        said = _said(result)
        rejected = said.startswith(_REJECTED)
        denied = record.get("toolDenialKind") is not None or _denied_by_error(record, said)
        if not result.get("is_error") or not (rejected or denied):
            # A subagent's record may lack the note, so there its absence says nothing.
            silent = self.decided or self.subagent != MAIN
            return None if silent else HookPassedOver(self.session, self.call, now)
        plain = rejected and "the user said:" not in said
        return ToolRefused(self.session, self.subagent, self.call, said, interrupted=plain, at=now)


def record_of(payload: Mapping[str, object]) -> Path | None:
    """The file in which a hook's conversation is recorded; subagents have their own."""
    main = text_of(payload, "transcript_path")
    if not main:
        return None
    agent = text_of(payload, "agent_id")
    path = Path(main)
    return path.with_suffix("") / "subagents" / f"agent-{agent}.jsonl" if agent else path


def follower(
    session: SessionId, subagent: SubagentId, call: CallId, payload: Mapping[str, object]
) -> Follower | None:
    """A follower from the record's present end on."""
    file = record_of(payload)
    if file is None:
        return None
    try:
        offset = file.stat().st_size
    except OSError:
        offset = 0
    return Follower(session, subagent, call, file, offset)


def _decision(record: Mapping[str, object], call: str) -> str:
    note = record.get("attachment")
    if not isinstance(note, dict) or note.get("type") != "hook_permission_decision":
        return ""
    return text_of(note, "decision") if note.get("toolUseID") == call else ""


def _result(record: Mapping[str, object], call: str) -> Mapping[str, object] | None:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict) and part.get("tool_use_id") == call:
            return part
    return None


def _said(result: Mapping[str, object]) -> str:
    content = result.get("content")
    return content if isinstance(content, str) else json.dumps(content)


def _denied_by_error(record: Mapping[str, object], said: str) -> bool:
    """Older versions tell a refusal only by repeating it as the result itself."""
    return record.get("toolUseResult") == f"Error: {said}"
