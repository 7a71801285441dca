"""Carries MCP messages between an agent's pipes and the daemon; survives its restarts.

Agents start one for each session, so it must be there at once: it imports the standard
library and the hook client, and knows of the protocol only what it needs to begin again
where it was.
"""

import json
import os
import select
import socket
import sys
import time
from pathlib import Path

import quarterdeck
from quarterdeck.hook import is_ours

TAKEN = "notifications/quarterdeck/taken"  # tells the daemon that the agent has this answer
OURS = "quarterdeck-relay"  # the id under which we introduce the agent again
# Stands in a request that introduces its agent itself.
ENVELOPE = "io.modelcontextprotocol/protocolVersion"
AGAIN_AFTER = 0.2  # seconds between two attempts to reach the daemon
WITHOUT_DAEMON = 3.0  # seconds for which a new request waits for one
COMES_BACK = 600.0  # seconds for which a call waits that a daemon had taken in
PIECE = 1 << 16
LONGEST = 16_000_000  # bytes of a message; the daemon hangs up on one that is longer
NOBODY = "Quarterdeck is not running; `qd up` starts it."


class Relay:
    """One agent's messages, and those of them that have no answer yet."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._line: socket.socket | None = None
        self._lost_at = time.monotonic()
        self._opening: tuple[bytes, dict[str, object]] | None = None  # how the agent began
        self._ready = b""  # and what it said after that
        self._unanswered: dict[str, bytes] = {}
        self._since: dict[str, float] = {}  # when those came that no daemon had yet
        self._from_agent = bytearray()
        self._from_daemon = b""

    def run(self) -> None:
        """Carry messages until the agent closes its end."""
        while True:
            if self._line is None:
                self._connect()
            ends: list[int | socket.socket] = [0] if self._line is None else [0, self._line]
            ready, _, _ = select.select(ends, [], [], None if self._line else AGAIN_AFTER)
            if 0 in ready and not self._hear_agent():
                return  # the daemon sees it, and withdraws what the agent asked
            if self._line in ready and self._line is not None:
                self._hear_daemon(self._line)
            if self._line is None:
                self._give_up()

    # The agent

    def _hear_agent(self) -> bool:
        piece = os.read(0, PIECE)
        self._from_agent += piece
        if b"\n" in piece:
            *lines, rest = bytes(self._from_agent).split(b"\n")
            self._from_agent = bytearray(rest)
            for line in lines:
                if line.strip():
                    self._take(line)
        return bool(piece)

    def _take(self, line: bytes) -> None:
        message = _read(line)
        if message is None:
            error = {"code": -32700, "message": "This line is no JSON-RPC message."}
            _tell_agent({"jsonrpc": "2.0", "id": None, "error": error})
            return
        if len(line) > LONGEST:
            error = {"code": -32600, "message": f"A message has at most {LONGEST} bytes."}
            _tell_agent({"jsonrpc": "2.0", "id": message.get("id"), "error": error})
            return
        method, name = message.get("method"), _name(message.get("id"))
        if method == "initialize":
            self._opening = line, message
        elif method == "notifications/initialized":
            self._ready = line
        elif method == "notifications/cancelled":
            params = message.get("params")
            self._forget(_name(params.get("requestId") if isinstance(params, dict) else None))
        elif self._opening and _introduces_itself(message):
            # The agent tried the handshake too, as one does that got no quick answer.
            self._forget(_name(self._opening[1].get("id")))
            self._opening, self._ready = None, b""
        if method is not None and "id" in message:
            self._unanswered[name] = line
            self._since[name] = time.monotonic()
        self._send(line)

    # The daemon

    def _connect(self) -> None:
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.connect(self._path)
            trusted = is_ours(line, os.getppid())
        except OSError:
            trusted = False
        if not trusted:
            line.close()
            return
        self._line, self._from_daemon = line, b""
        if self._opening and _name(self._opening[1].get("id")) not in self._unanswered:
            again = {**self._opening[1], "id": OURS}
            self._send(json.dumps(again).encode())
            if self._ready:
                self._send(self._ready)
        for request in list(self._unanswered.values()):
            self._send(request)

    def _send(self, line: bytes) -> None:
        if self._line is None:
            return
        try:
            self._line.sendall(line + b"\n")
        except OSError:
            self._lose()

    def _hear_daemon(self, line: socket.socket) -> None:
        try:
            piece = line.recv(PIECE)
        except OSError:
            piece = b""
        *lines, self._from_daemon = (self._from_daemon + piece).split(b"\n")
        for told in lines:
            self._pass_on(told)
        if not piece:
            self._lose()

    def _pass_on(self, line: bytes) -> None:
        message = _read(line)
        if message is None or message.get("id") == OURS:
            return
        _write(line)
        if "method" not in message:
            self._forget(_name(message.get("id")))
            taken = {"jsonrpc": "2.0", "method": TAKEN, "params": {"requestId": message.get("id")}}
            self._send(json.dumps(taken).encode())

    def _lose(self) -> None:
        """The daemon is gone; what it had taken in may wait for the next one."""
        if self._line is not None:
            self._line.close()
            self._line, self._lost_at = None, time.monotonic()
            self._since.clear()

    def _give_up(self) -> None:
        """Tell the agent that nobody is there, once it has waited long enough."""
        now = time.monotonic()
        for name in list(self._unanswered):
            came = self._since.get(name)
            waits = COMES_BACK if came is None else WITHOUT_DAEMON
            if now - (self._lost_at if came is None else came) > waits:
                self._forget(name)
                error = {"code": -32000, "message": NOBODY}
                _tell_agent({"jsonrpc": "2.0", "id": json.loads(name), "error": error})

    def _forget(self, name: str) -> None:
        self._unanswered.pop(name, None)
        self._since.pop(name, None)


def _read(line: bytes) -> dict[str, object] | None:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _introduces_itself(message: dict[str, object]) -> bool:
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(meta, dict) and ENVELOPE in meta


def _name(identity: object) -> str:
    """An id as text: 1 and "1" are two."""
    return json.dumps(identity)


def _tell_agent(message: dict[str, object]) -> None:
    _write(json.dumps(message).encode())


def _write(line: bytes) -> None:
    rest = memoryview(line + b"\n")
    while rest:
        rest = rest[os.write(1, rest) :]


def run(path: str) -> None:
    """Relay until the agent goes."""
    try:
        Relay(path).run()
    except (BrokenPipeError, KeyboardInterrupt):
        return  # the agent went without a word


def words(path: Path) -> list[str]:
    """The program that an agent runs: this, without all that a start of `qd` loads."""
    root = str(Path(quarterdeck.__file__).resolve().parents[1])
    code = f"import sys; sys.path.append({root!r}); from quarterdeck.app import mcp_relay"
    return [sys.executable, "-IS", "-c", f"{code}; mcp_relay.run(sys.argv[1])", str(path)]
