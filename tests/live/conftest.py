"""Live tests run the real Claude Code, the newest and the oldest that we support."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.versions import NEWEST, OLDEST


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give `version`: the newest; the oldest too where something differs by version."""
    if "version" in metafunc.fixturenames:
        each = metafunc.definition.get_closest_marker("each_version") is not None
        versions = {"newest": NEWEST, **({"oldest": OLDEST} if each else {})}
        metafunc.parametrize("version", versions.values(), ids=versions)


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
def daemon(lab: Lab) -> Iterator[LiveDaemon]:
    """A running Quarterdeck to which the laboratory's agents are connected."""
    daemon = LiveDaemon(lab)
    daemon.up()
    daemon.connect()
    yield daemon
    daemon.close()
