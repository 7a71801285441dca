"""Text into what is drawn as one sign: a letter with its marks, an emoji with its parts."""

import re
import unicodedata

# A sign with the marks, selectors and joined signs behind it; flags are two letters.
_CLUSTER = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"
    "|.[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\U0001f3fb-\U0001f3ff]*"
    "(?:\u200d.[\ufe0f\U0001f3fb-\U0001f3ff]*)*",
    re.DOTALL,
)
MOST_MARKS = 10  # of a letter, or parts of an emoji; more only smear over the neighbours
LONGEST = 40  # characters of a piece that are looked at


def clusters(text: str) -> list[str]:
    """The text in pieces that must not be parted; joined again they are the text."""
    return list(text) if text.isascii() else _CLUSTER.findall(text)


def drawable(cluster: str) -> str:
    """A piece as it is drawn: letter and mark as one character where there is one, few marks."""
    if len(cluster) == 1:
        return cluster
    return unicodedata.normalize("NFC", cluster[:LONGEST])[: 1 + MOST_MARKS]
