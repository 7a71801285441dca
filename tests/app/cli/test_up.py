"""`qd up`: starts one daemon, or says in a sentence why not."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.live.lab.until import until

from quarterdeck.app.running_daemon import running


def qd(home: Path, *words: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "quarterdeck", *words],
        env={**os.environ, "QUARTERDECK_HOME": str(home), **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_a_daemon_starts_says_where_and_stops_within_two_seconds(empty: Path) -> None:
    up = qd(empty, "up", "--detach")
    assert up.returncode == 0, up.stderr
    found = json.loads(qd(empty, "status", "--json").stdout)
    assert f"is running at {found['url']} (pid {found['pid']})" in up.stdout
    again = qd(empty, "up")
    assert again.returncode == 0
    assert f"already running at {found['url']} (pid {found['pid']})" in again.stdout
    assert f"{found['url']}/#code=" in again.stdout
    began = time.monotonic()
    assert qd(empty, "down").stdout == "Quarterdeck is stopped.\n"
    assert time.monotonic() - began < 3  # two for the daemon, the rest for the command itself
    assert running(empty / "daemon") is None
    assert (empty / "down").exists()
    assert not (empty / "api.sock").exists()
    assert qd(empty, "up", "--from-hook").returncode == 1
    assert qd(empty, "down").stdout.startswith("Quarterdeck is not running; hooks will not")


@pytest.mark.parametrize("words", [["up"], ["up", "--detach"]])
def test_a_taken_port_is_one_sentence_and_a_failure(empty: Path, words: list[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (empty / "config.toml").write_text(f"[http]\nport = {port}\n")
        told = qd(empty, *words)
    assert told.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be used: Address already in use." in (
        told.stderr + (empty / "quarterdeck.log").read_text()
    )
    assert "Traceback" not in told.stderr
    assert running(empty / "daemon") is None


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("[http]\nprot = 1\n", "line 2: [http] prot is not known; there are: host, port."),
        ("[http]\nport = -1\n", "line 2: [http] port must be from 0 to 65535."),
        ("[http\n", "is no TOML"),
        ('[http]\nport = 0\nhost = "0.0.0.0"\n', "line 3: [http] host must be this machine itself"),
        ('[[risk.patterns]]\nregex = "("\nlevel = "high"\n', "is not an expression"),
    ],
)
def test_settings_that_make_no_sense_start_nothing(empty: Path, settings: str, why: str) -> None:
    (empty / "config.toml").write_text(settings)
    told = qd(empty, "up")
    assert told.returncode == 1
    assert told.stderr.startswith("qd: ")
    assert why in told.stderr
    assert len(told.stderr.splitlines()) <= 2


def test_a_journal_that_cannot_be_opened_is_one_sentence(empty: Path) -> None:
    (empty / "journal.db").mkdir()
    told = qd(empty, "up")
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
    assert qd(empty, "down").returncode == 0
    assert not {file.stem for file in tmp_path.iterdir()} & {file.name for file in empty.iterdir()}


def test_a_daemon_that_was_killed_leaves_nothing_in_the_way(empty: Path) -> None:
    qd(empty, "up", "--detach")
    found = running(empty / "daemon")
    assert found
    os.kill(found.pid, 9)
    until(lambda: not running(empty / "daemon"), 5, lambda: "it does not die")
    assert (empty / "api.sock").exists()
    assert qd(empty, "up", "--detach").returncode == 0
    assert qd(empty, "status").returncode == 0
    assert qd(empty, "down").returncode == 0
