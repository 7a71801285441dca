"""The decks of a machine come and go; each has its own connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.stage.soon import soon
from tests.surfaces.streamdeck.played_daemon import PlayedDaemon
from tests.surfaces.streamdeck.shown import a, finder

from quarterdeck.boards.models import MINI, PEDAL, XL
from quarterdeck.surfaces.streamdeck import runner
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck
from quarterdeck.surfaces.streamdeck.runner import Runner


@pytest.fixture
def daemon(place: Path, monkeypatch: pytest.MonkeyPatch) -> PlayedDaemon:
    monkeypatch.setattr(runner, "LOOK_EVERY", 0.02)
    return PlayedDaemon(place / "api.sock")


@asynccontextmanager
async def running(daemon: PlayedDaemon, *decks: EmulatedDeck) -> AsyncIterator[None]:
    stop = asyncio.Event()
    async with daemon.up(), asyncio.TaskGroup() as group:
        runner = Runner(finder(*decks), daemon.connect, "secret", emulated=False)
        group.create_task(runner.run(stop))
        yield
        stop.set()


async def test_every_deck_has_a_connection_of_its_own(daemon: PlayedDaemon) -> None:
    decks = a(MINI), a(XL), a(PEDAL)

    async with running(daemon, *decks):
        talks = [await daemon.talk() for _ in decks]

    assert {talk.profile["model"] for talk in talks} == {"mini", "xl", "pedal"}


async def test_decks_are_black_until_told_otherwise_and_show_their_logo_at_the_end(
    daemon: PlayedDaemon,
) -> None:
    device = a(MINI)

    async with running(daemon, device):
        await soon(lambda: len(device.keys) == 6, "it is not black")

    assert device.logo
    assert not device.violations


async def test_a_deck_that_is_pulled_out_comes_back_with_its_board(daemon: PlayedDaemon) -> None:
    device = a(MINI)

    async with running(daemon, device):
        talk = await daemon.talk()
        await talk.board(1, "abcdef", [])
        await talk.heard("shown")

        device.unplug()
        await asyncio.sleep(0)
        device.plug()

        talk = await daemon.talk()
        await talk.board(1, "abcdef", [])
        await talk.heard("shown")
        assert [chr(device.keys[key][60]) for key in range(6)] == list("abcdef")


async def test_a_deck_that_fails_amid_a_picture_is_found_again(daemon: PlayedDaemon) -> None:
    device = a(MINI)

    async with running(daemon, device):
        talk = await daemon.talk()
        await soon(lambda: len(device.keys) == 6, "it is not black")
        device.fail_in(30)
        await talk.board(1, "abcdef", [])

        talk = await daemon.talk()
        await talk.board(1, "abcdef", [])
        await talk.heard("shown")

    assert not device.violations


async def test_a_day_of_plugging(daemon: PlayedDaemon) -> None:
    device = a(MINI)

    async with running(daemon, device):
        for round_ in range(40):
            talk = await daemon.talk()
            await talk.board(1, "abcdef", [])
            await talk.heard("shown")
            if round_ % 2:
                device.fail_in(3)
                await talk.board(2, "uvwxyz", [])
            else:
                device.unplug()
                device.plug()

    assert not device.violations
