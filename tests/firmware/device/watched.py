"""A keyboard that tells what it does, for tests with a real daemon."""

import json
import os

import world
from board import Board
from keyboard import Keyboard


class Watched(Keyboard):
    """Nothing is changed, only told."""

    async def _show_board(self, board):
        await super()._show_board(board)
        faces = [[press, hold] for _, press, hold in board.keys]
        tell(
            shown=board.number, name=self._name, session=board.session, says=self._says, faces=faces
        )

    def _down(self, place, now):
        super()._down(place, now)
        tell(down=place)

    def _up(self, place, now):
        super()._up(place, now)
        tell(up=place)

    async def _status(self, first, second):
        await super()._status(first, second)
        tell(status=first)

    async def _hear(self, said):
        if said["type"] == "board":
            self._name = said["name"]
            self._says = [key["says"] for key in said["keys"]]
        await super()._hear(said)
        if said["type"] in ("began", "outcome", "welcome"):
            tell(heard=said["type"], outcome=said.get("outcome"))


def tell(**said):
    world.tell(json.dumps(said))


async def run_forever(host, port, token, name):
    os.mkdir("/desk")
    given = {"host": host, "port": port, "tls": False, "token": token, "folder": "/desk"}
    await Watched(Board(name), given).run()
