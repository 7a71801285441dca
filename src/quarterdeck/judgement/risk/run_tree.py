"""What would run, as a tree: each step with its own verdict and what it runs in turn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.data_flow import NO_FLOW, Flow
from quarterdeck.judgement.risk.verdicts import PART, verdict

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that would run."""

    text: str
    risk: Risk
    inner: "tuple[Step, ...]"
    gives: Flow  # what flows out of it
    says: str | None  # what it prints, where that is known
    at: Range | None  # where it stands in the command; None where the step around it does

    def all(self) -> "Iterator[Step]":
        """The step and everything below it, outermost first."""
        yield self
        for step in self.inner:
            yield from step.all()

    def placed(self, around: Range) -> "Iterator[tuple[Step, Range]]":
        """The same, each with its position in the command, as exactly as that is known."""
        at = self.at or around
        yield self, at
        for step in self.inner:
            yield from step.placed(at)


class Draft:
    """A step that is being found out about."""

    def __init__(self, text: str, inner: list[Step]) -> None:
        self.text = text
        self.inner = inner
        self.risks: list[Risk] = []
        self.gives = NO_FLOW

    def add(self, name: str) -> None:
        """Adds the verdict of this name."""
        self.risks.append(verdict(name, self.text))

    def step(self, says: str | None, at: Range | None) -> Step:
        """The step, with the worst that was found."""
        return Step(self.text, worst(self.risks), tuple(self.inner), self.gives, says, at)


def leaf(text: str, risk: Risk) -> Step:
    """A step that runs nothing else."""
    return Step(text[:PART], risk, (), NO_FLOW, None, None)


def flowing(steps: Iterable[Step]) -> Flow:
    """What flows out of these steps together."""
    return NO_FLOW.union(*(step.gives for step in steps))


def weight(risk: Risk) -> int:
    """How much a verdict counts; what only holds others together counts a little less."""
    return _RANKS[risk.level] + (risk.rule not in _HOLDERS)


def worst(risks: Iterable[Risk]) -> Risk:
    """The first of the highest; what only groups others comes last."""
    return max(risks, key=weight, default=NOTHING)


NOTHING = Risk(Level.LOW, "runs nothing", "nothing", "This runs nothing.", "")
_HOLDERS = frozenset({"nothing", "group", "function", "wrapper", "assign"})
_RANKS = {level: 2 * level.rank for level in Level}
