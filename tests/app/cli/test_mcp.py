"""`qd mcp`: relays for the home it runs in."""

import json
import subprocess
import sys

from tests.stage.daemon import StagedDaemon


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
