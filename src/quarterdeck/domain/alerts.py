"""Which asks look for the person elsewhere: on which channel, how soon, and not at night."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AlertChannel
from quarterdeck.domain.risk import Level

DAY = 86400.0
DESKTOP = AlertChannel("desktop")
PAGE = AlertChannel("page")  # a page that is open shows what the desktop would be told


class What(StrEnum):
    """Which asks a channel is for; each takes all that the one before takes."""

    DECISIONS = "decisions"  # an agent stands still until somebody decides
    ATTENTION = "attention"  # and limits, failures, dialogs that only the terminal can answer
    ALL = "all"  # and what is only to be known


@dataclass(frozen=True, slots=True)
class AlertRule:
    """When a channel tells of an ask."""

    channel: AlertChannel
    what: What
    wait: float  # seconds for which it waits before
    least: Level | None  # the lowest risk; None takes asks that have none, too
    away: bool  # only while nobody can see a surface

    def covers(self, ask: Ask) -> bool:
        """Whether this ask is one for the channel."""
        if ask.kind.priority < _LEAST_PRIORITY[self.what]:
            return False
        return self.least is None or (ask.risk is not None and ask.risk.level.reaches(self.least))


_LEAST_PRIORITY = {What.DECISIONS: 3, What.ATTENTION: 2, What.ALL: 1}


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From when to when nobody is told of anything: seconds since midnight, also over it."""

    begin: float
    end: float
    time_of_day: Callable[[float], float]  # how late it is where the person is

    def left(self, now: float) -> float:
        """For how many seconds it is still quiet; 0 outside of the quiet hours."""
        since = (self.time_of_day(now) - self.begin) % DAY
        return max(0.0, (self.end - self.begin) % DAY - since)


@dataclass(frozen=True, slots=True)
class AlertPolicy:
    """What the person set about alerts."""

    rules: tuple[AlertRule, ...]
    quiet: QuietHours | None


NO_ALERTS = AlertPolicy((), None)
