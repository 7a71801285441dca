"""Pictures in the format of a deck."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from PIL import Image
from StreamDeck.Devices.StreamDeck import StreamDeck


def key_picture(deck: StreamDeck, colour: str) -> bytes:
    """A key in one colour."""
    return _native(deck.key_image_format(), colour)


def strip_picture(deck: StreamDeck, colour: str) -> bytes:
    """A strip in one colour."""
    touch = deck.touchscreen_image_format()
    return _native(touch if touch["format"] else deck.screen_image_format(), colour)


def _native(wanted: Mapping[str, Any], colour: str) -> bytes:
    width, height = wanted["size"]
    size = (height, width) if wanted["rotation"] in (90, 270) else (width, height)
    data = BytesIO()
    Image.new("RGB", size, colour).save(data, wanted["format"])
    return data.getvalue()
