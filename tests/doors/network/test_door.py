"""The door is closed unless a person opens it; one that cannot open says why."""

import asyncio
import socket
from pathlib import Path

from starlette.responses import PlainTextResponse
from tests.stage.soon import soon

from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.network.door import OFF, NetworkDoor


def a_door(certificate: Path, host: str = "127.0.0.1", port: int = 0) -> NetworkDoor:
    return NetworkDoor(host, port, certificate, Visitors(), lambda _: PlainTextResponse("here"))


async def test_it_says_where_it_is_and_closes(tmp_path: Path) -> None:
    door = a_door(tmp_path / "network.pem")
    assert (door.opened, door.trouble) == (None, OFF)
    running = asyncio.ensure_future(door.run())
    opened = await soon(lambda: door.opened, "it does not open")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert door.opened is None
    with socket.socket() as line:
        assert line.connect_ex(("127.0.0.1", opened.port)) != 0


async def test_a_port_that_is_taken_is_not_fought_over(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        door = a_door(tmp_path / "network.pem", port=port)
        running = asyncio.ensure_future(door.run())
        opened = await soon(lambda: door.opened, "it does not open")
        assert port < opened.port < port + 10
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_one_that_cannot_open_says_why_and_ends(tmp_path: Path) -> None:
    (tmp_path / "network.pem").write_text("half a key")
    door = a_door(tmp_path / "network.pem")
    await door.run()
    assert "cannot be used" in door.trouble
    door = a_door(tmp_path / "other.pem", host="192.0.2.1")  # nobody's, by agreement
    await door.run()
    assert "Port 0 on 192.0.2.1 cannot be used" in door.trouble
