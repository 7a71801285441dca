"""One queue for each neighbour."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest

from quarterdeck.daemon.outbox import Outbox


@pytest.fixture
async def outbox() -> AsyncIterator[Outbox]:
    made = Outbox()
    running = asyncio.ensure_future(made.run())
    yield made
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_work_for_one_neighbour_is_done_in_order(outbox: Outbox) -> None:
    done: asyncio.Queue[int] = asyncio.Queue()
    for number in range(5):
        outbox.add("deck", partial(done.put, number))
    assert [await done.get() for _ in range(5)] == [0, 1, 2, 3, 4]


async def test_a_slow_neighbour_delays_only_itself(outbox: Outbox) -> None:
    done: asyncio.Queue[str] = asyncio.Queue()
    never = asyncio.Event()

    async def hang() -> None:
        await never.wait()

    outbox.add("slow", hang)
    outbox.add("slow", lambda: done.put("slow"))
    outbox.add("quick", lambda: done.put("quick"))
    assert await done.get() == "quick"
    never.set()
    assert await done.get() == "slow"


async def test_work_that_fails_does_not_hold_up_what_comes_after(
    outbox: Outbox, caplog: pytest.LogCaptureFixture
) -> None:
    done: asyncio.Queue[str] = asyncio.Queue()

    async def fail() -> None:
        raise RuntimeError("the cable is out")

    outbox.add("deck", fail)
    outbox.add("deck", lambda: done.put("after"))
    assert await done.get() == "after"
    assert "work for deck failed" in caplog.text


async def test_a_neighbour_that_was_done_gets_new_work(outbox: Outbox) -> None:
    done: asyncio.Queue[int] = asyncio.Queue()
    outbox.add("deck", lambda: done.put(1))
    assert await done.get() == 1
    outbox.add("deck", lambda: done.put(2))
    assert await done.get() == 2
