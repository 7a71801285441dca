"""Live tests run the real Claude Code, the newest and the oldest that we support."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.versions import NEWEST, OLDEST


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where something differs by version, test the oldest too."""
    marked = {mark.name for mark in metafunc.definition.iter_markers()}
    each = "each_version" in marked and "newest_version" not in marked
    if each and "version" in metafunc.fixturenames:
        metafunc.parametrize("version", [NEWEST, OLDEST], ids=["newest", "oldest"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.live)


@pytest.fixture
def lab() -> Iterator[Lab]:
    """A laboratory of its own for one test."""
    with Lab() as lab:
        yield lab


@pytest.fixture
def version() -> str:
    """The version of Claude Code that a test runs with."""
    return NEWEST


@pytest.fixture
def daemon(lab: Lab) -> Iterator[LiveDaemon]:
    """A running Quarterdeck to which the laboratory's agents are connected."""
    daemon = LiveDaemon(lab)
    daemon.up()
    daemon.connect()
    yield daemon
    daemon.close()
