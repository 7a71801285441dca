"""Answering over HTTP: bad bodies, asks that are over, and agents who would answer for us."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.stage.calls import Json, call, raw, token
from tests.stage.daemon import Agent, Hook, StagedDaemon
from tests.stage.until import until


class AskDesk:
    """A session that asks about commands."""

    def __init__(self, daemon: StagedDaemon, agent: Agent) -> None:
        self.daemon = daemon
        self.agent = agent
        self._calls: dict[str, str] = {}  # by their command

    def ask(self, command: str = "") -> tuple[Hook, Json]:
        """A new ask, and the hook that waits for its answer."""
        number = len(self._calls) + 1
        command = command or f"ls {number}"
        self._calls[command] = f"t{number}"
        hook = self.agent.bash(command, tool_use_id=self._calls[command])
        return hook, until(lambda: self._open(command), 5, lambda: "it does not ask")

    def _open(self, command: str) -> Json | None:
        return next((a for a in self.daemon.asks() if a["text"] == command), None)

    def end(self, ask: Json) -> None:
        """The command ran: somebody allowed it."""
        self.agent.tell(
            "PostToolUse",
            tool_name="Bash",
            tool_input={"command": ask["text"]},
            tool_use_id=self._calls[ask["text"]],
        )

    def answer(self, ask: Json, body: object, **headers: str) -> tuple[int, Json]:
        return call(self.daemon, "POST", f"/api/asks/{ask['id']}/answer", body, **headers)


@pytest.fixture(scope="module")
def desk(daemon: StagedDaemon) -> AskDesk:
    return AskDesk(daemon, daemon.agent("bodies"))


def test_a_denial_reaches_the_agent(desk: AskDesk) -> None:
    hook, ask = desk.ask()
    with desk.daemon.meanwhile(lambda: desk.answer(ask, {"choice": "deny", "text": "no"})):
        assert hook.reply()["decision"] == {"behavior": "deny", "message": "no"}
        desk.agent.tell("Stop")
    shown = call(desk.daemon, "GET", f"/api/asks/{ask['id']}")[1]
    assert shown["ended"]["how"] == "answered"
    status, told = desk.answer(ask, {"choice": "allow"})
    assert (status, told["error_type"]) == (409, "not_open")


def test_a_name_of_ones_own_counts_for_one_ask_alone(desk: AskDesk) -> None:
    for _ in range(2):
        hook, ask = desk.ask()
        allowed = {"choice": "allow", "id": "mine"}
        with ThreadPoolExecutor() as pool:
            told = [pool.submit(desk.answer, ask, allowed) for _ in range(2)]
            assert hook.reply()["decision"] == {"behavior": "allow"}
            desk.end(ask)
        words = [word.result() for word in told]
        assert [(status, word["outcome"]) for status, word in words] == [(200, "accepted")] * 2
        assert {word["ask"]["id"] for _, word in words} == {ask["id"]}


@pytest.fixture(scope="module")
def waiting(desk: AskDesk) -> Iterator[Json]:
    """An ask that stays open whatever nonsense is said to it."""
    hook, ask = desk.ask("rm -rf /")
    yield ask
    desk.end(ask)
    assert hook.reply() == {}


BAD = [
    (b"{", "The body is not JSON"),
    (b"\xff\xfe\xfd", "The body is not JSON"),
    (b'{"a":' * 100_000, "The body is not JSON"),
    (b"[]", "The body must be a JSON object"),
    (b"null", "The body must be a JSON object"),
    (b"", "'choice' must be one of"),
    (b'{"choice": "deny", "text": "\\ud800"}', "The body is not JSON"),
    (b'{"choice": "deny", "id": "\\udfff"}', "The body is not JSON"),
    (b'{"choice": "deny", "answers": {"a": NaN}}', "The body is not JSON"),
    (b'{"choice": "deny", "answers": {"a": 1e999}}', "The body is not JSON"),
    ({"choice": 3}, "'choice' must be one of"),
    ({"choice": ["allow"]}, "'choice' must be one of"),
    ({"choice": "allow", "confirm": "yes"}, "'confirm' must be true or false"),
    ({"choice": "allow", "confirm": 1}, "'confirm' must be true or false"),
    ({"choice": "deny", "text": 3}, "'text' must be a string"),
    ({"choice": "deny", "id": ["x"]}, "'id' must be a string"),
    ({"choice": "deny", "surface": "deck"}, "Unknown keys in the body: surface."),
    ({"choice": "deny", "answers": []}, "'answers' must map each question"),
    ({"choice": "deny", "answers": {"q": None}}, "The answer to 'q' must be a text"),
    ({"choice": "deny", "answers": {"q": [1]}}, "The answer to 'q' must be a text"),
    ({"choice": "deny", "colour": "red", "x": 1}, "Unknown keys in the body: colour, x."),
]


@pytest.mark.parametrize(("body", "why"), BAD)
def test_a_body_that_makes_no_sense_answers_nothing(
    desk: AskDesk, waiting: Json, body: object, why: str
) -> None:
    status, told = desk.answer(waiting, body)
    assert (status, told["error_type"]) == (400, "bad_request")
    assert why in told["message"]
    assert is_open(desk, waiting)


def is_open(desk: AskDesk, ask: Json) -> bool:
    found = call(desk.daemon, "GET", f"/api/asks/{ask['id']}")[1]
    return found["ended"] is None and found["answering"] is None


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"choice": "allow"}, "needs_confirmation"),
        ({"choice": "allow", "confirm": False}, "needs_confirmation"),
        ({"choice": "Allow", "confirm": True}, "no_such_choice"),
        ({"choice": "submit", "confirm": True}, "no_such_choice"),
    ],
)
def test_an_answer_that_may_not_be_is_refused(
    desk: AskDesk, waiting: Json, body: Json, kind: str
) -> None:
    status, told = desk.answer(waiting, body)
    assert (status, told["error_type"]) == (409, kind)
    assert is_open(desk, waiting)


def test_a_body_that_is_too_large_is_refused(desk: AskDesk, waiting: Json) -> None:
    body = {"choice": "deny", "text": "x" * 1_100_000}
    assert desk.answer(waiting, body)[1]["error_type"] == "too_large"
    head = (
        f"POST /api/asks/{waiting['id']}/answer HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {token(desk.daemon)}\r\nTransfer-Encoding: chunked\r\n"
        "Connection: close\r\n\r\n"
    )
    chunks = b"".join(b"10000\r\n" + b"x" * 0x10000 + b"\r\n" for _ in range(17))
    assert raw(desk.daemon, head.encode() + chunks + b"0\r\n\r\n").startswith(b"HTTP/1.1 413 ")
    assert is_open(desk, waiting)


@pytest.mark.parametrize("name", ["nothing", "a%00b", "%ff", "..%2f..", "x" * 2000])
def test_an_ask_that_nobody_knows_is_not_found(daemon: StagedDaemon, name: str) -> None:
    for method, path in (("GET", ""), ("POST", "/answer"), ("POST", "/snooze")):
        status, told = call(daemon, method, f"/api/asks/{name}{path}", {"choice": "deny"})
        assert (status, told["error_type"]) == (404, "not_found")


@pytest.mark.parametrize(
    "seconds", [-1, True, "10", None, [], 10**400, 3_000_000, b'{"seconds": NaN}']
)
def test_a_snooze_that_makes_no_sense_is_refused(
    desk: AskDesk, waiting: Json, seconds: object
) -> None:
    body = seconds if isinstance(seconds, bytes) else {"seconds": seconds}
    status, told = call(desk.daemon, "POST", f"/api/asks/{waiting['id']}/snooze", body)
    assert (status, told["error_type"]) == (400, "bad_request")


def test_what_was_put_off_is_brought_back(desk: AskDesk, waiting: Json) -> None:
    path = f"/api/asks/{waiting['id']}"
    for _ in range(10):  # each call returns when what it did can be seen
        assert call(desk.daemon, "POST", f"{path}/snooze", {"seconds": 600})[0] == 200
        assert "snoozed_until" in call(desk.daemon, "GET", path)[1]
        assert call(desk.daemon, "POST", f"{path}/snooze", {"seconds": 0})[0] == 200
        assert "snoozed_until" not in call(desk.daemon, "GET", path)[1]


# Agents

BY_PORT = """
import json, sys, urllib.request, urllib.error
url, token, body = sys.argv[1:]
from_afar = {"X-Forwarded-For": "192.0.2.7"}  # says who wants to seem elsewhere
given = {"Authorization": "Bearer " + token, **from_afar}
asked = urllib.request.Request(url, body.encode(), given)
try:
    print(urllib.request.urlopen(asked).status)
except urllib.error.HTTPError as error:
    print(error.status, json.load(error)["message"])
"""
REFUSED = "An agent may not do this; a person must."


@pytest.mark.parametrize("depth", [0, 2])
def test_no_process_with_an_agents_mark_answers(desk: AskDesk, waiting: Json, depth: int) -> None:
    body = json.dumps({"choice": "allow", "confirm": True})
    url = f"{desk.daemon.url}/api/asks/{waiting['id']}/answer"
    words = [sys.executable, "-c", BY_PORT, url, token(desk.daemon), body]
    if depth:  # the mark is taken off below the agent's own shell
        words = ["sh", "-c", 'env -u CLAUDECODE "$@"; exit', "sh", *words]
    told = subprocess.run(
        words, env={**os.environ, "CLAUDECODE": "1"}, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == f"403 {REFUSED}"
    assert is_open(desk, waiting)


def test_no_process_with_an_agents_mark_answers_on_the_socket(desk: AskDesk, waiting: Json) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "quarterdeck", "answer", waiting["id"], "allow", "--yes"],
        env={**os.environ, "CLAUDECODE": "1", "QUARTERDECK_HOME": str(desk.daemon.home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stderr.strip()) == (1, f"qd: {REFUSED}")
    assert is_open(desk, waiting)


@pytest.mark.parametrize("path", ["/api/stop", "/api/codes"])
def test_no_agent_stops_the_daemon_or_gets_a_link(daemon: StagedDaemon, path: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", BY_PORT, daemon.url + path, token(daemon), "{}"],
        env={**os.environ, "CLAUDECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == f"403 {REFUSED}"
