"""How much memory the set-up needs at most, with all of its modules."""

import asyncio
import gc

from streams import Silent

MOST = 100 * 1024


class Radio:
    """A network without guests, until some are sent; nobody sees the keys."""

    async def open_network(self, name, password):
        return "192.168.4.1"

    def close_network(self):
        pass

    async def serve(self, port, take):
        self.take = take

    async def answer(self, port, reply):
        self.reply = reply

    def name(self):
        return "f412fa87a1b2"

    def random(self, count):
        return bytes(count)

    def draw(self, key, row, piece):
        pass


async def check_it_fits_into_a_hundred_kilobytes():
    before = await held()
    from portal import GARBAGE

    # As in `checks_memory`: what is dead may be kept, never the other way round.
    needed = []
    while len(needed) < 6 and not any(peak <= MOST for peak in needed):
        needed.append(await _peak() - before + GARBAGE)
    assert min(needed) <= MOST, needed


async def _peak():
    """What it holds while as many visitors as it bears have sent all but the end of their form."""
    from portal import Portal
    from portal_http import LONGEST_BODY, MOST

    radio, lines = Radio(), [Silent() for _ in range(MOST)]
    head = f"POST / HTTP/1.1\r\nContent-Length: {LONGEST_BODY}\r\nX: {'y' * 1900}\r\n\r\n"
    for line in lines:
        line.incoming = head.encode() + b"wifi=" + b"x" * (LONGEST_BODY - 6)
    work = asyncio.create_task(Portal(radio, {}).run())  # noqa: TID251
    while not hasattr(radio, "take"):
        await asyncio.sleep_ms(1)
    going = [asyncio.create_task(radio.take(line)) for line in lines]  # noqa: TID251
    while any(line.incoming for line in lines):
        await asyncio.sleep_ms(1)
    peak = await held()
    work.cancel()
    for task in going:
        task.cancel()
    return peak


async def held():
    """What is in use; this MicroPython collects only once JavaScript has its turn."""
    gc.collect()
    await asyncio.sleep_ms(1)
    return gc.mem_alloc()
