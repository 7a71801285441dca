"""Moments as people write them."""

from datetime import UTC, datetime, timedelta

import pytest

from quarterdeck.app.cli.moments import moment

NOW = datetime(2026, 11, 15, 10, 0).astimezone()
MIDNIGHT = NOW.replace(hour=0)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("30min", NOW - timedelta(minutes=30)),
        ("1.5h", NOW - timedelta(minutes=90)),
        ("2d", NOW - timedelta(days=2)),
        ("1 w", NOW - timedelta(days=7)),
        ("today", MIDNIGHT),
        ("Yesterday", MIDNIGHT - timedelta(days=1)),
        ("09:30", MIDNIGHT.replace(hour=9, minute=30)),
        ("23:30", MIDNIGHT - timedelta(minutes=30)),  # today it is yet to come
        ("2026-11-14", datetime(2026, 11, 14).astimezone()),
        ("2026-11-14 09:30", datetime(2026, 11, 14, 9, 30).astimezone()),
        ("2026-11-14T09:30", datetime(2026, 11, 14, 9, 30).astimezone()),
    ],
)
def test_what_is_meant(text: str, meant: datetime) -> None:
    assert moment(text, NOW).astimezone(UTC) == meant.astimezone(UTC)


@pytest.mark.parametrize("text", ["", "soon", "3", "25:00", "2026-13-01", "-2d", "2 days ago"])
def test_what_nobody_can_understand_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no time"):
        moment(text, NOW)
