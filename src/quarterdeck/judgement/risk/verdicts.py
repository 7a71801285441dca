"""Verdicts beyond single programs: what cannot be determined, and what flows where."""

from functools import cache

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.rule_files import read

PART = 200  # characters of a command that a verdict quotes


def verdict(name: str, part: str) -> Risk:
    """The verdict of this name about a piece of the command."""
    level, reason, sentence = _table()[name]
    return Risk(level, reason, name, sentence, part[:PART])


@cache
def _table() -> dict[str, tuple[Level, str, str]]:
    return {
        name: (Level(entry["level"]), entry["reason"], entry["sentence"])
        for name, entry in read("verdicts").items()
    }
