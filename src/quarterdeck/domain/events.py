"""What can happen. Every event is a fact that an adapter saw; `at` is when it happened there."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.actions import Action, Result
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.buttons import Buttons
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import (
    ActionId,
    AnswerId,
    AskId,
    CallerId,
    CallId,
    FaceId,
    PressId,
    RequestId,
    RuleId,
    SessionId,
    SubagentId,
    SurfaceId,
)
from quarterdeck.domain.meanings import Means
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.risk import Level
from quarterdeck.domain.rules import RuleChange
from quarterdeck.domain.sessions import Facts, Process, Sighting
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.surfaces import Face, Profile


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
    """The agent said that it ends; its process may exist a moment longer."""

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
class ButtonsChosen:
    """An advisor or an agent picked the buttons of a session."""

    session: SessionId
    buttons: Buttons
    about: str | None  # the last message that they are for; None: whatever was said last
    at: float


@dataclass(frozen=True, slots=True)
class AskOpened:
    """An agent wants something; the channel is the hook or call that waits for it, if one does."""

    ask: Ask
    channel: Channel | None


class Closing(StrEnum):
    """How a kept hook went away."""

    CLOSED = "closed"  # its connection broke
    TERMINATED = "terminated"  # its agent told it to end


@dataclass(frozen=True, slots=True)
class DialogSeen:
    """The dialog on a session's screen, as an ask; None if there is none."""

    session: SessionId
    ask: Ask | None
    at: float


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """A kept hook, or a call of a tool of ours, is no longer there."""

    request: RequestId
    how: Closing
    at: float


@dataclass(frozen=True, slots=True)
class Printed:
    """A kept hook handed our answer to its agent, or a call's connection took it."""

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
class CallRated:
    """What a call that ran was about, how dangerous it was, and whether it worked."""

    session: SessionId
    call: CallId
    tool: str
    summary: str
    risk: Level | None
    ok: bool
    at: float  # when it ended


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
    """A person decided about an ask, where nothing moves under the finger."""

    answer: Answer
    by: Caller


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
    by: Caller


@dataclass(frozen=True, slots=True)
class ActionRequested:
    """Somebody wants something done in a session."""

    action: Action


@dataclass(frozen=True, slots=True)
class TerminalFree:
    """The agent can take the waiting text, as far as its screen shows."""

    action: ActionId
    at: float


@dataclass(frozen=True, slots=True)
class TextPasted:
    """A text is in the agent's composer, about to be submitted."""

    action: ActionId
    at: float


@dataclass(frozen=True, slots=True)
class ActionEnded:
    """An action came to its end."""

    action: ActionId
    result: Result
    at: float


@dataclass(frozen=True, slots=True)
class ActionWithdrawn:
    """The request that wanted an action went away."""

    action: ActionId
    at: float


@dataclass(frozen=True, slots=True)
class SurfaceJoined:
    """A surface is connected, and says what it can do."""

    surface: SurfaceId
    profile: Profile
    caller: Caller
    at: float
    remembers: SessionId | None = None  # the session that was its own, by its own account


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A surface acknowledged what it shows: a person can see these faces."""

    surface: SurfaceId
    faces: tuple[Face[Means], ...]
    at: float


@dataclass(frozen=True, slots=True)
class PressBegan:
    """A face went down, and is held."""

    surface: SurfaceId
    face: FaceId
    at: float


@dataclass(frozen=True, slots=True)
class Pressed:
    """A face was pressed; `held` is for how long, by the surface's own clock."""

    id: AnswerId
    surface: SurfaceId
    face: FaceId
    held: float | None
    text: str
    answers: Mapping[str, str | tuple[str, ...]]
    at: float
    by: Caller | None = None  # a program that presses on it; None is a finger


@dataclass(frozen=True, slots=True)
class BindingChosen:
    """Somebody wants a surface to belong to a session, or to none."""

    surface: SurfaceId
    session: SessionId | None
    by: Caller
    at: float


@dataclass(frozen=True, slots=True)
class SurfaceHidden:
    """A surface is connected, but nobody can see it now."""

    surface: SurfaceId
    at: float


@dataclass(frozen=True, slots=True)
class SurfaceLeft:
    """A surface went away."""

    surface: SurfaceId
    at: float


@dataclass(frozen=True, slots=True)
class PressQueued:
    """A key was pressed for no session."""

    press: QueuedPress


@dataclass(frozen=True, slots=True)
class PressesHandedOut:
    """A program takes presses that wait."""

    presses: tuple[PressId, ...]
    at: float


@dataclass(frozen=True, slots=True)
class DevicePaired:
    """A device got its own token, or other rights."""

    device: Device


@dataclass(frozen=True, slots=True)
class DeviceRevoked:
    """A device's token is no longer valid."""

    device: CallerId
    at: float


@dataclass(frozen=True, slots=True)
class DeviceTakenOver:
    """Somebody came with a device's token while another had it, and both were there."""

    device: CallerId
    at: float


@dataclass(frozen=True, slots=True)
class RuleChosen:
    """A person wants a permission rule added to an agent's settings, or taken out."""

    change: RuleChange


@dataclass(frozen=True, slots=True)
class RuleTried:
    """The settings were changed so, or could not be."""

    rule: RuleId
    outcome: Outcome
    note: str
    at: float


@dataclass(frozen=True, slots=True)
class JournalFailed:
    """Answers and actions that could not be written down, and so were not sent or done."""

    answers: tuple[AnswerId, ...]
    actions: tuple[ActionId, ...]
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
    | ButtonsChosen
    | AskOpened
    | DialogSeen
    | ChannelClosed
    | Printed
    | ToolStarted
    | ToolRan
    | CallRated
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
    | ActionRequested
    | TerminalFree
    | TextPasted
    | ActionEnded
    | ActionWithdrawn
    | SurfaceJoined
    | BoardShown
    | PressBegan
    | Pressed
    | BindingChosen
    | SurfaceHidden
    | SurfaceLeft
    | PressQueued
    | PressesHandedOut
    | DevicePaired
    | DeviceRevoked
    | DeviceTakenOver
    | RuleChosen
    | RuleTried
    | JournalFailed
    | TimePassed
)
