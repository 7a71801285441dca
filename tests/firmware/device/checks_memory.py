"""How much memory the firmware needs at most, with all of its modules."""

import gc

gc.collect()
BEFORE = gc.mem_alloc()

import asyncio  # noqa: E402

from keyboard import GARBAGE  # noqa: E402

gc.collect()
MODULES = gc.mem_alloc() - BEFORE

from checks_keyboard import Desk, board_message, until  # noqa: E402

MOST = 100 * 1024
# The collector takes any number for an address that looks like one, and then keeps what is dead,
# never the other way round: one desk that fits shows that it fits.
DESKS = 6


class NoPanels:
    """Takes pictures and keeps none: panels have a memory of their own."""

    def __getitem__(self, key):
        return self

    def __setitem__(self, key, value):
        pass


async def check_the_logic_fits_into_a_hundred_kilobytes():
    needed = []
    while len(needed) < DESKS and not any(peak <= MOST for peak in needed):
        needed.append(MODULES + await _peak() + GARBAGE)
    assert min(needed) <= MOST, needed


async def _peak():
    """What a keyboard holds at most while forty boards with forty pictures come."""
    gc.collect()
    before = gc.mem_alloc()
    desk = Desk()
    desk.board.panels = NoPanels()
    await desk.start()
    peak = 0
    for number in range(1, 40):
        faces = [("f" * 32, "h" * 32)] * 4
        for picture in range(4):
            desk.line.send_picture((number + picture) % 40)
        board_message(desk.line, number, [(number + n) % 40 or 1 for n in range(4)], faces)
        line = desk.line
        await until(lambda: any(m.get("n") == number for m in line.said()), "it is not shown")
        line.sent = b"\r\n\r\n"
        await asyncio.sleep_ms(0)
        gc.collect()  # what the line of this check left over; the firmware's own is bounded
        peak = max(peak, gc.mem_alloc() - before)
    await desk.stop()
    return peak
