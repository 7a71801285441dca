"""One daemon with an open network door, on this machine, for all tests of the door."""

from collections.abc import Iterator

import pytest
from tests.stage.daemon import StagedDaemon
from tests.stage.device import Door, daemon_with_door, door_of


@pytest.fixture(scope="session")
def daemon() -> Iterator[StagedDaemon]:
    with daemon_with_door() as daemon:
        yield daemon


@pytest.fixture(scope="session")
def door(daemon: StagedDaemon) -> Iterator[Door]:
    with door_of(daemon) as door:
        yield door
