"""What the watch waits for: moments at which it will look again."""

import heapq
import itertools
from dataclasses import dataclass

from quarterdeck.domain.actions import Progress
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import ActionId, AskId, RequestId, SessionId
from quarterdeck.domain.sessions import Sighting


@dataclass(frozen=True, slots=True)
class GateEnds:
    """A hook that hides the terminal's dialog was kept long enough."""

    request: RequestId


@dataclass(frozen=True, slots=True)
class NobodyLooks:
    """A surface left; by now it is back, or hooks hide dialogs from everybody."""


@dataclass(frozen=True, slots=True)
class DialogLeft:
    """The registry said that no dialog is open; by now that is certain, or not true."""

    session: SessionId
    seen: Sighting


@dataclass(frozen=True, slots=True)
class DialogStays:
    """A dialog was on the screen, and no hook had reported it."""

    ask: Ask


@dataclass(frozen=True, slots=True)
class StillBlind:
    """A screen could not be read; by now it can, or the person should know."""

    session: SessionId
    since: float


@dataclass(frozen=True, slots=True)
class OutcomeDue:
    """An answer should have shown an effect by now."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class CallRan:
    """A call ran as we answered; by now the agent would have recorded another decision."""

    answer: Answer
    at: float
    same: bool  # whether it is surely the call that was asked about, not an identical one


@dataclass(frozen=True, slots=True)
class ThreadOver:
    """A turn or subagent ended; hooks of its last calls have had time to arrive."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Expires:
    """The agent's own dialog ends by itself."""

    ask: AskId


@dataclass(frozen=True, slots=True)
class CallAbandoned:
    """The call that asks lost its connection; by now it is back, or the agent gave it up."""

    ask: AskId


@dataclass(frozen=True, slots=True)
class SnoozeEnds:
    """A snoozed ask comes back."""

    ask: AskId


@dataclass(frozen=True, slots=True)
class AlertDue:
    """A person who looks elsewhere may have to be alerted to an ask."""

    ask: AskId


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Sightings disagree; by now one of them can be believed."""

    session: SessionId


@dataclass(frozen=True, slots=True)
class PatienceOver:
    """A text waited for its agent as long as it might."""

    action: ActionId


@dataclass(frozen=True, slots=True)
class InterruptDue:
    """An interrupt let what was being done come to its end; by now it did, or has to stop."""

    action: ActionId


@dataclass(frozen=True, slots=True)
class CooldownOver:
    """A terminal was left alone for a moment after what was done there."""

    session: SessionId


@dataclass(frozen=True, slots=True)
class ActionCutShort:
    """An earlier run ended before it could report the outcome of an action."""

    progress: Progress


Timer = (
    GateEnds
    | NobodyLooks
    | DialogLeft
    | DialogStays
    | StillBlind
    | OutcomeDue
    | CallRan
    | ThreadOver
    | Expires
    | CallAbandoned
    | SnoozeEnds
    | AlertDue
    | LookAgain
    | PatienceOver
    | InterruptDue
    | CooldownOver
    | ActionCutShort
)


class Timers:
    """Things that are due, soonest first."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Timer]] = []
        self._count = itertools.count()

    def set(self, at: float, due: Timer) -> None:
        """Ask to be reminded of something."""
        heapq.heappush(self._heap, (at, next(self._count), due))

    def next(self) -> float | None:
        """When the soonest thing is due."""
        return self._heap[0][0] if self._heap else None

    def ring(self, now: float) -> list[Timer]:
        """What is due by now."""
        rung = []
        while self._heap and self._heap[0][0] <= now:
            rung.append(heapq.heappop(self._heap)[2])
        return rung
