"""One daemon for all commands, since most of them only look; and a way to give them."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.doors.http.stage import Harbour
from tests.surfaces.web.stage import House
from tests.terminals.tmux.crew import Mate, Ship

from quarterdeck.app.cli.main import main


@dataclass(frozen=True)
class Told:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str


Qd = Callable[..., Told]


def a_place() -> Path:
    # Short, since sockets live below it and their paths may have 107 bytes.
    return Path(tempfile.mkdtemp(prefix="qdc-", dir="/tmp"))


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    root = a_place()
    house = House(root)
    house.up()
    yield house
    house.down()
    shutil.rmtree(root)


@pytest.fixture(scope="session")
def harbour(house: House) -> Iterator[Harbour]:
    """The same daemon beside a tmux server."""
    ship = Ship(house.home)
    yield Harbour(house, ship)
    ship.close()


@pytest.fixture(scope="session")
def mate(harbour: Harbour) -> tuple[Mate, str]:
    """An idle composer in a pane, and the id of its session."""
    mate, session = harbour.mate("mate")
    harbour.wait_state(mate, "idle")
    return mate, session


@pytest.fixture
def empty() -> Iterator[Path]:
    """A home in which nothing ever ran."""
    root = a_place()
    (root / "config.toml").write_text("[http]\nport = 0\n")
    yield root
    shutil.rmtree(root)


@pytest.fixture
def qd_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[Path], Qd]:
    """Commands in a home."""

    def at(home: Path) -> Qd:
        def qd(*words: str) -> Told:
            monkeypatch.setenv("QUARTERDECK_HOME", str(home))
            capsys.readouterr()
            try:
                code = main(words)
            except SystemExit as end:
                code = int(str(end.code))
            told = capsys.readouterr()
            return Told(code, told.out, told.err)

        return qd

    return at


@pytest.fixture
def qd(qd_at: Callable[[Path], Qd], house: House) -> Qd:
    """Commands to the one daemon."""
    return qd_at(house.home)
