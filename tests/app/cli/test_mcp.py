"""`qd mcp`: relays for the home it runs in."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.stage.daemon import StagedDaemon

from quarterdeck.app.cli import mcp
from quarterdeck.app.paths import Paths


def test_it_reaches_the_daemon_of_its_home(daemon: StagedDaemon) -> None:
    ping = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping"})
    with subprocess.Popen(
        [sys.executable, "-m", "quarterdeck", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"QUARTERDECK_HOME": str(daemon.home)},
        text=True,
    ) as relay:
        assert relay.stdin
        assert relay.stdout
        relay.stdin.write(ping + "\n")
        relay.stdin.flush()
        told = json.loads(relay.stdout.readline())
        relay.stdin.close()
    assert (told["id"], told["result"]) == (7, {})
    assert relay.returncode == 0


def test_without_its_variables_the_daemon_is_looked_for_where_it_usually_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(mcp, "RUNTIME", tmp_path)
    state = tmp_path / "state"
    where = Paths(tmp_path / "config.toml", state, state, None)
    usual = tmp_path / str(os.getuid()) / "quarterdeck" / "mcp.sock"
    assert mcp.socket_of(where) == where.mcp
    usual.parent.mkdir(parents=True)
    usual.touch()
    assert mcp.socket_of(where) == usual
    assert mcp.socket_of(replace(where, home=state)) == where.mcp
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert mcp.socket_of(where) == where.mcp
