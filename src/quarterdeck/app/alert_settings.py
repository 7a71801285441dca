"""The settings of alerts: a table per channel, each with the same keys for when."""

import re
from dataclasses import dataclass, field
from typing import Literal

Risks = Literal["any", "low", "medium", "high", "critical"]
Asks = Literal["decisions", "attention", "all"]

_HOURS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d) ?[-–] ?([01]?\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertWhen:
    """When a channel is due."""

    what: Asks = "decisions"
    wait_s: float = 20
    risk: Risks = "any"
    away: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DesktopAlerts(AlertWhen):
    """Desktop notifications."""

    enabled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TmuxAlerts(AlertWhen):
    """A message and the bell in the tmux client the person uses."""

    enabled: bool = False
    bell: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NtfyAlerts(AlertWhen):
    """A topic of an ntfy server."""

    url: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAlerts(AlertWhen):
    """One service, by its Apprise address."""

    name: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Alerts:
    """How an ask reaches a person who looks elsewhere."""

    quiet_hours: str = ""
    show_text: bool = False
    address: str = ""
    desktop: DesktopAlerts = field(default_factory=DesktopAlerts)
    tmux: TmuxAlerts = field(default_factory=TmuxAlerts)
    ntfy: NtfyAlerts = field(default_factory=NtfyAlerts)
    services: tuple[ServiceAlerts, ...] = ()


def hours_in(text: str) -> tuple[float, float] | None:
    """From and to, in seconds since midnight; None if the text is not like that."""
    found = _HOURS.fullmatch(text.strip())
    if found is None:
        return None
    begin_h, begin_m, end_h, end_m = map(int, found.groups())
    return begin_h * 3600.0 + begin_m * 60, end_h * 3600.0 + end_m * 60


def mistake_in(alerts: Alerts) -> tuple[str, str, str] | None:
    """The first invalid value: its section, its key, and what it must be."""
    if alerts.quiet_hours and hours_in(alerts.quiet_hours) is None:
        return "alerts", "quiet_hours", 'must be like "22:00-07:00"'
    for section, key, url in (
        ("alerts", "address", alerts.address),
        ("alerts.ntfy", "url", alerts.ntfy.url),
    ):
        if url and not re.fullmatch(r"https?://[^\s/]+(/\S*)?", url):
            return section, key, "must be an address that begins with http:// or https://"
    if "@" in alerts.ntfy.url:
        return "alerts.ntfy", "url", "must hold no name and no password; `token` is for that"
    if alerts.ntfy.token and not re.fullmatch(r"[!-~]+", alerts.ntfy.token):
        return "alerts.ntfy", "token", "must be one word"
    if alerts.ntfy.url and not re.fullmatch(r"https?://[^/]+(/.*)?/[-\w]{1,64}/?", alerts.ntfy.url):
        return "alerts.ntfy", "url", 'must end with a topic, like "https://ntfy.sh/my-topic"'
    return _mistake_in_services(alerts.services)


def _mistake_in_services(services: tuple[ServiceAlerts, ...]) -> tuple[str, str, str] | None:
    taken = {"desktop", "tmux", "ntfy", "page"}
    for service in services:
        if not re.fullmatch(r"[\w-]{1,40}", service.name):
            return "alerts.services", "name", "must be one word, and every service needs one"
        if service.name in taken:
            return "alerts.services", "name", f"must not be {service.name!r} a second time"
        if "://" not in service.url:
            return "alerts.services", "url", 'must be an Apprise address, like "pover://…"'
        taken.add(service.name)
    return None
