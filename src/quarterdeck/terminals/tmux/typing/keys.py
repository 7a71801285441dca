"""Keys by name: as bytes if every program reads them alike, else as tmux translates them."""

import re
import unicodedata
from difflib import get_close_matches

from quarterdeck.terminals.tmux.control.commands import KeyInput

_BYTES = {
    "Enter": b"\r",
    "Escape": b"\x1b",
    "Tab": b"\t",
    "BTab": b"\x1b[Z",
    "Space": b" ",
    "BSpace": b"\x7f",
}
# Programs choose between two forms of these; tmux knows which one.
_TRANSLATED = {"Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown", "Delete"}
_NO_SIGNS = {"Cc", "Cs", "Cn", "Zl", "Zp"}  # what joins emoji to one is a sign
_CONTROL = re.compile(r"C-([a-z\[\\\]^_])")


class UnknownKey(ValueError):
    """No key has this name."""


def key(name: str) -> KeyInput:
    """Give one key by its tmux name: `Enter`, `Up`, `C-c`, `F5`, or the character itself."""
    if name in _BYTES:
        return KeyInput(data=_BYTES[name])
    if name in _TRANSLATED or re.fullmatch(r"F([1-9]|1[0-2])", name):
        return KeyInput(names=(name,))
    if found := _CONTROL.fullmatch(name):
        return KeyInput(data=bytes([ord(found[1].upper()) & 0x1F]))
    if len(name) == 1 and unicodedata.category(name) not in _NO_SIGNS:
        return KeyInput(data=name.encode())
    raise UnknownKey(f"there is no key {name!r}; {_known(name)}")


def _known(wanted: str) -> str:
    """The keys that have names, or the one that was probably meant."""
    names = [*_BYTES, *sorted(_TRANSLATED)]
    if near := get_close_matches(wanted.title(), names, n=1, cutoff=0.7):
        return f"{near[0]} is one"
    return f"there are {', '.join(names)}, F1 to F12, C-a to C-z, and every single character"
