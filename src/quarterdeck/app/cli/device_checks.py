"""What `qd doctor` reports about devices: those whose token a second one has."""

import time
from collections.abc import Iterator

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.devices import remedy, taken_over
from quarterdeck.app.doctor_checks import Check

WORRYING = 7 * 24 * 3600.0  # seconds; `qd devices` tells it for as long as the device has access


def device_checks(client: Client) -> Iterator[Check]:
    """One for each of them, while a daemon runs."""
    try:
        found = client.list("/api/devices")
    except Trouble:
        return
    since = time.time() - WORRYING
    for device in found:
        if float(str(device["taken_over"] or 0)) > since:
            yield Check("devices", "warn", taken_over(device), remedy(device))
