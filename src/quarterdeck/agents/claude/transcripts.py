"""Claude Code's own record of a conversation: the proof of whose answer it took.

Beside a call's result stands a note when a hook decided about it. The note's absence
says that somebody else did.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from quarterdeck.agents.claude.wall_time import from_wall
from quarterdeck.agents.claude.wire import digest, read_json, text_of, tool_of
from quarterdeck.domain.asks import Ask, of_main_thread
from quarterdeck.domain.events import (
    Event,
    HookDecided,
    HookPassedOver,
    ToolRefused,
    ToolStarted,
)
from quarterdeck.domain.ids import CallId
from quarterdeck.ports import Nonsense
from quarterdeck.regular_files import read_regular

MOST_AT_ONCE = 4 * 1024 * 1024  # of a record that grew meanwhile
LONGEST_LINE = 32 * 1024 * 1024  # of one record; what is longer is none
LOOK_BACK = 256 * 1024  # where the call that is asked about stands already

# What a call's result says when a person rejected it at the terminal.
_REJECTED = "The user doesn't want to proceed with this tool use"

Record = Mapping[str, object]


@dataclass(slots=True)
class Follower:
    """Reads one record until the result of the call that an ask is about is there."""

    ask: Ask
    file: Path
    offset: int
    end: int  # how long the record was when the answer went out
    done: bool = False
    _decided: bool = False
    _rest: bytes = b""
    _open: dict[str, bool] = field(
        default_factory=dict
    )  # calls without a result; is the input ours

    def look(self, now: float) -> list[Event]:
        """What the record now says about the ask."""
        if self.offset < self.end:
            self._look_back()
        return [event for record in self._news(MOST_AT_ONCE) for event in self._read(record, now)]

    def _look_back(self) -> None:
        """Learn which calls were open when the answer went out, from what stood there."""
        for record in self._news(self.end - self.offset):
            self._note_calls(record)
            for result in _results(record):
                self._open.pop(text_of(result, "tool_use_id"), None)
        self.end = self.offset

    def _news(self, most: int) -> Iterator[Record]:
        try:
            data = read_regular(self.file, most, offset=self.offset)
        except OSError:
            return
        self.offset += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            self._rest = b""
        for line in lines:
            if b"tool" in line and (record := _parsed(line)):
                yield record

    def _read(self, record: Record, now: float) -> Iterator[Event]:
        if self.done:
            return
        self._note_calls(record)
        call, decision = _decision(record)
        if decision and self._is_ours(call):
            self._decided = True
            yield HookDecided(self.ask.session, self.ask.id, decision == "allow", now)
        for result in _results(record):
            if self._is_ours(text_of(result, "tool_use_id")):
                self.done = True
                yield from self._result(record, result, now)

    def _note_calls(self, record: Record) -> None:
        for use in _parts(record, "assistant"):
            if use.get("type") == "tool_use" and tool_of(use, "name") == self.ask.tool:
                self._open[text_of(use, "id")] = digest(use.get("input")) == self.ask.digest

    def _is_ours(self, call: str) -> bool:
        """Whether this is the call that the ask is about: its own, or the only one that fits."""
        if self.ask.call:
            return call == self.ask.call
        fitting = [name for name, same in self._open.items() if same] or list(self._open)
        return call in fitting[:1]

    def _result(self, record: Record, result: Record, now: float) -> Iterator[Event]:
        if self._decided:
            return  # that was all there is to know, and was told
        said = _said(result)
        rejected = said.startswith(_REJECTED)
        denied = record.get("toolDenialKind") is not None or _repeated(record, said)
        if result.get("is_error") and (rejected or denied):
            plain = rejected and "the user said:" not in said
            call = CallId(text_of(result, "tool_use_id"))
            if self.ask.call is None:
                yield self._started(call)
            yield ToolRefused(
                self.ask.session,
                self.ask.subagent,
                call,
                said,
                interrupted=plain,
                at=_written(record, now),
            )
        elif of_main_thread(self.ask):
            # A subagent's record may lack the note, so there its absence says nothing.
            yield HookPassedOver(self.ask.session, self.ask.id, now)

    def _started(self, call: CallId) -> Event:
        """Which call the ask is about, for a hook that said so too late or never."""
        ask = self.ask
        return ToolStarted(ask.session, ask.subagent, call, ask.tool, ask.digest, ask.opened)


def follower(ask: Ask, payload: Mapping[str, object]) -> Follower | None:
    """A follower from here on; it reads when it looks, so that an answer need not wait for it."""
    file = record_of(payload)
    if file is None:
        return None
    try:
        size = file.stat().st_size
    except (OSError, ValueError):
        size = 0
    return Follower(ask, file, max(0, size - LOOK_BACK), size)


def record_of(payload: Mapping[str, object]) -> Path | None:
    """The file in which a hook's conversation is recorded; subagents have their own."""
    path = Path(text_of(payload, "transcript_path"))
    agent = text_of(payload, "agent_id")
    if not path.name:
        return None
    return path.with_suffix("") / "subagents" / f"agent-{agent}.jsonl" if agent else path


def _parsed(line: bytes) -> Record | None:
    try:
        record = read_json(line)
    except Nonsense:
        return None
    return record if isinstance(record, dict) else None


def _written(record: Record, now: float) -> float:
    """When the agent wrote this down, however late it is read; now where it does not say."""
    try:
        stamp = datetime.fromisoformat(text_of(record, "timestamp")).timestamp()
    except (ValueError, OverflowError):
        return now
    return from_wall(stamp, now)


def _decision(record: Record) -> tuple[str, str]:
    """The call and the decision in a note about a hook."""
    note = record.get("attachment")
    if not isinstance(note, dict) or note.get("type") != "hook_permission_decision":
        return "", ""
    return text_of(note, "toolUseID"), text_of(note, "decision")


def _results(record: Record) -> list[Record]:
    return [part for part in _parts(record, "user") if part.get("type") == "tool_result"]


def _parts(record: Record, kind: str) -> list[Record]:
    """The parts of a message of this kind; other records may quote it."""
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if record.get("type") != kind or not isinstance(content, list):
        return []
    return [part for part in content if isinstance(part, dict)]


def _said(result: Record) -> str:
    content = result.get("content")
    return content if isinstance(content, str) else json.dumps(content)


def _repeated(record: Record, said: str) -> bool:
    """Older versions record a refusal only by repeating it as the result itself."""
    return record.get("toolUseResult") == f"Error: {said}"
