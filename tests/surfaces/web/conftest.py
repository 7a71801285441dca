"""A daemon per test, a browser per module."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.live.browser import Tabs, chromium
from tests.surfaces.web.stage import House


# Not for longer than a module: while it is open, no asynchronous test can run.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def tabs(browser: Browser) -> Iterator[Tabs]:
    tabs = Tabs(browser)
    yield tabs
    tabs.close()


@pytest.fixture
def house() -> Iterator[House]:
    # Short, since sockets live below it and their paths may have 107 bytes.
    home = Path(tempfile.mkdtemp(prefix="qdw-", dir="/tmp"))
    house = House(home)
    house.up()
    yield house
    house.down()
    shutil.rmtree(home)
