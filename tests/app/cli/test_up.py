"""`qd up`: starts one daemon, or says in a sentence why not."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.app.cli.run_qd import run_qd
from tests.stage.until import PATIENCE, until

from quarterdeck.app.running_daemon import running


@pytest.mark.alone
def test_a_daemon_starts_says_where_and_stops_within_two_seconds(empty: Path) -> None:
    up = run_qd(empty, "up", "--detach")
    assert up.returncode == 0, up.stderr
    found = json.loads(run_qd(empty, "status", "--json").stdout)
    assert f"is running at {found['url']} (pid {found['pid']})" in up.stdout
    again = run_qd(empty, "up")
    assert again.returncode == 0
    assert f"already running at {found['url']} (pid {found['pid']})" in again.stdout
    assert f"{found['url']}/#code=" in again.stdout
    began = time.monotonic()
    assert run_qd(empty, "down").stdout == "Quarterdeck is stopped.\n"
    assert time.monotonic() - began < 3  # two for the daemon, the rest for the command itself
    assert running(empty / "daemon") is None
    assert (empty / "down").exists()
    assert not (empty / "api.sock").exists()
    assert run_qd(empty, "up", "--from-hook").returncode == 1
    assert run_qd(empty, "down").stdout.startswith("Quarterdeck is not running; hooks will not")


@pytest.mark.parametrize("words", [["up"], ["up", "--detach"]])
def test_a_taken_port_of_ones_own_choice_is_one_sentence_and_a_failure(
    empty: Path, words: list[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (empty / "config.toml").write_text(f"[http]\nport = {port}\n")
        told = run_qd(empty, *words)
    assert told.returncode == 1
    assert told.stderr == (
        f"qd: Port {port} on 127.0.0.1 cannot be used: Address already in use.\n"
        f"    Stop the program that uses it, or set [http] port in {empty}/config.toml.\n"
    )
    assert running(empty / "daemon") is None


def test_what_it_says_also_goes_through_a_pipe(empty: Path) -> None:
    daemon = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck", "up"],
        env={**os.environ, "QUARTERDECK_HOME": str(empty)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert daemon.stdout
    said = [daemon.stdout.readline() for _ in range(2)]
    daemon.terminate()
    daemon.communicate(timeout=PATIENCE)
    assert said[0].startswith("Quarterdeck ")
    assert "/#code=" in said[1]
    assert daemon.returncode == 0


def test_after_an_update_a_daemon_in_the_background_is_started_again(empty: Path) -> None:
    run_qd(empty, "up", "--detach")
    old = running(empty / "daemon")
    assert old
    assert "already running" in run_qd(empty, "up", "--detach").stdout
    _pretend_update(empty)
    assert "it is older than the installed version" in run_qd(empty, "up").stdout
    assert "  update    it is older than the installed version; " in run_qd(empty, "status").stdout
    checks = json.loads(run_qd(empty, "doctor", "--json").stdout)
    (daemon,) = [c for c in checks if c["name"] == "daemon"]
    assert (daemon["verdict"], daemon["remedy"]) == ("warn", "Run `qd restart`.")
    told = run_qd(empty, "up", "--detach")
    assert told.stdout.startswith("Quarterdeck was updated and restarted.\n")
    new = running(empty / "daemon")
    assert new
    assert new.pid != old.pid
    run_qd(empty, "down")


def _pretend_update(home: Path) -> None:
    """Let the daemon say that it runs from other files than there are now."""
    said = json.loads((home / "daemon").read_text())
    (home / "daemon").write_text(json.dumps(said | {"sources": "older"}))


def test_the_page_opens_in_a_browser_where_there_is_a_display(empty: Path) -> None:
    display = {"DISPLAY": ":7", "BROWSER": f"sh -c 'echo %s > {empty}/opened'"}
    display |= {"SSH_CONNECTION": "", "SSH_TTY": ""}
    told = run_qd(empty, "up", "--detach", "--open", **display)
    assert "  page     opened in your browser\n" in told.stdout
    opened = empty / "opened"
    until(lambda: opened.exists() and opened.read_text(), 5, lambda: "nothing was opened")
    found = running(empty / "daemon")
    assert found
    assert opened.read_text().startswith(f"{found.url}/#code=")
    assert "page is open at" in run_qd(empty, "open", **display).stdout
    run_qd(empty, "down")


# The socket is descriptor 3, and the pid that it is meant for is the daemon's own.
AS_A_MANAGER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.executable, [sys.executable, "-m", "quarterdeck", "up", "--background"])
"""


def test_a_port_that_a_service_manager_holds_is_taken_over(empty: Path) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        port = held.getsockname()[1]
        words = [sys.executable, "-c", AS_A_MANAGER, str(held.fileno())]
        daemon = subprocess.Popen(
            words,
            env={**os.environ, "QUARTERDECK_HOME": str(empty)},
            pass_fds=[held.fileno()],
            stdout=subprocess.PIPE,
        )
        until(lambda: (f := running(empty / "daemon")) and f.url, 10, lambda: "it does not start")
        assert run_qd(empty, "status").returncode == 0
        found = running(empty / "daemon")
        assert found
        assert found.url == f"http://127.0.0.1:{port}"
        daemon.terminate()
        out, _ = daemon.communicate(timeout=PATIENCE)
        assert out == b""
        with socket.create_connection(("127.0.0.1", port), 2):
            pass  # it is held while we are away


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (
            "[http]\nprot = 1\n",
            "line 2: [http] prot is not known; there are: host, port, keyboard_calls.",
        ),
        ("[http]\nport = -1\n", "line 2: [http] port must be from 0 to 65535."),
        ("[http\n", "is not TOML"),
        ('[http]\nport = 0\nhost = "0.0.0.0"\n', "line 3: [http] host must be this machine itself"),
        ('[[risk.patterns]]\nregex = "("\nlevel = "high"\n', "is not an expression"),
    ],
)
def test_settings_that_make_no_sense_start_nothing(empty: Path, settings: str, why: str) -> None:
    (empty / "config.toml").write_text(settings)
    told = run_qd(empty, "up")
    assert told.returncode == 1
    assert told.stderr.startswith("qd: ")
    assert why in told.stderr
    assert len(told.stderr.splitlines()) <= 2


def test_a_journal_that_cannot_be_opened_is_one_sentence(empty: Path) -> None:
    (empty / "journal.db").mkdir()
    told = run_qd(empty, "up")
    assert told.returncode == 1
    assert told.stderr.startswith(f"qd: The journal {empty}/journal.db cannot be opened: ")
    assert "Traceback" not in told.stderr


def test_a_daemon_in_the_background_runs_nothing_that_lies_where_it_was_started(
    empty: Path, tmp_path: Path
) -> None:
    for module in ("quarterdeck", "secrets", "logging"):
        (tmp_path / f"{module}.py").write_text(f"open({str(empty / module)!r}, 'w')")
    program = Path(sys.executable).with_name("qd")
    home = {**os.environ, "QUARTERDECK_HOME": str(empty)}
    subprocess.run([program, "up", "--detach"], env=home, cwd=tmp_path, check=True)
    found = running(empty / "daemon")
    assert found
    assert Path(f"/proc/{found.pid}/cwd").readlink() == empty
    assert run_qd(empty, "down").returncode == 0
    assert not {file.stem for file in tmp_path.iterdir()} & {file.name for file in empty.iterdir()}


def test_a_daemon_that_was_killed_leaves_nothing_in_the_way(empty: Path) -> None:
    run_qd(empty, "up", "--detach")
    found = running(empty / "daemon")
    assert found
    os.kill(found.pid, 9)
    until(lambda: not running(empty / "daemon"), 5, lambda: "it does not die")
    assert (empty / "api.sock").exists()
    assert run_qd(empty, "up", "--detach").returncode == 0
    assert run_qd(empty, "status").returncode == 0
    assert run_qd(empty, "down").returncode == 0
