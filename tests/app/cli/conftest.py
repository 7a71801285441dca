"""One daemon for all commands, since most of them only look; and a way to give them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.stage.daemon import StagedDaemon, staged_daemon
from tests.stage.tmux import ComposerPane, tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon

from quarterdeck.app.cli.main import main


@dataclass(frozen=True)
class Told:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str


Qd = Callable[..., Told]


@pytest.fixture(scope="session")
def daemon() -> Iterator[StagedDaemon]:
    with staged_daemon() as daemon:
        yield daemon


@pytest.fixture(scope="session")
def tmux_daemon(daemon: StagedDaemon) -> Iterator[TmuxDaemon]:
    """The same daemon beside a tmux server."""
    with tmux_server_in(daemon.home) as tmux_server:
        yield TmuxDaemon(daemon, tmux_server)


@pytest.fixture(scope="session")
def composer(tmux_daemon: TmuxDaemon) -> tuple[ComposerPane, str]:
    """An idle composer in a pane, and the id of its session."""
    composer, session = tmux_daemon.composer("mate")
    tmux_daemon.wait_state(composer, "idle")
    return composer, session


@pytest.fixture
def empty(place: Path) -> Path:
    """A home in which nothing ever ran."""
    (place / "config.toml").write_text("[http]\nport = 0\n")
    return place


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
def qd(qd_at: Callable[[Path], Qd], daemon: StagedDaemon) -> Qd:
    """Commands to the one daemon."""
    return qd_at(daemon.home)
