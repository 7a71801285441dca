"""Text that is fit to be typed into an agent's composer."""

import re
import unicodedata

_TRAILING_NAME = re.compile(r"(^|\s)@\S+$")


def prepared(text: str, *, shell: bool) -> str:
    """Make a text fit to be typed; `shell` leaves a leading `!` its meaning.

    Control characters go, a leading `!` gets a space in front (agents run it as a command
    without asking), a trailing `@name` a space behind (Enter would only complete the name).
    """
    text = without_controls(text)
    if text.startswith("!") and not shell:
        text = f" {text}"
    return f"{text} " if _TRAILING_NAME.search(text) else text


def without_controls(text: str) -> str:
    """A text without signs that control a terminal; its lines end in one way."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")
