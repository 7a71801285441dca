"""Presses of a session come one after the other."""

import asyncio
import itertools

from quarterdeck.domain.ids import SessionId
from quarterdeck.doors.keyboard_api.turns import Turns

DESK, SHELF = SessionId("desk"), SessionId("shelf")


async def test_turns_come_in_order_with_a_pause_between_them() -> None:
    turns, came = Turns(), list[tuple[int, float]]()

    async def take(number: int) -> None:
        async with turns.of(DESK, 0.05):
            came.append((number, asyncio.get_running_loop().time()))

    await asyncio.gather(*(take(number) for number in range(3)))
    assert [number for number, _ in came] == [0, 1, 2]
    assert all(b[1] - a[1] >= 0.05 for a, b in itertools.pairwise(came))


async def test_a_pause_holds_up_one_session_alone() -> None:
    turns = Turns()
    turns.pause(DESK, 30.0)
    waits = asyncio.ensure_future(_turn(turns, DESK))
    await _turn(turns, SHELF)
    assert (turns.waiting(DESK), turns.waiting(SHELF), waits.done()) == (1, 0, False)
    waits.cancel()
    await asyncio.wait([waits])
    assert turns.waiting(DESK) == 0


async def _turn(turns: Turns, session: SessionId) -> None:
    async with turns.of(session, 0.0):
        await asyncio.sleep(0)
