"""Estimates how much work a call is to judge, without judging it."""

import re
from collections.abc import Iterable
from enum import Enum, auto

NEAR = 2048  # characters, and
LIGHT = 160  # blanks and signs, that are judged where somebody waits
LONGEST = 200_000  # characters that are judged at all
SIGN = 4  # a sign may begin a command, a substitution or a quarrel with the grammar: so many blanks


class Effort(Enum):
    """Where a call can be judged."""

    SMALL = auto()  # at once, within some milliseconds at most
    LARGE = auto()  # in a process of its own
    ENDLESS = auto()  # nowhere


def effort(texts: Iterable[str]) -> Effort:
    """The effort of judging these texts together."""
    text = "\n".join(texts)
    if len(text) > LONGEST:
        return Effort.ENDLESS
    if len(text) > NEAR or _work(text) > LIGHT:
        return Effort.LARGE
    return Effort.SMALL


def _work(text: str) -> int:
    if len(text) * SIGN <= LIGHT:
        return 0
    return text.count(" ") + SIGN * len(_SIGN.findall(text))


_SIGN = re.compile(r"[^\w ./,:=-]")
