"""Decks that are open, on the emulator."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.stage.until import PATIENCE

from quarterdeck.boards.models import Model
from quarterdeck.surfaces.streamdeck.deck import Deck
from quarterdeck.surfaces.streamdeck.emulator import EmulatedDeck, EmulatedTransport, emulated
from quarterdeck.surfaces.streamdeck.finder import Finder
from quarterdeck.surfaces.streamdeck.usb import Usb


def a(model: Model) -> EmulatedDeck:
    return emulated([model]).decks[0]


def finder(*decks: EmulatedDeck) -> Finder:
    return Finder(EmulatedTransport(decks), Usb())


def stuck(deck: EmulatedDeck, patch: pytest.MonkeyPatch) -> threading.Event:
    """Let a deck take nothing until this event is set."""
    free, take = threading.Event(), deck.take

    def slowly(report: bytes) -> None:
        free.wait(PATIENCE)
        take(report)

    patch.setattr(deck, "take", slowly)
    return free


@asynccontextmanager
async def opened(emulated_deck: EmulatedDeck) -> AsyncIterator[Deck]:
    """A deck that writes what it should show."""
    (found,) = finder(emulated_deck).look(())
    deck = Deck(found.driver, found.serial, emulated=False)
    async with asyncio.TaskGroup() as group:
        group.create_task(deck.run())
        try:
            yield deck
        finally:
            await deck.close(logo=True)
