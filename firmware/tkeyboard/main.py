"""Starts the keyboard when it gets power."""

import asyncio

import board
import settings
from keyboard import Keyboard


def main() -> None:
    """Find the settings, join the Wi-Fi, work."""
    try:
        wanted = settings.load()
    except settings.NotSetUp as error:
        print("Not set up:", error)
        wanted = settings.asked(input)
    hardware = board.Board(wanted["wifi"], wanted["password"])
    asyncio.run(Keyboard(hardware, wanted).run())


main()
