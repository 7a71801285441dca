"""What the doctor says about devices."""

import time
from typing import cast

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.cli.device_checks import WORRYING, device_checks


class Told:
    """A daemon that knows this device, or none that runs."""

    def __init__(self, taken_over: float | None, *, runs: bool = True) -> None:
        self._device = {"id": "device-1", "name": "T-Keyboard", "taken_over": taken_over}
        self._runs = runs

    def list(self, _: str) -> object:
        if not self._runs:
            raise Trouble("It does not run.", "", Exit.FAILED)
        return [self._device]


def found(taken_over: float | None, *, runs: bool = True) -> list[tuple[str, str, str]]:
    told = cast(Client, Told(taken_over, runs=runs))
    return [(c.verdict, c.found, c.remedy) for c in device_checks(told)]


def test_a_token_that_two_have_is_told_for_a_week() -> None:
    now = time.time()
    [(verdict, said, remedy)] = found(now - 3601)
    assert verdict == "warn"
    assert said == "T-Keyboard (device-1): a second device has its token (60 min)."
    assert "`qd devices --revoke device-1`" in remedy
    assert found(now - WORRYING - 1) == []


def test_where_all_is_well_or_nothing_runs_there_is_nothing_to_say() -> None:
    assert found(None) == []
    assert found(time.time(), runs=False) == []
