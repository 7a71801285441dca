"""Moments in the past, as people write them: 30min, 3d, yesterday, 09:30, 2026-11-14 09:30."""

import re
from datetime import datetime, timedelta

_AGO = re.compile(r"(\d{1,6}(?:\.\d+)?)\s*(s|sec|m|min|h|d|w)", re.IGNORECASE)
_SECONDS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604800}
_DAYS = {"today": 0, "yesterday": 1}
_WRITTEN = ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S")


def moment(text: str, now: datetime) -> datetime:
    """The moment that is meant, in the person's own time; raises ValueError."""
    word = text.strip().lower()
    if ago := _AGO.fullmatch(word):
        return now - timedelta(seconds=float(ago[1]) * _SECONDS[ago[2]])
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if word in _DAYS:
        return midnight - timedelta(days=_DAYS[word])
    for form in _WRITTEN:
        if found := _read(text.strip().replace("t", "T"), form):
            return found
    if clock := _read(word, "%H:%M"):
        today = midnight.replace(hour=clock.hour, minute=clock.minute)
        return today if today <= now else today - timedelta(days=1)
    raise ValueError(f"{text!r} is no time that is understood")


def _read(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form).astimezone()
    except ValueError:
        return None
