"""What can happen. Every event is a fact that an adapter saw; `at` is when it happened there."""

from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.ids import (
    AnswerId,
    AskId,
    CallId,
    RequestId,
    SessionId,
    SubagentId,
    SurfaceId,
)
from quarterdeck.domain.sessions import Facts, Process, Sighting
from quarterdeck.domain.states import Outcome


@dataclass(frozen=True, slots=True)
class SessionNoted:
    """A source knows something of a session, perhaps for the first time."""

    session: SessionId
    process: Process
    agent: str
    facts: Facts
    at: float


@dataclass(frozen=True, slots=True)
class Sighted:
    """A source says what a session is doing."""

    session: SessionId
    sighting: Sighting


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The agent said goodbye; its process may still be there for a moment."""

    session: SessionId
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class ProcessEnded:
    """The session's process is gone."""

    session: SessionId
    at: float


@dataclass(frozen=True, slots=True)
class ConversationCleared:
    """The person began a new conversation in the same process."""

    session: SessionId
    at: float


@dataclass(frozen=True, slots=True)
class AskOpened:
    """An agent wants something; the channel is the hook that waits for it, if one does."""

    ask: Ask
    channel: Channel | None


class Closing(StrEnum):
    """How a kept hook went away."""

    CLOSED = "closed"  # its connection broke
    TERMINATED = "terminated"  # its agent told it to end


@dataclass(frozen=True, slots=True)
class DialogSeen:
    """What dialog stands on a session's screen, as an ask; None when there is none."""

    session: SessionId
    ask: Ask | None
    at: float


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """A kept hook is no longer there."""

    request: RequestId
    how: Closing
    at: float


@dataclass(frozen=True, slots=True)
class Printed:
    """A kept hook handed our answer to its agent."""

    request: RequestId
    at: float


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool call is about to run, or to be asked about."""

    session: SessionId
    subagent: SubagentId
    call: CallId
    tool: str
    digest: str
    at: float


@dataclass(frozen=True, slots=True)
class ToolRan:
    """A tool call ran, well or badly."""

    session: SessionId
    subagent: SubagentId
    call: CallId | None
    tool: str
    digest: str
    at: float


@dataclass(frozen=True, slots=True)
class ToolRefused:
    """A tool call was not run, or was stopped; what the agent was told instead."""

    session: SessionId
    subagent: SubagentId
    call: CallId | None
    said: str
    interrupted: bool  # a person ended the turn with it; it may have begun to run
    at: float


@dataclass(frozen=True, slots=True)
class HookDecided:
    """The agent itself wrote down that it took a hook's decision about an ask."""

    session: SessionId
    ask: AskId
    allowed: bool
    at: float


@dataclass(frozen=True, slots=True)
class HookPassedOver:
    """The agent has a result for what was asked, and no note that a hook decided."""

    session: SessionId
    ask: AskId
    at: float


@dataclass(frozen=True, slots=True)
class ElicitationEnded:
    """A form of a tool server was answered or closed at the terminal."""

    session: SessionId
    subagent: SubagentId
    tool: str  # how the names of the server's tools begin
    at: float


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The main thread finished its turn."""

    session: SessionId
    at: float


@dataclass(frozen=True, slots=True)
class PromptSubmitted:
    """The agent took a prompt."""

    session: SessionId
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A person's text was given to an agent through a door."""

    session: SessionId
    turn: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class SubagentEnded:
    """A subagent finished."""

    session: SessionId
    subagent: SubagentId
    at: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A person decided about an ask."""

    answer: Answer
    surface: SurfaceId | None
    seen: float | None  # when that surface said that it shows the ask


@dataclass(frozen=True, slots=True)
class Delivered:
    """An answer that travelled by another way than a hook came to its end."""

    answer: AnswerId
    outcome: Outcome
    note: str
    at: float
    error: str = ""  # the cause by its name, where it has one


@dataclass(frozen=True, slots=True)
class Snoozed:
    """A person wants an ask out of sight for a while."""

    ask: AskId
    until: float


@dataclass(frozen=True, slots=True)
class SurfaceSeen:
    """A surface acknowledged what it shows: a person can see it."""

    surface: SurfaceId
    at: float


@dataclass(frozen=True, slots=True)
class SurfaceLeft:
    """A surface went away."""

    surface: SurfaceId
    at: float


@dataclass(frozen=True, slots=True)
class JournalFailed:
    """Answers that could not be written down, and so were not sent."""

    answers: tuple[AnswerId, ...]
    why: str


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Something that was waited for may be due."""


Event = (
    SessionNoted
    | Sighted
    | SessionEnded
    | ProcessEnded
    | ConversationCleared
    | AskOpened
    | DialogSeen
    | ChannelClosed
    | Printed
    | ToolStarted
    | ToolRan
    | ToolRefused
    | HookDecided
    | HookPassedOver
    | ElicitationEnded
    | TurnEnded
    | PromptSubmitted
    | TurnTaken
    | SubagentEnded
    | Answered
    | Delivered
    | Snoozed
    | SurfaceSeen
    | SurfaceLeft
    | JournalFailed
    | TimePassed
)
