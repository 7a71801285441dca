"""A daemon and a tmux server of its own for every test, or a daemon for all of a module."""

from collections.abc import Iterator

import pytest
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.tmux import tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon


@pytest.fixture
def tmux_daemon() -> Iterator[TmuxDaemon]:
    with staged_daemon() as daemon, tmux_server_in(daemon.home) as tmux_server:
        yield TmuxDaemon(daemon, tmux_server)


@pytest.fixture(scope="module")
def daemon() -> Iterator[StagedDaemon]:
    with staged_daemon() as daemon:
        yield daemon
