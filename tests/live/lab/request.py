"""What an agent told the model: one request, read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

PLAN_FILE = re.compile(r"/[^\s\"'`\\]+/plans/[\w.-]+\.md")
REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
NOTICE = re.compile(r"<task-notification>.*?</task-notification>", re.DOTALL)
NOT_SAID_BY_ANYBODY = ("[Request interrupted",)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one call: what the tool gave, or why it did not run."""

    call: str
    text: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class Request:
    """One request for a message, with the session that made it."""

    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def session(self) -> str:
        return self._header("x-claude-code-session-id")

    @property
    def agent(self) -> str:
        """The subagent that asks; nothing for the main thread."""
        return self._header("x-claude-code-agent-id")

    @property
    def is_title(self) -> bool:
        """Whether only a title for the session is wanted."""
        return not self.body.get("tools") and "format" in self.body.get("output_config", {})

    @property
    def is_suggestion(self) -> bool:
        """Whether only the ghost text of the composer is wanted."""
        return any(text.startswith("[SUGGESTION MODE") for text in self.new_texts)

    @property
    def is_checked(self) -> bool:
        """Whether auto mode wants a verdict on every call."""
        return bool(self.body.get("safeguards"))

    @property
    def judged(self) -> str | None:
        """The call to be judged, when this is auto mode's check as a request of its own."""
        texts = self.new_texts
        if self.body.get("tools") or "</transcript>" not in texts:
            return None
        return texts[texts.index("</transcript>") - 1]

    @property
    def turns(self) -> list[Mapping[str, Any]]:
        """The messages without those of the system, which may stand anywhere."""
        return [message for message in self.body["messages"] if message["role"] != "system"]

    @property
    def new_texts(self) -> list[str]:
        """What was said since the model last spoke."""
        return [text for _, text in _said(self.turns, self._first_new)]

    @property
    def new_results(self) -> list[Result]:
        """What came of the calls that the model made last."""
        return [
            _result(block)
            for message in self.turns[self._first_new :]
            for block in _blocks(message)
            if block["type"] == "tool_result"
        ]

    @property
    def said(self) -> list[tuple[tuple[int, int], str]]:
        """Everything said by the person (or the parent agent), each with its place."""
        return list(_said(self.turns, 0))

    @property
    def plan_file(self) -> str:
        """Where plan mode wants the plan."""
        found: list[str] = PLAN_FILE.findall(json.dumps(self.body))
        assert found, "The agent named no plan file: it is not in plan mode."
        return found[-1]

    def _header(self, name: str) -> str:
        return next((value for key, value in self.headers.items() if key.lower() == name), "")

    @property
    def _first_new(self) -> int:
        spoken = [i for i, message in enumerate(self.turns) if message["role"] == "assistant"]
        return spoken[-1] + 1 if spoken else 0


def _said(turns: list[Mapping[str, Any]], start: int) -> Iterator[tuple[tuple[int, int], str]]:
    for i, message in enumerate(turns[start:], start):
        if message["role"] != "user":
            continue
        for j, block in enumerate(_blocks(message)):
            text = _without_reminders(block.get("text", ""))
            if text and not text.startswith(NOT_SAID_BY_ANYBODY):
                yield (i, j), text


def _without_reminders(text: str) -> str:
    """What is left for the model to answer: prompts, and notices of ended tasks."""
    return REMINDER.sub(lambda reminder: "".join(NOTICE.findall(reminder[0])), text).strip()


def _result(block: Mapping[str, Any]) -> Result:
    parts = _blocks(block)
    text = "\n".join(part.get("text", "") for part in parts)
    return Result(block["tool_use_id"], text, bool(block.get("is_error")))


def _blocks(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content
