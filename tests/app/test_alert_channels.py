"""The channels that the settings name."""

import time
from typing import Any

import pytest

from quarterdeck.app.alert_channels import alert_policy, alerters, time_of_day
from quarterdeck.app.settings import read
from quarterdeck.domain.alerts import AlertRule, What
from quarterdeck.domain.ids import AlertChannel
from quarterdeck.domain.risk import Level

ALL = """
[alerts]
quiet_hours = "22:00-07:00"
[alerts.tmux]
enabled = true
[alerts.ntfy]
url = "https://ntfy.example.org/my-topic"
token = "tk_secret"
risk = "high"
wait_s = 60
[[alerts.services]]
name = "phone"
url = "pover://user@secret"
"""


def nowhere() -> Any:
    raise AssertionError("nobody looks at tmux")


def test_each_channel_has_its_rule_and_its_adapter() -> None:
    alerts = read(ALL, "").alerts
    names = ["desktop", "tmux", "ntfy", "phone"]
    policy = alert_policy(alerts)
    assert [rule.channel for rule in policy.rules] == names
    assert policy.rules[2] == AlertRule(
        AlertChannel("ntfy"), What.DECISIONS, 60.0, Level.HIGH, away=True
    )
    found = alerters(alerts, on_a_mac=False, bridge=nowhere)
    assert list(found) == names
    assert "secret" not in " ".join(one.where for one in found.values())
    assert "osascript" in alerters(alerts, on_a_mac=True, bridge=nowhere)[names_of("desktop")].where


def names_of(name: str) -> AlertChannel:
    return AlertChannel(name)


def test_what_is_off_has_neither() -> None:
    alerts = read("[alerts.desktop]\nenabled = false", "").alerts
    assert alert_policy(alerts).rules == ()
    assert alerters(alerts, on_a_mac=False, bridge=nowhere) == {}


def test_quiet_hours_are_those_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "XXX-3")  # three hours before Greenwich's noon
    time.tzset()
    try:
        assert time_of_day(9 * 3600.5) == pytest.approx(12 * 3600 + 4.5)
        quiet = alert_policy(read(ALL, "").alerts).quiet
        assert quiet is not None
        assert quiet.left(20 * 3600.0) == pytest.approx(8 * 3600)
    finally:
        monkeypatch.undo()
        time.tzset()
