"""Untrusted text made safe to show: nothing hidden, nothing that controls a terminal or a page."""

import re
from collections.abc import Iterator

from quarterdeck.judgement.unseen_characters import IGNORABLE, ODD

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"  # without tab and newline
_UNSEEN = re.compile(f"\r\n|[{_CONTROLS}{IGNORABLE}{ODD}]")


def plain(text: str) -> str:
    """The text with every character that hides or steers written out."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSEEN.sub(_named, text)


def written_out(text: str) -> Iterator[tuple[int, int, int]]:
    """Where characters were written out: start, end, and the length of the replacement."""
    for match in _UNSEEN.finditer(text):
        yield match.start(), match.end(), len(_named(match))


def plain_deep(value: object) -> object:
    """The same for every text inside lists and mappings."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {plain(str(k)): plain_deep(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain_deep(v) for v in value]
    return value


def _named(match: re.Match[str]) -> str:
    if match.group() == "\r\n":
        return "\n"
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)  # the control pictures: ␛ for escape
    return f"⟨U+{code:04X}⟩"
