"""Characters that make a text look like something else than it is."""

import re

_ZERO_WIDTH = "\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u180e\u034f\u115f\u1160\u3164\uffa0"
_ALWAYS = re.compile(
    "[\u202a-\u202e\u2066-\u2069\u0000\U000e0000-\U000e007f\u0085\u2028\u2029\ud800-\udfff]"
    "|[\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f\x1b]"
)
# Joiners belong into emoji and some scripts; beside plain letters they hide something.
_BESIDE_ASCII = re.compile(
    f"(?:^|[\x00-\x7f])[{_ZERO_WIDTH}]|[{_ZERO_WIDTH}](?:[\x00-\x7f]|$)", re.MULTILINE
)
_SPACE = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_DASH = re.compile("(?:^|\\s)[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_LOOKALIKE = re.compile("[\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u13a0-\u13ff\uff01-\uff5e]")
_LATIN = re.compile("[a-zA-Z]")


def strange(text: str) -> bool:
    """Whether a text has characters that hide or turn around what it says."""
    if text.isascii() and text.isprintable():
        return False
    return bool(_ALWAYS.search(text) or (not text.isascii() and _BESIDE_ASCII.search(text)))


def misleading(word: str) -> bool:
    """Whether a program's name or an option is spelt with letters that look like others."""
    if word.isascii():
        return False
    return bool(
        _SPACE.search(word)
        or _DASH.search(word)
        or (_LOOKALIKE.search(word) and _LATIN.search(word))
    )
