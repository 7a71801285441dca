"""What is written down: each entry is one thing that became true."""

from dataclasses import dataclass

from quarterdeck.domain.asks import Answer, Ask, Ended
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.ids import AnswerId, AskId, SessionId
from quarterdeck.domain.sessions import Session
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
    """What became of an answer; a later entry may know better."""

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
class TurnWritten:
    """A person's turn in the conversation with an agent."""

    session: SessionId
    turn: str
    text: str
    at: float
    actor: str = "USER"
    intent: str = "ANSWER"


Entry = (
    SessionWritten
    | StateChanged
    | AskWritten
    | ChannelWritten
    | AnswerWritten
    | OutcomeWritten
    | AskEnded
    | AskSnoozed
    | TurnWritten
)


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a store knows at start-up."""

    sessions: tuple[Session, ...]
    asks: tuple[Ask, ...]  # the open ones
    channels: tuple[Channel, ...]  # of the open ones, and of those that ended last
    answers: tuple[Answer, ...]  # decided, with no outcome yet
    snoozed: tuple[AskSnoozed, ...] = ()  # of the open ones, the newest of each


NOTHING = Remembered((), (), (), ())
