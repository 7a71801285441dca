"""A Messages API on loopback that plays scripts and remembers what it was told."""

from __future__ import annotations

import itertools
import json
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from tests.live.lab.reply import Reply, WholeReply
from tests.live.lab.request import Request
from tests.live.lab.script import (
    CLEAR,
    Call,
    Calls,
    Fail,
    Hold,
    Say,
    Script,
    Verdict,
    Wait,
)
from tests.live.lab.stage import Performance, Stage
from tests.stage.until import PATIENCE
from typing_extensions import override

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Made:
    """A call that the model made."""

    id: str
    tool: str
    input: Mapping[str, Any]
    session: str
    prompt: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    """A call and what the model was told came of it."""

    call: Made
    text: str
    is_error: bool


class Model:
    """The scripted model; `on` gives it scripts, `outcomes` and `requests` tell what it heard.

    `suggestion` is the ghost text that agents get where they ask for one.
    """

    def __init__(self) -> None:
        self.suggestion = ""
        self.failures: list[BaseException | None] = []
        self.requests: list[Request] = []
        self._made: dict[str, Made] = {}
        self._outcomes: dict[str, Outcome] = {}
        self._stage = Stage()
        self._numbers = itertools.count(1)
        self._heard = threading.Condition()
        self._closing = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        assert not self.failures, f"The model itself failed: {self.failures}"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def on(self, phrase: str, script: Script) -> None:
        """Play the script for every prompt that contains the phrase; the longest phrase wins."""
        self._stage.scripts[phrase] = script

    def calls(self, prompt: str = "") -> list[Made]:
        """The calls made so far, of all prompts or of one phrase."""
        return [made for made in self._made.values() if prompt in ("", made.prompt)]

    def outcomes(self, prompt: str = "") -> list[Outcome]:
        """What came of calls so far, in the order in which the model heard it."""
        return [heard for heard in self._outcomes.values() if prompt in ("", heard.call.prompt)]

    def wait_outcomes(self, count: int, prompt: str = "", timeout: float = 10.0) -> list[Outcome]:
        """Wait until the model heard what came of so many calls."""
        return self.wait(
            lambda: found if len(found := self.outcomes(prompt)) >= count else None,
            f"{count} outcomes of {prompt or 'any prompt'}",
            timeout,
        )

    def wait_prompt(self, phrase: str, timeout: float = 10.0) -> Request:
        """Wait until somebody said something with this phrase to the model."""
        return self.wait(
            lambda: next((told for told in self.requests if _contains(told, phrase)), None),
            f"the prompt {phrase!r}",
            timeout,
        )

    def wait(self, found: Callable[[], T | None], what: str, timeout: float = 10.0) -> T:
        """Wait until the model heard something that makes `found` give a value."""
        with self._heard:
            self._heard.wait_for(lambda: found() is not None, max(timeout, PATIENCE))
            value = found()
        assert value is not None, f"The model did not hear {what} within {timeout} s."
        return value

    def answer(self, request: Request, reply: Reply) -> None:
        """Answer one request for a message."""
        if request.is_title:
            reply.say('{"title": "Laboratory"}')
            reply.end("end_turn")
        elif request.is_suggestion:
            reply.say(self.suggestion)
            reply.end("end_turn")
        elif judged := request.judged:
            reply.say(self._verdict(request.session, judged).words)
            reply.end("end_turn")
        else:
            self._remember(request)
            self._perform(self._stage.performance(request), request, reply)

    def _remember(self, request: Request) -> None:
        with self._heard:
            self.requests.append(request)
            for result in request.new_results:
                if made := self._made.get(result.call):
                    outcome = Outcome(made, result.text, result.is_error)
                    self._outcomes.setdefault(result.call, outcome)
            self._heard.notify_all()

    def _perform(self, performance: Performance, request: Request, reply: Reply) -> None:
        try:
            self._play(performance, request, reply)
        except ConnectionError:
            performance.abandoned = True
            raise

    def _play(self, performance: Performance, request: Request, reply: Reply) -> None:
        for step in performance.steps:
            match step:
                case Say(text):
                    reply.say(text)
                case Wait(seconds):
                    reply.pause(threading.Event(), seconds, self._closing)
                case Hold(gate):
                    gate.reached.set()
                    reply.pause(gate.opened, None, self._closing)
                case Calls(calls):
                    return self._call(calls, performance.prompt, request, reply)
                case Fail(status, kind, message, headers):
                    return reply.fail(status, kind, message, headers)
        if not reply.said_something:
            reply.say("Done.")
        return reply.end("end_turn")

    def _call(self, calls: tuple[Call, ...], prompt: str, request: Request, reply: Reply) -> None:
        verdicts = {}
        for call in calls:
            given = call.input(request) if callable(call.input) else call.input
            made = Made(self._new_id(), call.tool, given, request.session, prompt, call.verdict)
            self._made[made.id] = made
            reply.call(made.id, made.tool, made.input)
            if request.is_checked and call.verdict.fields:
                verdicts[made.id] = call.verdict.fields
        reply.end("tool_use", verdicts)

    def _verdict(self, session: str, judged: str) -> Verdict:
        """The verdict on the newest call of this session that the words describe."""
        for made in reversed(self._made.values()):
            if made.session == session and _describes(judged, made):
                return made.verdict
        return CLEAR

    def _new_id(self) -> str:
        return f"toolu_lab{next(self._numbers):04}"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, model: Model) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model

    @override
    def handle_error(self, *_: object) -> None:
        """Keep what went wrong for the test; an agent that hung up is no news."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            self.model.failures.append(error)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        reply = Reply(self, body) if body.get("stream") else WholeReply(self, body)
        match urlsplit(self.path).path:
            case "/v1/messages":
                self.server.model.answer(Request(dict(self.headers.items()), body), reply)
            case "/v1/messages/count_tokens":
                reply.json(200, {"input_tokens": 1000}, {})
            case path:
                reply.fail(404, "not_found_error", path, {})

    @override
    def log_message(self, *_: object) -> None:
        pass


def _describes(words: str, made: Made) -> bool:
    return words.startswith(made.tool) and any(str(v) in words for v in made.input.values())


def _contains(request: Request, phrase: str) -> bool:
    return any(phrase in text for text in request.new_texts)
