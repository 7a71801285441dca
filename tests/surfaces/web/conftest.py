"""A daemon and a browser per module; whatever a test did to them is undone after it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.stage.browser import Tabs, chromium
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.places import short_folder


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
    with short_folder() as work, staged_daemon(work) as daemon:
        yield daemon


@pytest.fixture
def daemon(module_daemon: StagedDaemon) -> Iterator[StagedDaemon]:
    """The module's daemon, without any agent yet."""
    yield module_daemon
    module_daemon.clear()
