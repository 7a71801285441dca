import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from tests.stage.until import PATIENCE

from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.seeing.watcher import Watcher

ONE = Screen(
    "%1",
    100,
    ("hello",),
    height=1,
    width=80,
    cursor=(0, 0),
    cursor_shown=True,
    region=(0, 0),
    alternate=False,
    in_mode=False,
    dead=False,
    command="sh",
)
OTHER = replace(ONE, lines=("goodbye",))


class Panes:
    """Panes that can be captured, and what was asked and told about them."""

    def __init__(self) -> None:
        self.looks: asyncio.Queue[list[str]] = asyncio.Queue()
        self.told: list[Screen] = []
        self.broken = False
        self.watcher = Watcher(self.capture, self.told.append)

    async def capture(self, panes: list[str]) -> list[Screen]:
        self.looks.put_nowait(panes)
        if self.broken:
            raise TmuxError(TmuxBridgeErrorType.SUBPROCESS_FAILED, "no server")
        return []

    async def look(self) -> list[str]:
        return await asyncio.wait_for(self.looks.get(), PATIENCE)

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(self.watcher.run())
            yield
            running.cancel()


async def test_only_a_screen_that_changed_is_told() -> None:
    panes = Panes()
    for screen in (ONE, ONE, OTHER, OTHER):
        panes.watcher.saw(screen, time.monotonic())
    assert panes.told == [ONE, OTHER]
    assert panes.watcher.screen("%1") == OTHER


async def test_a_pane_is_unchanged_since_its_screen_last_changed() -> None:
    watcher, now = Panes().watcher, time.monotonic()
    watcher.saw(ONE, now - 1000)
    watcher.saw(ONE, now)
    assert watcher.unchanged("%1") >= 1000
    watcher.saw(OTHER, now)
    assert watcher.unchanged("%1") < 1000


async def test_a_pane_that_is_forgotten_and_seen_again_is_new() -> None:
    panes = Panes()
    panes.watcher.saw(ONE, time.monotonic())
    panes.watcher.forget("%1")
    assert panes.watcher.screen("%1") is None
    panes.watcher.saw(ONE, time.monotonic())
    assert panes.told == [ONE, ONE]


async def test_who_waits_for_a_pane_is_woken_when_it_writes() -> None:
    watcher = Panes().watcher
    watcher.still("%1")
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(watcher.stir("%1", 1000))
        await asyncio.sleep(0)
        watcher.stirred("%1", 1)


async def test_what_was_written_before_is_not_what_is_waited_for() -> None:
    watcher, began = Panes().watcher, time.monotonic()
    watcher.still("%1")
    watcher.stirred("%1", 1)
    watcher.still("%1")
    await watcher.stir("%1", 0.05)
    assert time.monotonic() - began > 0.04


async def test_a_followed_pane_is_looked_at_first_and_whenever_it_stirs() -> None:
    panes = Panes()
    async with panes.watched():
        panes.watcher.follow("%1")
        assert await panes.look() == ["%1"]
        panes.watcher.stirred("%1", 1)
        assert await panes.look() == ["%1"]


async def test_a_look_that_fails_ends_nothing() -> None:
    panes = Panes()
    panes.broken = True
    async with panes.watched():
        panes.watcher.follow("%1")
        await panes.look()
        panes.watcher.follow("%2")
        assert await panes.look() == ["%2"]


async def test_many_panes_are_asked_for_a_few_at_a_time() -> None:
    panes = Panes()
    for number in range(10):
        panes.watcher.follow(f"%{number}")
    async with panes.watched():
        assert [len(await panes.look()), len(await panes.look())] == [8, 2]
