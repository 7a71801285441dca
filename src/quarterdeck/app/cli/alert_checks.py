"""What `qd doctor` says about alerts: which channels there are, and whether they get through."""

from collections.abc import Iterator

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import age
from quarterdeck.app.doctor_checks import Check

_REMEDY = "`qd alert test {}` tries it again; [alerts] in the settings turns it off."


def alert_checks(client: Client) -> Iterator[Check]:
    """One for each channel; not a word where no daemon runs."""
    try:
        channels = client.list("/api/alerts")
    except Trouble:
        return
    for one in channels:
        if one["channel"] != "page":  # which only stands in for the desktop
            yield _check(one)


def _check(one: dict[str, object]) -> Check:
    if one["why"]:
        found = f"nobody is told through {one['where']}: {one['why']}"
        return Check("alerts", "warn", found, _REMEDY.format(one["channel"]))
    last = f"told {age(float(str(one['sent'])))} ago" if one["sent"] else "nothing told yet"
    return Check("alerts", "ok", f"{one['where']}, {last}", "")
