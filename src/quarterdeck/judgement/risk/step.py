"""What would run, as a tree: each step with its own verdict and what it runs in turn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quarterdeck.domain.risk import Level, Risk


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that would run."""

    text: str
    risk: Risk
    inner: "tuple[Step, ...]"
    gives: frozenset[str]  # what flows out of it: download, decoded, secret
    says: str | None  # what it prints, where that is known

    def all(self) -> "Iterator[Step]":
        """This step and everything below it, outermost first."""
        yield self
        for step in self.inner:
            yield from step.all()


def worst(risks: Iterable[Risk]) -> Risk:
    """The first of the highest; what only holds others together speaks last."""
    return max(risks, key=_weight, default=NOTHING)


NOTHING = Risk(Level.LOW, "runs nothing", "nothing", "This runs nothing.", "")
_HOLDERS = frozenset({"nothing", "group", "function", "wrapper"})
_RANKS = {level: 2 * level.rank for level in Level}


def _weight(risk: Risk) -> int:
    return _RANKS[risk.level] + (risk.rule not in _HOLDERS)
