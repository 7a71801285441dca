"""Bugs that somebody could write in alerts."""

from collections.abc import Iterable

import pytest
from tests.simulation.planted import Planted

from quarterdeck.domain.alerting import Alerting
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.journal import Alerted


def a_restart_forgets_who_was_told(patch: pytest.MonkeyPatch) -> None:
    resume = Alerting.resume

    def forgetful(
        self: Alerting, alerts: Iterable[Alerted], asks: Iterable[Ask], now: float
    ) -> None:
        del alerts
        resume(self, (), asks, now)

    patch.setattr(Alerting, "resume", forgetful)


def what_is_over_stays_on_the_phone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Alerting, "_withdraw", lambda *_: iter(()))


# Each bug, a seed that finds it, and what is said of it.
PLANTED: Planted = [
    (a_restart_forgets_who_was_told, 1, "twice"),
    (what_is_over_stays_on_the_phone, 1, "was never taken back"),
]
