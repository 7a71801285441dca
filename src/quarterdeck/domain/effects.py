"""What should be done: the watch decides, adapters carry it out."""

from dataclasses import dataclass

from quarterdeck.domain.actions import Action, Progress
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import (
    ActionId,
    AlertChannel,
    AnswerId,
    AskId,
    RequestId,
    SurfaceId,
)
from quarterdeck.domain.journal import Entry
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome


@dataclass(frozen=True, slots=True)
class Record:
    """Write this down before anything else of the same step is done."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Reply:
    """Send an answer on a kept hook."""

    request: RequestId
    ask: Ask
    answer: Answer


@dataclass(frozen=True, slots=True)
class KeepOpen:
    """Tell a hook that it is kept, and may come back after a restart."""

    request: RequestId


@dataclass(frozen=True, slots=True)
class Release:
    """Let a hook go without an answer."""

    request: RequestId


@dataclass(frozen=True, slots=True)
class Carry:
    """Bring an answer to the agent by another way than a hook: keys, text, focus, a rule."""

    session: Session
    ask: Ask
    answer: Answer


@dataclass(frozen=True, slots=True)
class WithdrawKeys:
    """Press no keys of an answer whose turn has yet to come; keys under way go on."""

    answer: AnswerId


@dataclass(frozen=True, slots=True)
class ShowSession:
    """A session changed for those who look."""

    session: Session


@dataclass(frozen=True, slots=True)
class ShowAsk:
    """An ask came, ended or moved for those who look."""

    ask: Ask


@dataclass(frozen=True, slots=True)
class Tell:
    """Report the outcome of an answer to its caller."""

    answer: AnswerId
    outcome: Outcome
    ask: Ask
    note: str
    error: str = ""  # the cause by its name, where it has one


@dataclass(frozen=True, slots=True)
class Refuse:
    """Tell the caller that a request was refused, and why."""

    to: AnswerId | ActionId
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Tell the caller that a press counted, and that nothing else is told of it."""

    press: AnswerId


@dataclass(frozen=True, slots=True)
class Perform:
    """Carry out an action in a session now, and report its outcome."""

    session: Session
    action: Action


@dataclass(frozen=True, slots=True)
class WaitUntilFree:
    """Report when the agent can take this text; type nothing."""

    session: Session
    action: Action


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop waiting for an action's moment, or carrying it out; what it did is reported."""

    action: ActionId


@dataclass(frozen=True, slots=True)
class ShowAction:
    """An action was requested, progressed or ended, for viewers and the caller."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class SurfaceChanged:
    """What a surface shows, or may be pressed on it, is not what it was given."""

    surface: SurfaceId


@dataclass(frozen=True, slots=True)
class Alert:
    """Alert a person who looks elsewhere to an ask."""

    channel: AlertChannel
    ask: Ask
    session: Session | None  # None if it is no longer known


@dataclass(frozen=True, slots=True)
class UpdateAlert:
    """Update an alert: its ask is more dangerous than it said."""

    channel: AlertChannel
    ask: Ask
    session: Session | None


@dataclass(frozen=True, slots=True)
class WithdrawAlert:
    """Withdraw an alert: its ask is over."""

    channel: AlertChannel
    ask: AskId


Effect = (
    Record
    | Reply
    | KeepOpen
    | Release
    | Carry
    | WithdrawKeys
    | ShowSession
    | ShowAsk
    | Tell
    | Refuse
    | Acknowledge
    | Perform
    | WaitUntilFree
    | Cancel
    | ShowAction
    | SurfaceChanged
    | Alert
    | UpdateAlert
    | WithdrawAlert
)
