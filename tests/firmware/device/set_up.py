"""A keyboard that nobody has set up yet, with sockets of Node in place of its own network."""

import asyncio
import json

import settings
import world
from board import Board, Stream
from portal import Portal

FILE = "/keyboard.json"


class LoopbackBoard(Board):
    """Its network is this machine; where it listens is told."""

    async def open_network(self, name, password):
        tell(network=name, password=password)
        return "127.0.0.1"

    def close_network(self):
        tell(closed=True)

    async def serve(self, port, take):
        tell(asked=port, http=await world.listen())
        self.visits = []
        while True:
            visit = take(Stream(await world.visitor()))
            self.visits.append(asyncio.create_task(visit))  # noqa: TID251

    async def answer(self, port, reply):
        tell(asked=port, dns=await world.listenUdp())
        while True:
            data, sender = await world.datagram()
            said = reply(bytes.fromhex(data))
            if said:
                world.reply(said.hex(), sender)


def tell(**said):
    world.tell(json.dumps(said))


async def run_forever():
    work = Portal(LoopbackBoard("a1b2c3d4e5f6"), {}, FILE).run()
    await asyncio.create_task(work)  # noqa: TID251 - what is not a task cannot be cancelled
    tell(kept=settings.load(FILE))
