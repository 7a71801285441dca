"""The alert channels in the settings: the rule and the adapter of each."""

import time
from collections.abc import Callable

from quarterdeck.app.alert_settings import Alerts, AlertWhen, hours_in
from quarterdeck.domain.alerts import DESKTOP, AlertPolicy, AlertRule, QuietHours, What
from quarterdeck.domain.ids import AlertChannel
from quarterdeck.domain.risk import Level
from quarterdeck.ports import Alerter
from quarterdeck.terminals.tmux.bridge import TmuxBridge

TMUX = AlertChannel("tmux")
NTFY = AlertChannel("ntfy")


def alert_policy(alerts: Alerts) -> AlertPolicy:
    """The rules of all channels, and the quiet hours."""
    hours = hours_in(alerts.quiet_hours)
    quiet = QuietHours(*hours, time_of_day) if hours else None
    return AlertPolicy(tuple(_rule(name, when) for name, when in _wanted(alerts).items()), quiet)


def alerters(
    alerts: Alerts, *, on_a_mac: bool, bridge: Callable[[], TmuxBridge]
) -> dict[AlertChannel, Alerter]:
    """The adapter of each channel that is on."""
    found: dict[AlertChannel, Alerter] = {}
    if alerts.desktop.enabled:
        from quarterdeck.surfaces.desktop.link import NotifySend, Osascript

        found[DESKTOP] = Osascript() if on_a_mac else NotifySend()
    if alerts.tmux.enabled:
        from quarterdeck.terminals.tmux.alerter import TmuxAlerter

        found[TMUX] = TmuxAlerter(bridge, bell=alerts.tmux.bell)
    if alerts.ntfy.url:
        from quarterdeck.surfaces.push.ntfy.link import Ntfy

        found[NTFY] = Ntfy(alerts.ntfy.url, alerts.ntfy.token)
    for one in alerts.services:
        from quarterdeck.surfaces.push.services import Service

        found[AlertChannel(one.name)] = Service(one.url)
    return found


def time_of_day(now: float) -> float:
    """The local time, in seconds since midnight."""
    local = time.localtime(now)
    return local.tm_hour * 3600.0 + local.tm_min * 60.0 + local.tm_sec + now % 1


def _wanted(alerts: Alerts) -> dict[AlertChannel, AlertWhen]:
    """The settings of each channel that is on."""
    found: dict[AlertChannel, AlertWhen] = {}
    if alerts.desktop.enabled:
        found[DESKTOP] = alerts.desktop
    if alerts.tmux.enabled:
        found[TMUX] = alerts.tmux
    if alerts.ntfy.url:
        found[NTFY] = alerts.ntfy
    return found | {AlertChannel(one.name): one for one in alerts.services}


def _rule(channel: AlertChannel, when: AlertWhen) -> AlertRule:
    least = None if when.risk == "any" else Level(when.risk)
    return AlertRule(channel, What(when.what), float(when.wait_s), least, when.away)
