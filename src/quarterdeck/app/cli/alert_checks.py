"""What `qd doctor` reports about alerts: the channels, and whether they work."""

from collections.abc import Iterator

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import age
from quarterdeck.app.doctor_checks import Check

_REMEDY = "Try it with `qd alert test {}`, or turn it off in the settings, under [alerts]."


def alert_checks(client: Client) -> Iterator[Check]:
    """One per channel; none if no daemon is running."""
    try:
        channels = client.list("/api/alerts")
    except Trouble:
        return
    for one in channels:
        if one["channel"] != "page":  # it only replaces the desktop
            yield _check(one)


def _check(one: dict[str, object]) -> Check:
    if one["why"]:
        found = f"{one['where']} does not work: {one['why']}"
        return Check("alerts", "warn", found, _REMEDY.format(one["channel"]))
    last = f"last alert {age(float(str(one['sent'])))} ago" if one["sent"] else "no alert yet"
    return Check("alerts", "ok", f"{one['where']}, {last}", "")
