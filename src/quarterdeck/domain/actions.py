"""What a person wants done in a session, other than answering: text, keys, focus, a name."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, assert_never

from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.ids import ActionId, SessionId
from quarterdeck.domain.states import Outcome


@dataclass(frozen=True, slots=True)
class Send:
    """Type a text into the agent's composer and submit it."""

    kind: ClassVar[str] = "send"
    text: str
    queue: bool = False  # an agent at work takes it into its own queue


@dataclass(frozen=True, slots=True)
class Keys:
    """Press keys, by their names."""

    kind: ClassVar[str] = "keys"
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Stop what the agent does."""

    kind: ClassVar[str] = "interrupt"


@dataclass(frozen=True, slots=True)
class Focus:
    """Bring the session's terminal to the front."""

    kind: ClassVar[str] = "focus"


@dataclass(frozen=True, slots=True)
class Rename:
    """Call the session by this name; without one, by its own again. It types nothing."""

    kind: ClassVar[str] = "rename"
    name: str


Do = Send | Keys | Interrupt | Focus | Rename


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that somebody wants done. It never changes."""

    id: ActionId
    session: SessionId
    do: Do
    by: Caller
    at: float
    patience: float  # seconds for which a text may wait until the agent can take it


class Stage(StrEnum):
    """How far an action has come."""

    WAITING = "waiting"  # nothing was done yet, for sure
    STARTED = "started"  # it is being done; from here on a crash leaves it unknown
    PASTED = "pasted"  # its text is in the composer
    ENDED = "ended"


class Step(StrEnum):
    """What brings an action from one stage to the next."""

    START = "its turn comes"
    HINDER = "the agent cannot take it yet"
    PASTE = "its text is in the composer"
    END = "its outcome is known"
    DROP = "it is withdrawn or refused, or its time is up"


NEXT: Mapping[tuple[Stage, Step], Stage] = MappingProxyType(
    {
        (Stage.WAITING, Step.START): Stage.STARTED,
        (Stage.WAITING, Step.DROP): Stage.ENDED,
        (Stage.STARTED, Step.HINDER): Stage.WAITING,
        (Stage.STARTED, Step.PASTE): Stage.PASTED,
        (Stage.STARTED, Step.END): Stage.ENDED,
        (Stage.PASTED, Step.END): Stage.ENDED,
    }
)


@dataclass(frozen=True, slots=True)
class Result:
    """How an action ended; `error` names the cause, if it has a name."""

    outcome: Outcome
    note: str
    error: str = ""
    latency_ms: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """An action, how far it has come, and its result once it ended."""

    action: Action
    stage: Stage
    result: Result | None


def right_to(do: Do) -> Right:
    """What a caller must be allowed, to have this done."""
    match do:
        case Send():
            return Right.SEND
        case Keys():
            return Right.PRESS
        case Interrupt():
            return Right.INTERRUPT
        case Focus():
            return Right.FOCUS
        case Rename():
            return Right.RENAME
        case _:
            assert_never(do)


def words(do: Do) -> str:
    """What is typed or pressed, as one text."""
    match do:
        case Send(text):
            return text
        case Keys(keys):
            return " ".join(keys)
        case Rename(name):
            return name
        case Interrupt() | Focus():
            return ""
        case _:
            assert_never(do)
