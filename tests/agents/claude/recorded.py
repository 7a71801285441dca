"""Hooks as the real Claude Code sent them, and ways to make more of them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from quarterdeck.agents.claude.hook_events import Hook
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.ids import AskId, RequestId, SessionId
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.sessions import Facts, Process

RECORDINGS = Path(__file__).parents[2] / "recordings" / "hooks"
VERSIONS = ("2.1.197", "2.1.325")
HERE = Process("here", 4711, 99)
Json = dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """One hook of one version."""

    version: str
    file: str
    event: str
    payload: Json


@cache
def recordings() -> tuple[Recorded, ...]:
    return tuple(_read())


def _read() -> Iterator[Recorded]:
    for version in VERSIONS:
        for file in sorted((RECORDINGS / f"claude-{version}").glob("*.jsonl")):
            name = f"{version}/{file.stem}"
            for line in file.read_text().splitlines():
                record = json.loads(line)
                yield Recorded(version, name, record["event"], record["input"])


def of_event(event: str, **wanted: object) -> list[Json]:
    """The payloads of this event in which these keys have these values."""
    fitting = (r.payload for r in recordings() if r.event == event)
    return [p for p in fitting if wanted.items() <= p.items()]


def a_hook(
    payload: Json, *, keep: Keep = Keep.RACE, risk: Risk | None = None, at: float = 100.0
) -> Hook:
    """A hook with this payload, as the link makes it."""
    request, ask = RequestId("7-1"), AskId("a1")
    return Hook(SessionId("s1"), HERE, request, ask, keep, at, payload, risk, Facts())


def asking(tool: str, given: object, **more: object) -> Json:
    """The payload of a permission."""
    return {"hook_event_name": "PermissionRequest", "tool_name": tool, "tool_input": given, **more}
