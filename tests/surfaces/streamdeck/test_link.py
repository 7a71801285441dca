"""A deck's conversation: boards are shown and acknowledged, presses told, breaks survived."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from tests.stage.soon import soon
from tests.stage.until import PATIENCE
from tests.surfaces.streamdeck.played_daemon import PlayedDaemon, mini_picture
from tests.surfaces.streamdeck.shown import a, opened, stuck
from websockets.asyncio.client import ClientConnection

from quarterdeck.boards.models import MINI, NEO
from quarterdeck.surfaces.streamdeck import deck as deck_module
from quarterdeck.surfaces.streamdeck import link
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck
from quarterdeck.surfaces.streamdeck.link import DeckLink

FACES = [("allow", None), (None, "critical"), ("deny", "deny and stop")]


@asynccontextmanager
async def served(device: EmulatedDeck, daemon: PlayedDaemon) -> AsyncIterator[None]:
    """A deck that talks to a daemon."""
    async with opened(device) as deck, asyncio.TaskGroup() as group:
        serving = group.create_task(DeckLink(deck, daemon.connect, "secret").run())
        yield
        serving.cancel()


def letters(deck: EmulatedDeck) -> str:
    return "".join(chr(deck.keys[key][60]) for key in sorted(deck.keys))


@pytest.fixture
def daemon(place: Path) -> PlayedDaemon:
    return PlayedDaemon(place / "api.sock")


async def test_a_board_is_shown_and_acknowledged(daemon: PlayedDaemon) -> None:
    device = a(MINI)

    async with daemon.up(), served(device, daemon):
        talk = await daemon.talk()
        assert (talk.token, talk.profile["model"]) == ("secret", "mini")
        await talk.board(1, "abcdef", FACES)

        assert await talk.heard("shown") == {"type": "shown", "n": 1}
        assert letters(device) == "abcdef"
        assert device.brightness == 60


async def test_what_is_shown_is_said_again_and_again(
    daemon: PlayedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "SAY_AGAIN", 0.05)

    async with daemon.up(), served(a(MINI), daemon):
        talk = await daemon.talk()
        await talk.board(7, "abcdef", FACES)
        said = [await talk.heard("shown") for _ in range(3)]

    assert [message["n"] for message in said] == [7, 7, 7]


async def test_what_is_wrong_with_a_deck_is_told(
    daemon: PlayedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_module, "SLOW", 0.01)
    device = a(MINI)
    free = stuck(device, monkeypatch)

    async with daemon.up(), served(device, daemon):
        talk = await daemon.talk()
        await talk.board(1, "abcdef", FACES)
        assert (await talk.heard("health"))["text"] == deck_module.NO_ANSWER
        free.set()
        assert (await talk.heard("health"))["text"] == ""


async def test_presses_and_holds_are_told(daemon: PlayedDaemon) -> None:
    device = a(MINI)

    async with daemon.up(), served(device, daemon):
        talk = await daemon.talk()
        await talk.board(1, "abcdef", FACES)
        await talk.heard("shown")

        device.press(0)
        assert (await talk.heard("down"))["face"] == "allow"
        device.release(0)
        assert (await talk.heard("press"))["face"] == "allow"

        device.press(1)
        assert (await talk.heard("down"))["face"] == "critical"
        device.release(1)
        up = await talk.heard("up")
        assert up["face"] == "critical"
        assert up["held"] >= 0


async def test_a_frame_is_drawn(daemon: PlayedDaemon) -> None:
    device = a(MINI)
    async with daemon.up(), served(device, daemon):
        talk = await daemon.talk()
        await talk.board(1, "abcdef", FACES)
        await talk.heard("shown")

        await talk.say(type="frame", key=2, picture=await talk.picture(mini_picture("!")))

        await soon(lambda: letters(device) == "ab!def", "the frame is not drawn")


async def test_a_lost_connection_forgets_the_finger_and_coming_back_draws_again(
    daemon: PlayedDaemon,
) -> None:
    device = a(MINI)

    async with daemon.up(), served(device, daemon):
        talk = await daemon.talk()
        await talk.board(1, "abcdef", FACES)
        await talk.heard("shown")
        device.press(1)
        await talk.heard("down")
        await talk.close()

        talk = await daemon.talk()
        device.release(1)
        await talk.board(1, "uvwxyz", FACES)
        await talk.heard("shown")
        assert letters(device) == "uvwxyz"
        device.press(0)

        assert await talk.heard("down") == {"type": "down", "face": "allow"}


async def test_what_nobody_can_take_a_press_for_goes_black(
    daemon: PlayedDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "BLANK_AFTER", 0.05)
    device = a(MINI)

    async with served(device, daemon):
        async with daemon.up():
            talk = await daemon.talk()
            await talk.board(1, "abcdef", FACES)
            await talk.heard("shown")

        await soon(lambda: letters(device) == "\0" * 6, "it still shows what was")


async def test_a_deck_that_is_lost_as_its_connection_breaks_is_served_no_longer() -> None:
    def breaks() -> AbstractAsyncContextManager[ClientConnection]:
        raise ConnectionResetError

    async with opened(a(MINI)) as deck, asyncio.timeout(PATIENCE):
        deck.lost.set()
        await DeckLink(deck, breaks, "secret").run()


async def test_a_board_that_does_not_fit_is_refused_and_the_deck_comes_again(
    daemon: PlayedDaemon,
) -> None:
    device = a(NEO)

    async with daemon.up(), served(device, daemon):
        talk = await daemon.talk()
        await talk.board(1, "abcdef", FACES)
        again = await daemon.talk()

    assert again.profile["model"] == "neo"
    assert not device.keys
