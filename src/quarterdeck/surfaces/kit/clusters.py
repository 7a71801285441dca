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
MOST_MARKS = 4  # of a letter; more only smear over its neighbours


def clusters(text: str) -> list[str]:
    """The text in pieces that must not be parted."""
    if text.isascii():
        return list(text)
    return [found[: 1 + MOST_MARKS * 2] for found in _CLUSTER.findall(composed(text))]


def composed(text: str) -> str:
    """The text with letters and marks as one character, where there is one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)
