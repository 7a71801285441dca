"""Files that matter more than others: what writing or reading one means."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.path_zones import Place, Zone, absolute, zone
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.run_tree import worst
from quarterdeck.judgement.risk.verdicts import verdict


@dataclass(frozen=True, slots=True)
class PathRule:
    """A kind of file; a level is empty where writing or reading it is nothing special."""

    name: str
    matches: re.Pattern[str]
    write: Level | None
    read: Level | None
    reason: str
    sentence: str


def writing(path: str, place: Place, more: Iterable[PathRule]) -> Risk:
    """What it means to write this file."""
    lies = zone(path, place)
    if lies is Zone.SINK:
        return verdict("write.sink", path)
    full = _shown(path, place)
    found = [
        Risk(rule.write, rule.reason, rule.name, rule.sentence, path)
        for rule in (*path_rules(), *more)
        if rule.write and rule.matches.search(full)
    ]
    return worst((*found, verdict(f"write.{lies}", path)))


def reading(path: str, place: Place, more: Iterable[PathRule]) -> Risk | None:
    """What it means to read this file; nothing when it is like any other."""
    full = _shown(path, place)
    found = [
        Risk(rule.read, rule.reason, rule.name, rule.sentence, path)
        for rule in (*path_rules(), *more)
        if rule.read and rule.matches.search(full)
    ]
    return worst(found) if found else None


@cache
def path_rules() -> tuple[PathRule, ...]:
    """The kinds of files that come with Quarterdeck."""
    return tuple(path_rule(entry) for entry in read("paths")["path"])


def path_rule(entry: Mapping[str, Any]) -> PathRule:
    """A kind of file as it stands in the rules."""
    return PathRule(
        entry["name"],
        re.compile("|".join(_expression(glob) for glob in entry["match"]), re.IGNORECASE),
        Level(entry["write"]) if "write" in entry else None,
        Level(entry["read"]) if "read" in entry else None,
        entry["reason"],
        entry["sentence"],
    )


_GLOB = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_SIGNS = {"**/": r"(?:.*/)?", "**": r".*", "*": r"[^/]*", "?": r"[^/]"}


def _expression(glob: str) -> str:
    """A glob as an expression; one that names no folder fits at any depth."""
    if glob[0] not in "/~*":
        glob = f"**/{glob}"
    parts = (_SIGNS.get(part) or re.escape(part) for part in _GLOB.findall(glob))
    return rf"\A{''.join(parts)}\Z"


def _shown(path: str, place: Place) -> str:
    """The path with the home written as `~`, as the rules have it."""
    full = absolute(path, place) or path
    if place.home not in ("", "/") and (full + "/").startswith(place.home + "/"):
        return "~" + full[len(place.home) :]
    return full
