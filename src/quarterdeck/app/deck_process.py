"""When the daemon runs the process of the decks, and how."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec

from quarterdeck.app.settings import Deck, Settings
from quarterdeck.surfaces.streamdeck.usb import Usb

FROM_DAEMON = "--from-daemon"
DEMO = "mk2"


def words(deck: Deck) -> Sequence[str]:
    """The program; it reads its token from standard input."""
    emulate = ("--emulate", ",".join(deck.emulate)) if deck.emulate else ()
    return (sys.executable, "-P", "-m", "quarterdeck", "deck", "run", FROM_DAEMON, *emulate)


def is_wanted(deck: Deck, usb: Usb) -> bool:
    """Whether there is a deck, as far as that can be seen without a library."""
    if deck.enabled == "auto":
        return bool(deck.emulate or usb.decks())
    return deck.enabled == "on"


def with_demo_deck(settings: Settings) -> Settings:
    """The settings with a deck to look at and press, where one can be drawn and none is set."""
    if settings.deck.emulate or not (find_spec("StreamDeck") and find_spec("PIL")):
        return settings
    return replace(settings, deck=replace(settings.deck, emulate=(DEMO,)))
