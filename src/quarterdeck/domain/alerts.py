"""When an ask alerts a person who looks elsewhere: on which channel, how soon, quiet hours."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AlertChannel
from quarterdeck.domain.risk import Level

DAY = 86400.0
DESKTOP = AlertChannel("desktop")
PAGE = AlertChannel("page")  # open pages that show notifications, instead of the desktop


class What(StrEnum):
    """Which asks a channel takes; each value includes the one before."""

    DECISIONS = "decisions"  # the agent waits until somebody decides
    ATTENTION = "attention"  # plus limits, failures, dialogs that only the terminal can answer
    ALL = "all"  # plus everything else


@dataclass(frozen=True, slots=True)
class AlertRule:
    """When a channel is due."""

    channel: AlertChannel
    what: What
    wait: float  # how many seconds the ask waits first
    least: Level | None  # the lowest risk; None includes asks without one
    away: bool  # only while nobody is present

    def covers(self, ask: Ask) -> bool:
        """Whether the channel takes this ask."""
        if ask.kind.priority < _LEAST_PRIORITY[self.what]:
            return False
        return self.least is None or (ask.risk is not None and ask.risk.level.reaches(self.least))


_LEAST_PRIORITY = {What.DECISIONS: 3, What.ATTENTION: 2, What.ALL: 1}


@dataclass(frozen=True, slots=True)
class QuietHours:
    """When there are no alerts: from and to, in seconds since midnight; may span midnight."""

    begin: float
    end: float
    time_of_day: Callable[[float], float]  # local time, in seconds since midnight

    def left(self, now: float) -> float:
        """How many seconds of the quiet hours are left; 0 outside of them."""
        since = (self.time_of_day(now) - self.begin) % DAY
        return max(0.0, (self.end - self.begin) % DAY - since)


@dataclass(frozen=True, slots=True)
class AlertPolicy:
    """What the person set about alerts."""

    rules: tuple[AlertRule, ...]
    quiet: QuietHours | None


NO_ALERTS = AlertPolicy((), None)
