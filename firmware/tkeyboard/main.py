"""Starts the keyboard when it gets power."""

import asyncio

import board
import settings


def main() -> None:
    """Find the settings, or ask for them; then work."""
    hardware = board.Board()
    held = hardware.contacts()  # while starting
    try:
        wanted = settings.load()
    except settings.NotSetUp as error:
        print("Not set up:", error)
        _set_up(hardware, {})
        return
    if held[0] and held[1]:
        _set_up(hardware, wanted)
        return
    from keyboard import Keyboard  # noqa: PLC0415 - not with the set-up: memory is short

    hardware.use_wifi(wanted["wifi"], wanted["password"])
    asyncio.run(Keyboard(hardware, wanted).run())


def _set_up(hardware, known: dict) -> None:
    """Ask for the settings on a page; whoever has a cable interrupts that, and is asked there."""
    from portal import Portal  # noqa: PLC0415

    print("Press Ctrl+C to answer here instead.")
    try:
        asyncio.run(Portal(hardware, known).run())
    except KeyboardInterrupt:
        settings.asked(input)
    hardware.restart()


main()
