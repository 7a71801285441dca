"""The HTTP interface: sessions, asks, answers and events."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.events import Answered, Event, Snoozed, SurfaceLeft, SurfaceSeen
from quarterdeck.domain.ids import AnswerId, AskId, SurfaceId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.watch import View
from quarterdeck.doors.http import metrics
from quarterdeck.doors.http.guard import Guard, Keys
from quarterdeck.doors.http.hub import Hub, Message, snapshot
from quarterdeck.doors.http.peers import Peer, is_below_agent, tcp_peer
from quarterdeck.doors.http.wire import BadRequest, ask_json, read_answer, session_json

HEARTBEAT = 15.0
OUTCOME_WITHIN = 10.0
LARGEST_BODY = 1024 * 1024


class History(Protocol):
    """What is remembered of asks that are over."""

    async def ask(self, ask: AskId) -> Ask | None:
        """An ask, open or ended."""

    async def explained(self, session: str) -> list[dict[str, object]]:
        """Why a session was thought to be in its states, newest last."""

    async def search(self, words: str, limit: int, before: float | None) -> list[dict[str, object]]:
        """Asks and their answers, newest first."""


@dataclass(frozen=True, slots=True)
class House:
    """What the interface needs from the daemon."""

    run: str  # the name of this run of the daemon
    version: str
    view: Callable[[], View]
    put: Callable[[Event], None]
    now: Callable[[], float]
    expect: Callable[[AnswerId, Callable[[Tell | Refuse], None]], None]
    forget: Callable[[AnswerId], None]
    trouble: Callable[[], str]
    stop: Callable[[], None]
    stopping: asyncio.Event
    hub: Hub
    keys: Keys
    history: History


def build(house: House, more: list[BaseRoute], open_paths: Callable[[str, str], bool]) -> Starlette:
    """The application; `more` are routes of surfaces that live on the same port."""
    api = Api(house)
    routes: list[BaseRoute] = [
        Route("/healthz", api.health),
        Route("/metrics", api.metrics),
        Route("/api/status", api.status),
        Route("/api/stop", api.stop, methods=["POST"]),
        Route("/api/token", api.token, methods=["POST"]),
        Route("/api/codes", api.codes, methods=["POST"]),
        Route("/api/sessions", api.sessions),
        Route("/api/sessions/{id}", api.session),
        Route("/api/sessions/{id}/explain", api.explain),
        Route("/api/asks", api.asks),
        Route("/api/asks/{id}", api.ask),
        Route("/api/asks/{id}/answer", api.answer, methods=["POST"]),
        Route("/api/asks/{id}/snooze", api.snooze, methods=["POST"]),
        Route("/api/surfaces/{id}/seen", api.seen, methods=["POST"]),
        Route("/api/history", api.history),
        Route("/api/events", api.events),
        *more,
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, keys=house.keys, open_to_all=open_paths)],
        exception_handlers={BadRequest: _bad_request, HTTPException: _http_error},
    )


def open_by_default(method: str, path: str) -> bool:
    """The few calls that need no token."""
    return path == "/healthz" or (method, path) == ("POST", "/api/token")


class Api:
    """The calls of the interface."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._shown: dict[tuple[SurfaceId, AskId], float] = {}  # since when a surface shows an ask

    async def health(self, _: Request) -> Response:
        """Whether the daemon lives and can write."""
        trouble = self._house.trouble()
        body = {"ok": not trouble, "version": self._house.version}
        return JSONResponse(body | ({"trouble": trouble} if trouble else {}))

    async def status(self, _: Request) -> Response:
        """A few numbers for `qd status`."""
        view = self._house.view()
        return JSONResponse(
            {
                "version": self._house.version,
                "run": self._house.run,
                "sessions": len([s for s in view.sessions if not s.ended]),
                "asks": len(view.asks),
                "listeners": self._house.hub.listeners,
                "trouble": self._house.trouble() or None,
            }
        )

    async def stop(self, request: Request) -> Response:
        """Stop the daemon."""
        self._refuse_agents(request)
        self._house.stop()
        return JSONResponse({"status": "ok"})

    async def token(self, request: Request) -> Response:
        """The token for a single-use code."""
        body = await _body(request)
        code = body.get("code") if isinstance(body, dict) else None
        token = self._house.keys.exchange(code) if isinstance(code, str) else None
        if token is None:
            return _error(403, "bad_code", "This link was used or is older than a minute.")
        return JSONResponse({"token": token})

    async def codes(self, request: Request) -> Response:
        """A new single-use code, for a link."""
        self._refuse_agents(request)
        return JSONResponse({"code": self._house.keys.new_code()})

    async def metrics(self, _: Request) -> Response:
        """Numbers for Prometheus."""
        text = metrics.exposition(self._house.view(), self._house.hub.listeners)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def sessions(self, _: Request) -> Response:
        """Every session."""
        return JSONResponse([session_json(s) for s in self._house.view().sessions])

    async def session(self, request: Request) -> Response:
        """One session."""
        return JSONResponse(session_json(self._find_session(request)))

    async def explain(self, request: Request) -> Response:
        """Why a session is thought to be in its state."""
        session = self._find_session(request)
        sightings = [
            {
                "source": s.source,
                "state": s.state,
                "at": s.at,
                "reason": s.reason,
                "confidence": s.confidence,
            }
            for s in session.sightings
        ]
        changes = await self._house.history.explained(session.id)
        return JSONResponse(
            {"session": session_json(session), "sightings": sightings, "changes": changes}
        )

    async def asks(self, _: Request) -> Response:
        """The open asks, in order."""
        return JSONResponse([self._ask_json(a) for a in self._house.view().asks])

    async def ask(self, request: Request) -> Response:
        """One ask, open or ended."""
        return JSONResponse(self._ask_json(await self._find_ask(request)))

    async def answer(self, request: Request) -> Response:
        """Decide about an ask, and hear what became of it."""
        self._refuse_agents(request)
        ask = await self._find_ask(request)
        body = await _body(request)
        choice, text, answers, confirm = read_answer(body)
        given = body if isinstance(body, dict) else {}
        surface = SurfaceId(str(given["surface"])) if "surface" in given else None
        name = AnswerId(str(given.get("id") or "w" + secrets.token_hex(8)))
        by = str(surface or request.headers.get("x-quarterdeck-surface") or "api")[:60]
        now = self._house.now()
        answer = Answer(name, ask.id, choice, text, answers, confirm, by, now)
        seen = self._shown.get((surface, ask.id)) if surface else None
        word = await self._settled(Answered(answer, surface, seen))
        return _told(word, self._ask_json)

    async def _settled(self, event: Answered) -> Tell | Refuse | None:
        heard: asyncio.Future[Tell | Refuse] = asyncio.get_running_loop().create_future()
        name = event.answer.id

        def hear(word: Tell | Refuse) -> None:
            if not heard.done():
                heard.set_result(word)

        self._house.expect(name, hear)
        self._house.put(event)
        try:
            async with asyncio.timeout(OUTCOME_WITHIN):
                return await heard
        except TimeoutError:
            return None
        finally:
            self._house.forget(name)

    async def snooze(self, request: Request) -> Response:
        """Put an ask out of sight for a while."""
        self._refuse_agents(request)
        ask = await self._find_ask(request)
        body = await _body(request)
        seconds = body.get("seconds") if isinstance(body, dict) else None
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds <= 0:
            raise BadRequest("'seconds' must be a number above 0.")
        if ask.ended:
            return _error(409, "not_open", "This ask is over.")
        until = self._house.now() + seconds
        self._house.put(Snoozed(ask.id, until))
        return JSONResponse({"status": "ok", "until": until})

    async def seen(self, request: Request) -> Response:
        """A surface says what it shows: it is present, and its guards run from now."""
        surface = SurfaceId(request.path_params["id"][:60])
        body = await _body(request)
        shown = body.get("asks") if isinstance(body, dict) else None
        if not isinstance(shown, list):
            raise BadRequest("'asks' must list the ids of the asks in sight.")
        now = self._house.now()
        in_sight = {AskId(str(a)) for a in shown}
        for key in [k for k in self._shown if k[0] == surface and k[1] not in in_sight]:
            del self._shown[key]
        for ask in in_sight:
            self._shown.setdefault((surface, ask), now)
        left = isinstance(body, dict) and body.get("leaving") is True
        self._house.put(SurfaceLeft(surface, now) if left else SurfaceSeen(surface, now))
        return JSONResponse({"status": "ok"})

    async def history(self, request: Request) -> Response:
        """Asks that were, and their answers."""
        try:
            limit = min(500, int(request.query_params.get("limit", "50")))
            before = (
                float(request.query_params["before"]) if "before" in request.query_params else None
            )
        except ValueError:
            raise BadRequest("'limit' and 'before' must be numbers.") from None
        words = request.query_params.get("q", "")
        return JSONResponse(await self._house.history.search(words, limit, before))

    async def events(self, request: Request) -> Response:
        """A stream of what changes, beginning with what is."""
        return StreamingResponse(
            self._stream(request),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store"},
        )

    async def _stream(self, request: Request) -> AsyncIterator[bytes]:
        stream = self._house.hub.join()
        try:
            view = self._house.view()
            for message in snapshot(view.sessions, view.asks):
                yield self._event(message)
            while not self._house.stopping.is_set() and not await request.is_disconnected():
                messages = await stream.next(HEARTBEAT)
                for message in messages:
                    yield self._event(message)
                if not messages:
                    yield b": still here\n\n"
        finally:
            self._house.hub.leave(stream)

    def _event(self, message: Message) -> bytes:
        name, content = message
        if isinstance(content, Session):
            data: object = session_json(content)
        elif isinstance(content, Ask):
            data = self._ask_json(content)
        else:
            data = content if content is not None else {"run": self._house.run}
        return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()

    def _ask_json(self, ask: Ask) -> dict[str, object]:
        view = self._house.view()
        return ask_json(ask, view.answering.get(ask.id), view.snoozed.get(ask.id))

    def _find_session(self, request: Request) -> Session:
        wanted = request.path_params["id"]
        for session in self._house.view().sessions:
            if session.id == wanted:
                return session
        raise HTTPException(404, f"There is no session {wanted!r}.")

    async def _find_ask(self, request: Request) -> Ask:
        wanted = AskId(request.path_params["id"])
        for ask in self._house.view().asks:
            if ask.id == wanted:
                return ask
        if found := await self._house.history.ask(wanted):
            return found
        raise HTTPException(404, f"There is no ask {wanted!r}.")

    def _refuse_agents(self, request: Request) -> None:
        """No agent answers for the person."""
        peer = _peer(request)
        if peer.pid is None:
            return
        agents = [s.process.pid for s in self._house.view().sessions if not s.ended]
        if is_below_agent(peer.pid, agents):
            raise HTTPException(403, "An agent may not do this; a person must.")


def _peer(request: Request) -> Peer:
    if request.client is None:
        return Peer(None, None)
    host, port = request.client
    if host.startswith("unix:"):
        return Peer(port or None, int(host.removeprefix("unix:") or -1))
    return tcp_peer(host, port)


async def _body(request: Request) -> object:
    size = int(request.headers.get("content-length") or 0)
    if size > LARGEST_BODY:
        raise HTTPException(413, f"The body may have at most {LARGEST_BODY} bytes.")
    try:
        data = await request.body()
    except ClientDisconnect:
        raise BadRequest("The connection was closed before the body was complete.") from None
    try:
        return json.loads(data or b"{}")
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"The body is no JSON: {error}.") from None


def _told(word: Tell | Refuse | None, as_json: Callable[[Ask], dict[str, object]]) -> Response:
    if word is None:
        return JSONResponse({"status": "ok", "outcome": "unknown", "note": "nothing was heard"})
    if isinstance(word, Refuse):
        return _error(409, word.code, word.why)
    return JSONResponse(
        {
            "status": "ok",
            "outcome": word.outcome,
            "note": word.note or None,
            "ask": as_json(word.ask),
        }
    )


def _error(status: int, kind: str, message: str) -> Response:
    body = {"status": "error", "error_type": kind, "message": message}
    return JSONResponse(body, status_code=status)


async def _bad_request(_: Request, error: Exception) -> Response:
    return _error(400, "bad_request", str(error))


async def _http_error(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "unknown"
    kinds = {403: "refused", 404: "not_found", 405: "bad_method", 413: "too_large"}
    return _error(status, kinds.get(status, "unknown"), detail)
