"""Text that is fit to be typed into an agent's composer."""

import re
import unicodedata

# Endings to which Enter does something else than submit: it completes a name (@alpha) or a picture
# (:smile), and after a backslash it begins a new line.
_UNFINISHED = re.compile(r"(?:(?:^|\s)(?:@\S+|:[\w+-]+)|\\)$")
_UNSEEN = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")


def prepared(text: str, *, shell: bool) -> str:
    """Make a text fit to be typed; `shell` leaves a leading `!` its meaning.

    Control characters go, a leading `!` gets a space in front (agents run it as a command
    without asking), a trailing `@name`, `:name` or backslash a space behind (Enter would complete
    the name, or begin a new line).
    """
    text = without_controls(text)
    if text.startswith("!") and not shell:
        text = f" {text}"
    return f"{text} " if _UNFINISHED.search(text) else text


def is_same_prompt(said: str, meant: str) -> bool:
    """Whether what an agent took is what was typed, in its own form: NFC, spaces for tabs."""
    return _form(said) == _form(meant)


def _form(text: str) -> str:
    seen = _UNSEEN.sub("", unicodedata.normalize("NFC", without_controls(text)))
    lines = seen.replace("\u2028", "\n").replace("\u2029", "\n").split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).strip()


def without_controls(text: str) -> str:
    """A text without control characters, with uniform line ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")
