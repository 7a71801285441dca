"""The process of the decks: finds them, serves each, and leaves their logos behind."""

import asyncio
import logging

from quarterdeck.surfaces.streamdeck.deck import Deck
from quarterdeck.surfaces.streamdeck.finder import Finder
from quarterdeck.surfaces.streamdeck.link import Connect, DeckLink

log = logging.getLogger(__name__)

LOOK_EVERY = 3.0


class Runner:
    """All decks of this machine, until told to stop."""

    def __init__(self, finder: Finder, connect: Connect, token: str, *, emulated: bool) -> None:
        self._finder = finder
        self._connect = connect
        self._token = token
        self._emulated = emulated
        self._open: dict[str, Deck] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Serve every deck that is there or comes."""
        async with asyncio.TaskGroup() as group:
            looking = group.create_task(self._look(group, stop))
            await stop.wait()
            looking.cancel()
            for deck in self._open.values():
                deck.lost.set()

    async def _look(self, group: asyncio.TaskGroup, stop: asyncio.Event) -> None:
        while True:
            for found in await asyncio.to_thread(self._finder.look, tuple(self._open)):
                deck = Deck(found.driver, found.serial, emulated=self._emulated)
                self._open[deck.path] = deck
                group.create_task(self._serve(deck, stop))
            await asyncio.sleep(LOOK_EVERY)

    async def _serve(self, deck: Deck, stop: asyncio.Event) -> None:
        log.info("Here is a %s (%s).", deck.model.title, deck.serial)
        deck.blank()
        try:
            async with asyncio.TaskGroup() as group:
                serving = group.create_task(DeckLink(deck, self._connect, self._token).run())
                await deck.run()
                serving.cancel()
        finally:
            await deck.close(logo=stop.is_set())
            self._open.pop(deck.path, None)
            log.info("The %s (%s) is gone.", deck.model.title, deck.serial)
