"""A daemon and a tmux server of its own for every test, or a daemon for all of a module."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stage.daemon import StagedDaemon
from tests.stage.tmux import TmuxServer
from tests.stage.tmux_daemon import TmuxDaemon


@pytest.fixture
def tmux_daemon() -> Iterator[TmuxDaemon]:
    # Short, since sockets live below it and their paths may have 107 bytes.
    root = Path(tempfile.mkdtemp(prefix="qdh-", dir="/tmp"))
    daemon, tmux_server = StagedDaemon(root), TmuxServer(root)
    daemon.up()
    yield TmuxDaemon(daemon, tmux_server)
    daemon.down()
    tmux_server.close()
    shutil.rmtree(root)


@pytest.fixture(scope="module")
def daemon() -> Iterator[StagedDaemon]:
    root = Path(tempfile.mkdtemp(prefix="qdh-", dir="/tmp"))
    daemon = StagedDaemon(root)
    daemon.up()
    yield daemon
    daemon.down()
    shutil.rmtree(root)
