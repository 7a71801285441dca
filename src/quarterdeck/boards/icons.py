"""What a picture for one key is made of, and by which name it goes."""

import hashlib
import json
import re
from dataclasses import dataclass

DRAWING = 1  # another number gives every picture another name: raise it when they look different
LONGEST_TEXT = 20  # characters on a picture; a longer text ends in "…"
LONGEST_EMOJI = 16  # characters, of which one emoji may have several
LONGEST_FILE = 20  # characters of a file's name, with its suffix
SUFFIX = ".rgb"

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_HASH = re.compile(r"[0-9a-f]{8}")


class BadIcon(Exception):
    """Nothing can be drawn from this; the message says why."""


@dataclass(frozen=True, slots=True)
class Icon:
    """An emoji, a text, a ground, or several of them; `icon_of` checks what comes from outside."""

    emoji: str = ""
    text: str = ""
    colour: str = ""  # of the ground, `#rrggbb`

    @property
    def file(self) -> str:
        """The name that these parameters always have: eight hexadecimal digits."""
        said = json.dumps([DRAWING, self.emoji, self.text, self.colour])
        return hashlib.sha256(said.encode()).hexdigest()[:8] + SUFFIX


def icon_of(emoji: str, text: str, colour: str) -> Icon:
    """An icon from what somebody wrote; raises BadIcon."""
    sign = "".join(emoji.split())
    words = " ".join(text.split())
    if not (sign or words or colour):
        raise BadIcon("An emoji, a text or a colour is needed.")
    if len(sign) > LONGEST_EMOJI:
        raise BadIcon(f"An emoji has at most {LONGEST_EMOJI} characters.")
    # An emoji may be joined by signs that cannot be seen alone; a text has none of them.
    if any(ord(c) < 32 for c in sign) or not words.isprintable():
        raise BadIcon("Control characters cannot be drawn.")
    return Icon(sign, shortened(words), _colour(colour) if colour else "")


def shortened(text: str) -> str:
    """A text as a key shows it."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1].rstrip() + "…"


def file_named(name: str) -> str:
    """The file of a picture that goes by a name; raises BadIcon."""
    file = name.removesuffix(SUFFIX) + SUFFIX
    if len(file) > LONGEST_FILE:
        raise BadIcon(f"A name has at most {LONGEST_FILE - len(SUFFIX)} characters.")
    if not _NAME.fullmatch(file.removesuffix(SUFFIX)):
        raise BadIcon(
            "A name has small letters, digits, '-' and '_', and begins with none of these two."
        )
    if _HASH.fullmatch(file.removesuffix(SUFFIX)):
        raise BadIcon("Eight hexadecimal digits are the name of a picture without one.")
    return file


def is_file(name: str) -> bool:
    """Whether a picture could have this file name; no path has."""
    known = name.endswith(SUFFIX) and len(name) <= LONGEST_FILE
    return known and bool(_NAME.fullmatch(name.removesuffix(SUFFIX)))


def _colour(text: str) -> str:
    if not _COLOUR.fullmatch(text):
        raise BadIcon(f"{text!r} is not a colour such as #00ff00.")
    digits = text[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(2 * d for d in digits))
