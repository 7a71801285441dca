"""A daemon and a tmux server of its own for every test, or a daemon for all of a module."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.doors.http.stage import Harbour
from tests.surfaces.web.stage import House
from tests.terminals.tmux.crew import Ship


@pytest.fixture
def harbour() -> Iterator[Harbour]:
    # Short, since sockets live below it and their paths may have 107 bytes.
    root = Path(tempfile.mkdtemp(prefix="qdh-", dir="/tmp"))
    house, ship = House(root), Ship(root)
    house.up()
    yield Harbour(house, ship)
    house.down()
    ship.close()
    shutil.rmtree(root)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    root = Path(tempfile.mkdtemp(prefix="qdh-", dir="/tmp"))
    house = House(root)
    house.up()
    yield house
    house.down()
    shutil.rmtree(root)
