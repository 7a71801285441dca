"""What a press can mean: an answer, something done in a session, or another view on a surface."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from quarterdeck.domain.actions import Do
from quarterdeck.domain.asks import NO_ANSWERS
from quarterdeck.domain.ids import AskId, SessionId


@dataclass(frozen=True, slots=True)
class Choose:
    """It answers an ask, with the values that were shown."""

    ask: AskId
    choice: str
    answers: Mapping[str, str | tuple[str, ...]] = field(default_factory=lambda: NO_ANSWERS)


@dataclass(frozen=True, slots=True)
class Act:
    """It has something done in a session."""

    session: SessionId
    do: Do


@dataclass(frozen=True, slots=True)
class StopAll:
    """It interrupts every session that works."""


@dataclass(frozen=True, slots=True)
class Toggle:
    """It switches Always on or off, for one ask on one surface."""

    ask: AskId


@dataclass(frozen=True, slots=True)
class Pick:
    """It picks a ready answer to a question or a field, or drops it again."""

    ask: AskId
    question: str
    option: str
    several: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """It turns to a page of an ask, or of the sessions where no ask is named."""

    ask: AskId | None
    page: int


@dataclass(frozen=True, slots=True)
class Step:
    """It shows another ask."""

    to: AskId


@dataclass(frozen=True, slots=True)
class OpenSession:
    """It opens the page of a session, or closes it again."""

    session: SessionId | None


@dataclass(frozen=True, slots=True)
class ListSessions:
    """It lists the sessions to which the surface can be bound, or closes the list."""

    open: bool


@dataclass(frozen=True, slots=True)
class Bind:
    """It binds the surface to a session; to all of them where none is named."""

    session: SessionId | None


@dataclass(frozen=True, slots=True)
class Wake:
    """It wakes a surface that sleeps, and does nothing else."""


# Changes what one surface shows, nothing else.
Browse = Toggle | Pick | Turn | Step | OpenSession | ListSessions | Wake
Means = Choose | Act | StopAll | Bind | Browse
