"""What the settings mean for the watch."""

from pathlib import Path

from quarterdeck.app.settings import load
from quarterdeck.app.wiring.policy import policy_of
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.callers import CriticalFrom

GIVEN = """
[display]
guard_ms = 250
minor_guard_ms = 100
hold_ms = 2000
order = "oldest"
[agents]
gate_s = 7
[security]
critical_from = "paired"
agents_may_type = true
"""


def test_milliseconds_become_seconds_and_words_become_rules(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(GIVEN)
    policy = policy_of(load(tmp_path / "config.toml"))
    guards = policy.guards
    assert (guards.decision, guards.minor, guards.hold) == (0.25, 0.1, 2.0)
    assert policy.gate == 7.0
    assert policy.order is Order.OLDEST
    assert policy.access.agents_may_type
    assert policy.access.critical_from is CriticalFrom.PAIRED
