"""Permission rules that a person adds to an agent's settings, or takes out again."""

from dataclasses import dataclass

from quarterdeck.domain.ids import RuleId
from quarterdeck.domain.risk import Level


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule, in the agent's own words, that is added to a project's settings or taken out."""

    id: RuleId
    agent: str
    project: str
    rule: str
    risk: Level
    adds: bool
    by: str
    at: float
