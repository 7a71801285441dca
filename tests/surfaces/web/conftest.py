"""A daemon and a browser per module; whatever a test did to them is undone after it."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.stage.browser import Tabs, chromium
from tests.stage.daemon import StagedDaemon


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


@pytest.fixture(scope="module")
def module_daemon() -> Iterator[StagedDaemon]:
    """A daemon that lasts as long as a module."""
    # Short, since sockets live below it and their paths may have 107 bytes.
    home, work = (Path(tempfile.mkdtemp(prefix="qdw-", dir="/tmp")) for _ in range(2))
    daemon = StagedDaemon(home, work)
    daemon.up()
    yield daemon
    daemon.down()
    shutil.rmtree(home)
    shutil.rmtree(work)


@pytest.fixture
def daemon(module_daemon: StagedDaemon) -> Iterator[StagedDaemon]:
    """The module's daemon, without any agent yet."""
    yield module_daemon
    module_daemon.clear()
