"""The relay between an agent's pipes and the daemon, beside a daemon that is played."""

import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.stage.agent_name import called_claude
from tests.stage.until import PATIENCE

from quarterdeck.app import mcp_relay
from quarterdeck.doors.mcp.relays import LONGEST_LINE

Json = dict[str, Any]
HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
ASK = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_human"}}
TOLD = {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}


class Played:
    """A daemon, as the relay sees it."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self._door = socket.socket(socket.AF_UNIX)
        self._door.settimeout(PATIENCE)
        self._door.bind(str(path))
        self._door.listen()

    def meets(self) -> None:
        self._line, _ = self._door.accept()
        self._line.settimeout(PATIENCE)
        self._file = self._line.makefile("rwb")

    def hears(self) -> Json:
        found: Json = json.loads(self._file.readline())
        return found

    def hears_nothing(self) -> bool:
        return self._file.readline() == b""

    def says(self, message: Json) -> None:
        self._file.write(json.dumps(message).encode() + b"\n")
        self._file.flush()

    def dies(self) -> None:
        self._file.close()
        self._line.close()
        self._door.close()


class AgentsEnd:
    """An agent that runs the relay."""

    def __init__(self, path: Path) -> None:
        pipe = subprocess.PIPE
        self.relay = subprocess.Popen(mcp_relay.words(path), stdin=pipe, stdout=pipe)

    def says(self, message: Json | bytes) -> None:
        assert self.relay.stdin
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.relay.stdin.write(line + b"\n")
        self.relay.stdin.flush()

    def hears(self) -> Json:
        assert self.relay.stdout
        found: Json = json.loads(self.relay.stdout.readline())
        return found

    def leaves(self) -> int:
        assert self.relay.stdin
        assert self.relay.stdout
        self.relay.stdin.close()
        code = self.relay.wait(PATIENCE)
        self.relay.stdout.close()
        return code


@contextmanager
def running(path: Path) -> Iterator[AgentsEnd]:
    agent = AgentsEnd(path)
    try:
        yield agent
    finally:
        assert agent.leaves() == 0


@pytest.fixture
def path(place: Path) -> Path:
    return place / "mcp.sock"


def test_an_answer_is_passed_on_and_then_told_to_be_taken(path: Path) -> None:
    daemon = Played(path)
    with running(path) as agent:
        daemon.meets()
        agent.says(ASK)
        assert daemon.hears() == ASK
        daemon.says(TOLD)
        assert agent.hears() == TOLD
        assert daemon.hears() == {
            "jsonrpc": "2.0",
            "method": "notifications/quarterdeck/taken",
            "params": {"requestId": 1},
        }
    daemon.dies()


def test_a_new_daemon_is_introduced_to_the_agent_and_asked_again(path: Path) -> None:
    daemon = Played(path)
    with running(path) as agent:
        daemon.meets()
        agent.says(HELLO)
        daemon.hears()
        daemon.says({"jsonrpc": "2.0", "id": 0, "result": {}})
        agent.hears()
        daemon.hears()
        agent.says(READY)
        agent.says(ASK)
        agent.says({**ASK, "id": 2})
        cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled"}
        agent.says({**cancelled, "params": {"requestId": 2}})
        while daemon.hears().get("method") != "notifications/cancelled":
            continue
        daemon.dies()

        daemon = Played(path)
        daemon.meets()
        assert daemon.hears() == {**HELLO, "id": "quarterdeck-relay"}
        assert daemon.hears() == READY
        assert daemon.hears() == ASK, "what was cancelled is not asked again"
        daemon.says({"jsonrpc": "2.0", "id": "quarterdeck-relay", "result": {}})
        daemon.says(TOLD)
        assert agent.hears() == TOLD, "the agent introduced itself only once"
    daemon.dies()


def test_an_agent_whose_requests_introduce_it_is_not_introduced_by_a_handshake(path: Path) -> None:
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    ask = {**ASK, "params": {"name": "ask_human", "_meta": meta}}
    daemon = Played(path)
    with running(path) as agent:
        daemon.meets()
        agent.says(HELLO)
        agent.says(ask)
        assert [daemon.hears(), daemon.hears()] == [HELLO, ask]
        daemon.dies()

        daemon = Played(path)
        daemon.meets()
        assert daemon.hears() == ask
    daemon.dies()


def test_without_a_daemon_the_agent_is_told_so(path: Path) -> None:
    with running(path) as agent:
        agent.says(HELLO)
        told = agent.hears()
    assert told["id"] == 0
    assert told["error"]["message"] == "Quarterdeck is not running; `qd up` starts it."


def test_what_an_agent_put_in_the_daemons_place_hears_nothing(path: Path) -> None:
    impostor = Played(path)
    with called_claude(), running(path) as agent:
        agent.says(ASK)
        assert "not running" in agent.hears()["error"]["message"]
        impostor.meets()
        assert impostor.hears_nothing()
    impostor.dies()


def test_a_line_that_is_no_message_is_answered_and_the_rest_goes_on(path: Path) -> None:
    daemon = Played(path)
    with running(path) as agent:
        daemon.meets()
        agent.says(b"\xff{]")
        assert agent.hears()["error"]["code"] == -32700
        agent.says(ASK)
        assert daemon.hears() == ASK
    daemon.dies()


def test_a_message_that_no_daemon_takes_is_refused_and_the_rest_goes_on(path: Path) -> None:
    daemon = Played(path)
    with running(path) as agent:
        daemon.meets()
        agent.says({**ASK, "id": 7, "params": "?" * mcp_relay.LONGEST})
        told = agent.hears()
        assert (told["id"], told["error"]["message"]) == (
            7,
            "A message has at most 16000000 bytes.",
        )
        agent.says(ASK)
        assert daemon.hears() == ASK
    daemon.dies()
    assert mcp_relay.LONGEST < LONGEST_LINE
