"""One daemon with an open network door, on this machine, for all tests of the door."""

from collections.abc import Iterator

import pytest
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.device import Door, door_of

SETTINGS = "[tkeyboard]\nenabled = true\nport = 0\n[display]\nguard_ms = 0\nhold_ms = 200\n"


@pytest.fixture(scope="session")
def daemon() -> Iterator[StagedDaemon]:
    with staged_daemon(settings=SETTINGS) as daemon:
        yield daemon


@pytest.fixture(scope="session")
def door(daemon: StagedDaemon) -> Iterator[Door]:
    with door_of(daemon) as door:
        yield door
