"""All rules about programs, indexed for lookup."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk.call_pattern import Pattern, compile_pattern
from quarterdeck.judgement.risk.parsed_call import Call, by_target
from quarterdeck.judgement.risk.rule_files import read

FILES = (
    "read_only",
    "files",
    "git",
    "system",
    "network",
    "packages",
    "cloud",
    "databases",
    "secrets",
    "agents",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """What one kind of call means: how dangerous it is, and what it hands on."""

    name: str
    level: Level
    reason: str
    sentence: str
    gives: frozenset[str]  # what its output is: download, decoded, secret
    takes: frozenset[str]  # what becomes of its input: sent
    writes: str  # which words name files that it writes: operands, last, or options
    reads: str
    otherwise: bool  # counts only where no other rule fits
    broad: bool  # says little about a call; its words may say more


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Rules, found by program and first subcommand."""

    entries: Mapping[tuple[str, str], tuple[tuple[Pattern, Rule], ...]]
    programs: frozenset[str]
    branching: frozenset[str]  # the programs that have subcommands

    def fitting(self, call: Call) -> list[Rule]:
        """The rules that match this call; each of several targets is a call of its own."""
        first, *others = by_target(call)
        return self._fitting(first) + [rule for one in others for rule in self._fitting(one)]

    def _fitting(self, call: Call) -> list[Rule]:
        entries = self.entries
        found = entries.get((call.program, ""), ())
        if call.operands:
            found += entries.get((call.program, call.operands[0].text.lower()), ())
        fitting = [rule for pattern, rule in found if pattern.fits(call)]
        special = [rule for rule in fitting if not rule.otherwise]
        return special or fitting


@cache
def rulebook() -> Rulebook:
    """The rules that come with Quarterdeck."""
    return bound(entry for name in FILES for entry in read(name)["rule"])


def bound(data: Iterable[Mapping[str, Any]]) -> Rulebook:
    """A rulebook of the rules in a file."""
    entries: dict[tuple[str, str], list[tuple[Pattern, Rule]]] = defaultdict(list)
    for entry in data:
        rule = _rule(entry)
        for pattern in map(compile_pattern, entry["match"]):
            found = pattern, rule
            for program in pattern.programs:
                for first in pattern.firsts or ("",):
                    entries[program, first].append(found)
    frozen = {key: tuple(all_found) for key, all_found in entries.items()}
    return Rulebook(
        frozen,
        frozenset(program for program, _ in frozen),
        frozenset(program for program, first in frozen if first),
    )


def _rule(entry: Mapping[str, Any]) -> Rule:
    return Rule(
        entry["name"],
        Level(entry["level"]),
        entry["reason"],
        entry["sentence"],
        frozenset(entry.get("gives", "").split()),
        frozenset(entry.get("takes", "").split()),
        entry.get("writes", ""),
        entry.get("reads", ""),
        entry.get("otherwise", False),
        entry.get("broad", False),
    )
