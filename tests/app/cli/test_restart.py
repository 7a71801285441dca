"""`qd restart`: another daemon, the same asks."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.app.cli.conftest import Qd
from tests.app.cli.run_qd import run_qd
from tests.stage.agent_name import called_claude

from quarterdeck.app.running_daemon import running


def test_it_runs_again_or_for_the_first_time(empty: Path) -> None:
    qd = partial(run_qd, empty)
    (empty / "down").touch()
    assert qd("restart").returncode == 0
    first = running(empty / "daemon")
    assert first
    assert not (empty / "down").exists()
    told = qd("restart")
    second = running(empty / "daemon")
    assert second
    assert second.pid != first.pid
    assert f"(pid {second.pid})" in told.stdout
    (empty / "config.toml").write_text("[http\n")
    wrong = qd("restart")
    assert (wrong.returncode, wrong.stderr.splitlines()[1]) == (1, "    Nothing was stopped.")
    assert running(empty / "daemon") == second
    (empty / "config.toml").write_text("")
    qd("down")


def test_an_agent_may_not_restart_it(qd_at: Callable[[Path], Qd], empty: Path) -> None:
    with called_claude():
        told = qd_at(empty)("restart")
    assert (told.code, told.err) == (1, "qd: An agent may not do this; a person must.\n")
