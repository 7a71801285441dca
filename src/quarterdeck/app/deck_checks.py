"""What `qd doctor` reports about decks: each that is plugged in, and what keeps it from working."""

import importlib.util
import os
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path

from quarterdeck.app.doctor_checks import Check
from quarterdeck.surfaces.streamdeck.usb import RULE, RULE_FILE, Usb, UsbDeck

OURS = "quarterdeck"


def deck_checks(usb: Usb, processes: Path = Path("/proc")) -> Iterator[Check]:
    """One for each deck that is plugged in; none where none is, or where that cannot be seen."""
    decks = usb.decks()
    if decks and not importlib.util.find_spec("StreamDeck"):
        remedy = "pip install 'quarterdeck[deck]', or pip install streamdeck where qd lives."
        yield Check("deck", "warn", "the library streamdeck is not installed", remedy)
    elif decks and not find_library("hidapi-libusb"):
        remedy = "apt install libhidapi-libusb0, or your system's package of that name."
        yield Check("deck", "warn", "the library hidapi is not installed", remedy)
    for deck in decks:
        yield _check(deck, processes)


def _check(deck: UsbDeck, processes: Path) -> Check:
    if not deck.may_be_used:
        remedy = f"`sudo qd doctor --udev` puts this into {RULE_FILE}: {RULE}"
        return Check("deck", "warn", f"{deck.title}: you may not use it yet", remedy)
    holder = _holder(deck, processes)
    if holder is None:
        return Check("deck", "ok", f"{deck.title}: free; served while the daemon runs", "")
    pid, words = holder
    if OURS in words:
        return Check("deck", "ok", f"{deck.title}: served (pid {pid})", "")
    found = f"{deck.title}: held by {words.split(' ')[0]} (pid {pid})"
    return Check("deck", "warn", found, "Quit that program, and the deck appears here.")


def _holder(deck: UsbDeck, processes: Path) -> tuple[int, str] | None:
    """Who has it open, as far as we may see that."""
    for folder in processes.glob("[0-9]*"):
        try:
            if any(os.readlink(file) == str(deck.node) for file in (folder / "fd").iterdir()):  # noqa: PTH115 - a path that need not exist
                words = (folder / "cmdline").read_text().replace("\0", " ").strip()
                return int(folder.name), words
        except OSError:
            continue
    return None


def install_rule(file: Path = RULE_FILE) -> str:
    """Let everybody at this machine use its decks; what was done. Raises OSError."""
    if file.exists() and file.read_text().strip() == RULE:
        return f"{file} is there already. Plug the deck in again."
    file.write_text(f"{RULE}\n")
    return f"{file} is written. Plug the deck in again."
