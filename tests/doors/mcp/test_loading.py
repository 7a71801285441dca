"""What MCP needs is loaded when somebody wants it, and missed with a sentence."""

import json
import os
import subprocess
import sys

from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon

from quarterdeck.doors.mcp.loading import NOT_INSTALLED

WITHOUT = """
import asyncio, sys
sys.modules["mcp"] = None
from quarterdeck.doors.mcp.loading import Loading

async def main():
    loading = Loading(None, None, None, None, None)
    async with asyncio.TaskGroup() as group:
        group.create_task(loading.run())
        print(await loading.served())

asyncio.run(main())
"""


def test_whoever_needs_it_is_told_what_is_missing() -> None:
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    assert told.stdout == "None\n"
    assert "pip install 'quarterdeck[mcp]'" in NOT_INSTALLED


def test_a_daemon_nobody_called_has_not_loaded_it() -> None:
    loads = "import sys, quarterdeck.app.wiring; print([m for m in sys.modules if m in %r])"
    words = [sys.executable, "-c", loads % (["mcp", "pydantic", "httpx2"],)]
    told = subprocess.run(words, capture_output=True, text=True, check=True, env=dict(os.environ))
    assert told.stdout == "[]\n"


def test_the_first_call_waits_for_it(daemon: StagedDaemon) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    accepts = "application/json, text/event-stream"
    status, told = call(
        daemon, "POST", "/mcp", hello, Accept=accepts, Content_Type="application/json"
    )
    assert status == 200
    [data] = [line for line in told.splitlines() if line.startswith("data: ")]
    assert json.loads(data.removeprefix("data: "))["result"]["serverInfo"]["name"] == "quarterdeck"
