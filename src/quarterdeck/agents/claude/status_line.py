"""What the status line's input contains: cost, context, limits, model. No hook has these."""

import time
from collections.abc import Mapping

from quarterdeck.agents.claude.hook_asks import shown
from quarterdeck.agents.claude.wire import directory_of, id_of
from quarterdeck.domain.sessions import Facts

_WINDOWS = {"five_hour": "5 h", "seven_day": "7 d"}


def facts_of(payload: Mapping[str, object]) -> Facts:
    """The facts in a status line's input."""
    model = _table(payload, "model")
    return Facts(
        agent_session=id_of(payload, "session_id") or None,
        cwd=directory_of(payload) or None,
        model=shown(id_of(model, "display_name")) or None,
        version=shown(id_of(payload, "version")) or None,
        cost=_number(_table(payload, "cost"), "total_cost_usd"),
        context=_number(_table(payload, "context_window"), "used_percentage"),
        limits=_limits(_table(payload, "rate_limits")),
    )


def _limits(limits: Mapping[str, object]) -> str | None:
    """How much of each limit is used, and when it is reset if that is known."""
    parts = [_limit(name, _table(limits, key)) for key, name in _WINDOWS.items() if key in limits]
    return " · ".join(part for part in parts if part) or None


def _limit(name: str, limit: Mapping[str, object]) -> str:
    used, reset = _number(limit, "used_percentage"), _number(limit, "resets_at")
    if used is None:
        return ""
    when = _clock(reset) if reset else ""
    return f"{name} {used:.0f} %" + (f", resets {when}" if when else "")


def _clock(at: float) -> str:
    """The time of day; empty for a time that no clock shows."""
    try:
        return time.strftime("%H:%M", time.localtime(at))
    except (ValueError, OverflowError, OSError):
        return ""


def _table(payload: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def _number(table: Mapping[str, object], key: str) -> float | None:
    value = table.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
