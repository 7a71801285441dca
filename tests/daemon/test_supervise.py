"""Parts that fail are started again."""

import asyncio

import pytest

from quarterdeck.daemon import supervise as module
from quarterdeck.daemon.supervise import supervise


async def test_a_part_that_fails_is_started_again_and_the_others_run_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stop, again = asyncio.Event(), asyncio.Event()
    starts: list[str] = []

    async def weak() -> None:
        starts.append("weak")
        if len(starts) < 3:
            raise RuntimeError("too weak")
        again.set()
        await asyncio.Event().wait()

    async def strong() -> None:
        starts.append("strong")
        await asyncio.Event().wait()

    running = asyncio.ensure_future(supervise({"weak": weak, "strong": strong}, stop))
    await again.wait()
    stop.set()
    await running
    assert starts == ["weak", "strong", "weak"]
    assert "weak failed and is started again" in caplog.text


@pytest.mark.parametrize(
    ("good_after", "pauses"), [(3600.0, [0.1, 0.2, 0.4, 0.8]), (-1.0, [0.1, 0.1, 0.1, 0.1])]
)
async def test_the_pauses_grow_unless_the_part_ran_well(
    monkeypatch: pytest.MonkeyPatch, good_after: float, pauses: list[float]
) -> None:
    stop, paused, wait = asyncio.Event(), list[float](), asyncio.sleep

    async def note(seconds: float) -> None:
        paused.append(seconds)
        await wait(0)

    async def weak() -> None:
        if len(paused) == len(pauses):
            stop.set()
            return
        raise RuntimeError("too weak")

    monkeypatch.setattr(module, "GOOD_AFTER", good_after)
    monkeypatch.setattr(asyncio, "sleep", note)
    await supervise({"weak": weak}, stop)
    assert paused == pauses


async def test_stopping_ends_every_part() -> None:
    stop, ended = asyncio.Event(), []

    async def part() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("part")

    running = asyncio.ensure_future(supervise({"a part": part}, stop))
    await asyncio.sleep(0)
    stop.set()
    await running
    assert ended == ["part"]


async def test_a_part_that_is_done_is_not_started_again() -> None:
    stop, starts = asyncio.Event(), []

    async def brief() -> None:
        starts.append("brief")
        stop.set()

    await supervise({"brief": brief}, stop)
    assert starts == ["brief"]
