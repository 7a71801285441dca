"""What a person is to judge, prepared once for every place that shows it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text, from one position up to another."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A text as it may be shown, and what a place that shows it must not lose."""

    text: str
    marks: tuple[Span, ...]  # the parts that made it dangerous
    breaks: tuple[int, ...]  # positions at which a long line is best broken
    cut: int  # characters left out at its end


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines of a file that change, with a few that stay around them."""

    old: int  # the number of its first line before; 0 where nobody knows it
    new: int  # and after
    lines: tuple[str, ...]  # each begins with a space, + or -


@dataclass(frozen=True, slots=True)
class Change:
    """What a tool call would change in a file."""

    path: str
    new: bool  # there is no such file yet
    hunks: tuple[Hunk, ...]
    cut: int  # lines left out at its end
