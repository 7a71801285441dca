"""Characters that make a text look like something it is not."""

import re

from quarterdeck.judgement.unseen_characters import DIRECTION, IGNORABLE, JOINING, ODD

_ALWAYS = re.compile(f"[{DIRECTION}{ODD}\U000e0000-\U000e0fff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_UNSEEN = re.compile(f"[{IGNORABLE}]")
# Joiners belong into emoji and some scripts; beside plain letters they hide something.
_JOINED = re.compile(f"(?<=[^\x00-\x7f])[{JOINING}](?=[^\x00-\x7f]|[\\s\"'.,;:!?)]|\\Z)")
_SPACE = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_DASH = re.compile("(?:^|\\s)[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_LOOKALIKE = re.compile("[\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u13a0-\u13ff\uff01-\uff5e]")
_LATIN = re.compile("[a-zA-Z]")


def first_hidden(text: str) -> tuple[int, int] | None:
    """Where the first character is that hides or reverses what a text says."""
    if text.isascii() and text.isprintable():
        return None
    found = [_ALWAYS.search(text)]
    if not text.isascii():
        found.append(next((hit for hit in _UNSEEN.finditer(text) if not _belongs(text, hit)), None))
    return min((hit.span() for hit in found if hit), default=None)


def _belongs(text: str, hit: re.Match[str]) -> bool:
    """Whether an unseen character only joins or tells apart letters that need it."""
    return _JOINED.match(text, hit.start()) is not None


def misleading(word: str) -> bool:
    """Whether a program's name or an option is spelt with letters that look like others."""
    if word.isascii():
        return False
    return bool(
        _SPACE.search(word)
        or _DASH.search(word)
        or (_LOOKALIKE.search(word) and _LATIN.search(word))
    )
