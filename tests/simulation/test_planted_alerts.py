"""Bugs in alerts, planted one at a time: the simulation finds each of them."""

from collections.abc import Iterable

import pytest
from tests.simulation.test_planted import Plant, is_found

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


PLANTED: list[tuple[Plant, int, str]] = [
    (a_restart_forgets_who_was_told, 1, "twice"),
    (what_is_over_stays_on_the_phone, 1, "was never taken back"),
]


@pytest.mark.parametrize(
    ("plant", "near", "said"), PLANTED, ids=[plant.__name__ for plant, _, _ in PLANTED]
)
def test_a_planted_bug_is_found(
    plant: Plant, near: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    is_found(near, said)
