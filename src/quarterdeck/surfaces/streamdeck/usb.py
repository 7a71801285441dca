"""What the kernel knows of decks on this machine, without a library: cheap enough to ask often."""

import os
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.surfaces.streamdeck.products import PRODUCTS, VENDOR

RULE = f'SUBSYSTEM=="usb", ATTRS{{idVendor}}=="{VENDOR:04x}", MODE="0660", TAG+="uaccess"'
RULE_FILE = Path("/etc/udev/rules.d/60-quarterdeck.rules")


@dataclass(frozen=True, slots=True)
class UsbDeck:
    """A deck that is plugged in."""

    product: int
    node: Path  # through which programs talk to it

    @property
    def title(self) -> str:
        """What it is called."""
        return PRODUCTS[self.product].title

    @property
    def may_be_used(self) -> bool:
        """Whether this user may open it."""
        return os.access(self.node, os.R_OK | os.W_OK)


class Usb:
    """The USB devices of this machine, as Linux lists them."""

    def __init__(
        self,
        devices: Path = Path("/sys/bus/usb/devices"),
        nodes: Path = Path("/dev/bus/usb"),
    ) -> None:
        self._devices = devices
        self._nodes = nodes

    def decks(self) -> tuple[UsbDeck, ...]:
        """The decks that are plugged in; none where the kernel does not tell."""
        try:
            found = sorted(self._devices.iterdir())
        except OSError:
            return ()
        return tuple(deck for folder in found if (deck := self._deck(folder)))

    def _deck(self, folder: Path) -> UsbDeck | None:
        try:
            if int((folder / "idVendor").read_text(), 16) != VENDOR:
                return None
            product = int((folder / "idProduct").read_text(), 16)
            bus, number = (int((folder / name).read_text()) for name in ("busnum", "devnum"))
        except (OSError, ValueError):
            return None
        if product not in PRODUCTS:
            return None
        return UsbDeck(product, self._nodes / f"{bus:03}" / f"{number:03}")

    def why_not(self, product: int) -> str:
        """Why a deck of this product cannot be opened, and what to do, in one sentence."""
        title = PRODUCTS[product].title
        if any(deck.product == product and not deck.may_be_used for deck in self.decks()):
            return (
                f"You may not use the {title} yet: put this line into {RULE_FILE}"
                f" (`qd doctor --udev` does it), then plug the deck in again: {RULE}"
            )
        return f"The {title} is held by another program: quit that one, and it appears here."
