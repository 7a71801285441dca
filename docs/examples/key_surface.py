"""A key surface in seventy lines: pictures go into a folder, keys are pressed by their number.

    python key_surface.py http://127.0.0.1:8081 ~/.local/state/quarterdeck/token pictures

Type `5` and Enter to press key 5, `h5` to hold it. Needs `pip install websockets`.
"""

import asyncio
import itertools
import json
import sys
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

PROFILE = {"kind": "example", "hold": True, "model": "mini", "picture": {"format": "png"}}
KEPT = 256  # pictures; the daemon sends an older one again


async def main(url: str, token: str, folder: Path) -> None:
    pictures: dict[str, bytes] = {}
    board: dict = {}
    async with connect(url.replace("http", "ws", 1) + "/surface") as socket:
        await say(socket, type="hello", v=1, token=token, profile=PROFILE)
        fingers = asyncio.ensure_future(press_keys(socket, board))
        again = asyncio.ensure_future(stay_present(socket, board))
        async for said in socket:
            if isinstance(said, bytes):
                pictures[said[:16].hex()] = said[16:]
                if len(pictures) > KEPT:
                    del pictures[next(iter(pictures))]
                continue
            message = json.loads(said)
            if message["type"] == "board":
                board.update(message)
                for key in message["keys"]:
                    (folder / f"{key['key']}.png").write_bytes(pictures[key["picture"]])
                await say(socket, type="shown", n=message["n"])
            elif message["type"] == "frame":
                picture = pictures[message["picture"]]
                (folder / f"{message['key']}.png").write_bytes(picture)
            if message["type"] in ("welcome", "board", "outcome", "refused"):
                print(json.dumps(message), flush=True)
        fingers.cancel()
        again.cancel()


async def press_keys(socket: ClientConnection, board: dict) -> None:
    for number in itertools.count(1):
        typed = (await asyncio.to_thread(sys.stdin.readline)).strip()
        if not typed:
            return
        key, held = board["keys"][int(typed.lstrip("h"))], board["hold_ms"]
        for face in filter(None, (key["press"], key["hold"])):
            await say(socket, type="down", face=face)
        if typed.startswith("h") and key["hold"]:
            await asyncio.sleep(held / 1000)
            await say(socket, type="up", id=str(number), face=key["hold"], held=held)
        elif key["press"]:
            await say(socket, type="press", id=str(number), face=key["press"])


async def stay_present(socket: ClientConnection, board: dict) -> None:
    while await asyncio.sleep(5, result=True):
        if board:
            await say(socket, type="shown", n=board["n"])


async def say(socket: ClientConnection, **message: object) -> None:
    await socket.send(json.dumps(message))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]).read_text().strip(), Path(sys.argv[3])))
