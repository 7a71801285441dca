"""Regular expressions in rule files, which may be wrapped so that they fit a screen."""

import re


def unwrapped(expression: str) -> str:
    """An expression without the line ends, and their indentation, that only wrap it."""
    return _WRAPPED.sub("", expression)


_WRAPPED = re.compile(r"\n\s*")
