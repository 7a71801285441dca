"""What really happened, as only the other side knows it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from quarterdeck.domain.actions import Action
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.choices import Meaning
from quarterdeck.domain.ids import (
    ActionId,
    AnswerId,
    AskId,
    CallId,
    RequestId,
    SessionId,
    SubagentId,
)
from quarterdeck.domain.risk import Level

if TYPE_CHECKING:
    from tests.simulation.agents import Agent
    from tests.simulation.hooks import HookClient


class Verdict(StrEnum):
    """What an agent was told at a dialog."""

    ALLOW = "allow"
    DENY = "deny"
    STOP = "stop"  # denied, and the turn is over


@dataclass(frozen=True, slots=True)
class Decision:
    """The one decision that an agent took at a dialog, and from whom."""

    verdict: Verdict
    answer: AnswerId | None  # None: a person at the terminal, or the agent itself
    at: float


@dataclass(eq=False, slots=True)
class Dialog:
    """An agent stands still and asks; its hooks may answer for the person."""

    agent: "Agent"
    thread: SubagentId
    call: CallId
    command: str
    prompt: str  # under which it came up
    kind: Kind
    level: Level
    opened: float
    deadline: float | None
    keep: Keep
    hooks: list["HookClient"] = field(default_factory=list)
    decision: Decision | None = None
    gone: float | None = None  # since when its thread is no more
    cut_short: bool = False  # what followed its decision was interrupted
    printed: dict[AnswerId, float] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Whether the agent still stands there."""
        return self.decision is None and self.gone is None

    def stood_at(self, moment: float) -> bool:
        """Whether the agent stood there then."""
        left = self.decision.at if self.decision else self.gone
        return self.opened <= moment and (left is None or left >= moment)

    @property
    def visible(self) -> bool:
        """Whether a person at the terminal can see it."""
        hidden = self.keep is Keep.GATE and any(not hook.over for hook in self.hooks)
        return self.waits and not hidden and self.keep is not Keep.NONE

    @property
    def face(self) -> tuple[SessionId, SubagentId, Kind, str]:
        """What a person reads on it."""
        return self.agent.session, self.thread, self.kind, self.command


REJECTED = "The user doesn't want to proceed with this tool use."


@dataclass(frozen=True, slots=True)
class Result:
    """A line in the agent's own record: the result of a call, and whether a hook decided."""

    dialog: Dialog
    written: float
    by_hook: bool
    said: str  # empty for a call that ran


@dataclass(frozen=True, slots=True)
class Press:
    """A person's decision as it was given."""

    answer: Answer
    seen: float | None  # since when the daemon may know that the surface shows the ask
    caller: Caller
    on_surface: bool
    held: float  # for how long it really was down
    genuine: bool  # whether the surface said truthfully that it shows this


@dataclass(slots=True)
class Wish:
    """Something that somebody wants done, and what really became of it."""

    action: Action
    withdrawn: float | None = None  # when whoever wanted it was gone
    typed: bool = False
    taken: bool = False


@dataclass(slots=True)
class Truth:
    """Every agent, dialog, press and hook there ever was."""

    agents: dict[SessionId, "Agent"] = field(default_factory=dict)
    dialogs: list[Dialog] = field(default_factory=list)
    dialog_of: dict[AskId, Dialog] = field(default_factory=dict)
    hooks: dict[RequestId, "HookClient"] = field(default_factory=dict)
    presses: dict[AnswerId, Press] = field(default_factory=dict)
    wishes: dict[ActionId, Wish] = field(default_factory=dict)

    def taken(self, answer: AnswerId) -> bool:
        """Whether an agent took this very answer where it was meant to go."""
        dialog = self.dialog_of[self.presses[answer].answer.ask]
        return dialog.decision is not None and dialog.decision.answer == answer

    def taken_by_a_twin(self, answer: AnswerId) -> bool:
        """Whether it went to an identical later call, which nobody could tell apart."""
        dialog = self.dialog_of[self.presses[answer].answer.ask]
        twins = (d for d in self.dialogs if d.face == dialog.face and d is not dialog)
        return any(d.decision and d.decision.answer == answer for d in twins)


def verdict_of(ask: Ask, answer: Answer) -> Verdict:
    """What an agent understands by an answer."""
    if answer.choice == "deny_stop":
        return Verdict.STOP
    choice = ask.choice(answer.choice)
    refused = choice is not None and choice.meaning is Meaning.REFUSES
    return Verdict.DENY if refused else Verdict.ALLOW
