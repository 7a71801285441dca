"""Routes that are loaded with the first request for one of them."""

from collections.abc import Sequence

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from quarterdeck.doors.http.later_routes import LaterRoutes


async def say(request: Request) -> Response:
    return PlainTextResponse(f"{request.method} {request.path_params.get('name')}")


async def greet(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


class Counted:
    """Counts how often its routes are loaded."""

    def __init__(self) -> None:
        self.loaded = 0

    async def load(self) -> Sequence[BaseRoute]:
        self.loaded += 1
        return [
            Route("/late", say),
            Route("/late/{name}", say, methods=["POST"]),
            WebSocketRoute("/socket", greet),
        ]


@pytest.fixture
def counted() -> Counted:
    return Counted()


@pytest.fixture
def client(counted: Counted) -> TestClient:
    later = LaterRoutes(("/late", "/late/{name}", "/socket"), counted.load)
    return TestClient(Starlette(routes=[later, Route("/soon", say)]))


def test_they_are_loaded_once_and_only_when_one_is_called(
    client: TestClient, counted: Counted
) -> None:
    assert client.get("/soon").status_code == 200
    assert client.get("/later").status_code == 404
    assert counted.loaded == 0
    assert client.get("/late").text == "GET None"
    assert client.post("/late/x").text == "POST x"
    assert counted.loaded == 1


def test_a_socket_can_be_among_them(client: TestClient) -> None:
    with client.websocket_connect("/socket") as socket:
        assert socket.receive_text() == "hello"


def test_a_method_that_they_do_not_take_is_refused_as_ever(client: TestClient) -> None:
    assert client.get("/late/x").status_code == 405
    assert client.post("/late").status_code == 405
