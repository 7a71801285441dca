"""What the model will do, written in a test as one sentence."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.live.lab.request import Request

Fields = Mapping[str, Any]
Input = Fields | Callable[["Request"], Fields]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What auto mode's check says of one call, in the stream and as an answer of its own."""

    fields: Mapping[str, str] | None
    words: str


CLEAR = Verdict(
    {"type": "evaluated", "outcome": "not_flagged"},
    "<block>no</block><severity>5</severity>",
)
UNCHECKED = Verdict(None, "")


def flagged(why: str) -> Verdict:
    return Verdict(
        {"type": "evaluated", "outcome": "flagged", "explanation": why},
        f"<block>yes</block><reason>{why}</reason><severity>90</severity><category>{why}</category>",
    )


@dataclass(frozen=True, slots=True)
class Gate:
    """Where the model waits until the test lets it go on."""

    reached: threading.Event = field(default_factory=threading.Event)
    opened: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        self.opened.set()

    def wait_reached(self, timeout: float = 10.0) -> None:
        assert self.reached.wait(timeout), "The model did not come to the gate."


@dataclass(frozen=True, slots=True)
class Say:
    """Text; it ends the turn unless calls follow."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a tool; its input may depend on what the model was told."""

    tool: str
    input: Input
    verdict: Verdict = CLEAR


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls made in one message; the next step waits for their results."""

    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """Silence of so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Hold:
    """Silence until the test opens the gate."""

    gate: Gate


@dataclass(frozen=True, slots=True)
class Fail:
    """An answer that is an error; what the client asks next gets the next step."""

    status: int
    kind: str
    message: str
    headers: Mapping[str, str]


Step = Say | Calls | Wait | Hold | Fail

ERROR_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class Script:
    """Steps in the order in which the model takes them; each method gives a longer copy.

    When calls are the last step, the model says "Done." after their results.
    """

    steps: tuple[Step, ...] = ()

    def say(self, text: str) -> Script:
        return self.then(Say(text))

    def tool(self, tool: str, given: Input, verdict: Verdict = CLEAR) -> Script:
        return self.together(Call(tool, given, verdict))

    def bash(self, command: str, verdict: Verdict = CLEAR) -> Script:
        return self.together(bash(command, verdict))

    def write(self, path: object, content: str, verdict: Verdict = CLEAR) -> Script:
        return self.tool("Write", {"file_path": str(path), "content": content}, verdict)

    def ask(self, question: str, *labels: str, header: str = "Choice") -> Script:
        return self.tool(
            "AskUserQuestion", {"questions": [choice(question, *labels, header=header)]}
        )

    def plan(self, text: str) -> Script:
        """Write the plan where plan mode wants it, then ask for approval."""
        return self.tool("Write", lambda told: {"file_path": told.plan_file, "content": text}).tool(
            "ExitPlanMode", {}
        )

    def agents(self, *prompts: str) -> Script:
        """Start one subagent per prompt, all in one message; each prompt plays its own script."""
        return self.together(*map(agent, prompts))

    def together(self, *calls: Call) -> Script:
        return self.then(Calls(calls))

    def wait(self, seconds: float) -> Script:
        return self.then(Wait(seconds))

    def hold(self, gate: Gate) -> Script:
        return self.then(Hold(gate))

    def error(
        self, status: int, message: str = "as scripted", headers: Mapping[str, str] | None = None
    ) -> Script:
        """Answer with an error; by default the client is told not to try again."""
        kind = ERROR_KINDS.get(status, "api_error")
        return self.then(Fail(status, kind, message, headers or {"x-should-retry": "false"}))

    def then(self, step: Step) -> Script:
        return replace(self, steps=(*self.steps, step))


def bash(command: str, verdict: Verdict = CLEAR) -> Call:
    return Call("Bash", {"command": command, "description": f"Run {command[:40]}"}, verdict)


def agent(prompt: str) -> Call:
    given = {"description": prompt[:30], "prompt": prompt, "subagent_type": "general-purpose"}
    return Call("Agent", given)


def choice(question: str, *labels: str, header: str = "Choice", several: bool = False) -> Fields:
    """One question of AskUserQuestion, each label with a description of its own."""
    options = [{"label": label, "description": f"Take {label}"} for label in labels]
    return {"question": question, "header": header, "options": options, "multiSelect": several}
