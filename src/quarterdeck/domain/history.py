"""Looking back: what can be looked for, and where a page of what was found ends."""

from dataclasses import dataclass
from math import isfinite

from typing_extensions import override

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import How
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome

OPEN = "open"  # how everything begins
RULE = "rule"  # a permission rule was added or taken out
ACTIONS = ("send", "keys", "interrupt", "focus", "rename")
KINDS = (*(str(kind) for kind in Kind), *ACTIONS, RULE)
# What became of an answer or an action, or how an ask ended without an answer of ours.
ENDS = (OPEN, *(str(outcome) for outcome in Outcome), *(str(how) for how in How))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ends: an entry by its time and name, whatever comes in later."""

    at: float
    id: str

    @override
    def __str__(self) -> str:
        """The place as one word, for asking what follows."""
        return f"{self.at!r}~{self.id}"


def read_place(word: str) -> Place:
    """The place that was written so; raises ValueError."""
    at, sign, name = word.partition("~")
    if not sign or not isfinite(time := float(at)):
        raise ValueError(f"{word!r} is no place in the history")
    return Place(time, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is looked for; what is empty or None does not matter."""

    words: str = ""  # each must occur, in any order
    session: str = ""  # its id or its name
    project: str = ""  # a directory; what happened below it counts
    kind: str = ""
    risk: Level | None = None  # this or higher
    outcome: str = ""
    answer: str = ""  # the choice that was taken
    by: str = ""  # part of the name of the caller who answered
    since: float | None = None
    until: float | None = None
    after: Place | None = None  # the last entry of the page before
    limit: int = 50
