"""What is written down: each entry is one thing that became true."""

from dataclasses import dataclass

from quarterdeck.domain.actions import Action, Progress, Stage
from quarterdeck.domain.asks import Answer, Ask, Ended
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import (
    ActionId,
    AlertChannel,
    AnswerId,
    AskId,
    CallId,
    PressId,
    RuleId,
    SessionId,
    SurfaceId,
)
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.risk import Level
from quarterdeck.domain.rules import RuleChange
from quarterdeck.domain.sessions import Confidence, Session
from quarterdeck.domain.states import Outcome, State


@dataclass(frozen=True, slots=True)
class SessionWritten:
    """A session as it is now."""

    session: Session


@dataclass(frozen=True, slots=True)
class StateChanged:
    """A session does something else, and why we think so."""

    session: SessionId
    before: State
    after: State
    reason: str
    source: str
    at: float
    confidence: Confidence | None = None  # of changes that were written before 0.2


@dataclass(frozen=True, slots=True)
class AskWritten:
    """An ask came up, or came back."""

    ask: Ask


@dataclass(frozen=True, slots=True)
class ChannelWritten:
    """A kept hook belongs to an ask."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class AnswerWritten:
    """A person's decision, before it is sent."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class OutcomeWritten:
    """The outcome of an answer; a later entry may correct it."""

    answer: AnswerId
    outcome: Outcome
    note: str
    at: float


@dataclass(frozen=True, slots=True)
class AskEnded:
    """An ask is over."""

    ask: AskId
    ended: Ended


@dataclass(frozen=True, slots=True)
class AskSnoozed:
    """A person put an ask behind the others until then."""

    ask: AskId
    until: float


@dataclass(frozen=True, slots=True)
class Alerted:
    """A channel alerted the person to an ask, with this risk; a later entry has the newer risk."""

    ask: AskId
    channel: AlertChannel
    risk: Level | None
    at: float


@dataclass(frozen=True, slots=True)
class CallWritten:
    """A tool call that ran: what an agent did, without what came out of it."""

    session: SessionId
    call: CallId
    tool: str
    summary: str
    risk: Level | None
    began: float | None  # None where nobody told
    ended: float
    ok: bool


@dataclass(frozen=True, slots=True)
class TurnWritten:
    """A person's turn in the conversation with an agent."""

    session: SessionId
    turn: str
    text: str
    at: float
    actor: str = "USER"
    intent: str = "ANSWER"


@dataclass(frozen=True, slots=True)
class ActionWritten:
    """Something that a person wants done, before it is done."""

    action: Action


@dataclass(frozen=True, slots=True)
class ActionMoved:
    """How far an action has come."""

    action: ActionId
    stage: Stage
    at: float


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The outcome of an action."""

    action: ActionId
    outcome: Outcome
    note: str
    at: float


@dataclass(frozen=True, slots=True)
class DeviceWritten:
    """A device as it is now."""

    device: Device


@dataclass(frozen=True, slots=True)
class SurfaceBound:
    """A surface belongs to a session, or to none any more."""

    surface: SurfaceId
    binding: Binding | None


@dataclass(frozen=True, slots=True)
class PressWritten:
    """A press waits for a program to take it."""

    press: QueuedPress


@dataclass(frozen=True, slots=True)
class PressesTaken:
    """Presses are handed to a program, and to no other."""

    presses: tuple[PressId, ...]
    at: float


@dataclass(frozen=True, slots=True)
class RuleWritten:
    """A permission rule that a person adds or takes out, before that is done."""

    change: RuleChange


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """What became of it."""

    rule: RuleId
    outcome: Outcome
    note: str
    at: float


Entry = (
    SessionWritten
    | StateChanged
    | AskWritten
    | ChannelWritten
    | AnswerWritten
    | OutcomeWritten
    | AskEnded
    | AskSnoozed
    | Alerted
    | CallWritten
    | TurnWritten
    | ActionWritten
    | ActionMoved
    | ActionOutcome
    | DeviceWritten
    | SurfaceBound
    | PressWritten
    | PressesTaken
    | RuleWritten
    | RuleOutcome
)


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a store knows at start-up."""

    sessions: tuple[Session, ...]
    asks: tuple[Ask, ...]  # the open ones
    channels: tuple[Channel, ...]  # of the open ones, and of those that ended last
    answers: tuple[Answer, ...]  # decided, with no outcome yet
    snoozed: tuple[AskSnoozed, ...] = ()  # of the open ones, the newest of each
    actions: tuple[Progress, ...] = ()  # those without an outcome, and those that ended last
    devices: tuple[Device, ...] = ()
    alerts: tuple[Alerted, ...] = ()  # of the open ones, and of those that ended last
    bindings: tuple[Binding, ...] = ()
    presses: tuple[QueuedPress, ...] = ()  # those that wait, oldest first


NOTHING = Remembered((), (), (), ())
