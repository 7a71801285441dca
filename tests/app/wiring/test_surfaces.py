"""Surfaces, from the first one that comes."""

import asyncio
import json
from pathlib import Path

from tests.app.wiring.inside import running
from tests.stage.until import PATIENCE
from websockets.asyncio.client import connect

HELLO = {"type": "hello", "v": 1, "name": "first", "profile": {"kind": "deck", "model": "mini"}}


async def test_the_first_surface_with_keys_is_given_a_board(place: Path) -> None:
    async with running(place, "[deck]\nenabled = 'off'\n") as inside:
        url = inside.daemon.url.replace("http", "ws") + "/surface"
        token = inside.paths.token.read_text().strip()
        async with connect(url, open_timeout=PATIENCE) as socket, asyncio.timeout(PATIENCE):
            await socket.send(json.dumps({**HELLO, "token": token}))
            async for message in socket:
                if isinstance(message, str) and json.loads(message)["type"] == "board":
                    break
        assert json.loads(message)["name"]
