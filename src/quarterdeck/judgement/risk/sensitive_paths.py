"""Files that matter more than others: what writing or reading one means."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.expressions import unwrapped
from quarterdeck.judgement.risk.path_zones import Place, Zone, absolute, zone
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.run_tree import worst
from quarterdeck.judgement.risk.verdicts import verdict


@dataclass(frozen=True, slots=True)
class PathRule:
    """A kind of file; a level is empty where writing or reading it is nothing special."""

    name: str
    matches: re.Pattern[str]
    unless: re.Pattern[str] | None
    write: Level | None
    read: Level | None
    reason: str
    sentence: str

    def means(self, path: str) -> bool:
        """Whether a file is of this kind."""
        return bool(self.matches.search(path)) and not (self.unless and self.unless.search(path))


def writing(path: str, place: Place, more: Iterable[PathRule]) -> Risk:
    """What it means to write this file."""
    lies = zone(path, place)
    if lies is Zone.SINK:
        return verdict("write.sink", path)
    full = _shown(path, place)
    found = [
        Risk(rule.write, rule.reason, rule.name, rule.sentence, path)
        for rule in (*path_rules(), *more)
        if rule.write and rule.means(full)
    ]
    return worst((*found, verdict(f"write.{lies}", path)))


def reading(path: str, place: Place, more: Iterable[PathRule]) -> Risk | None:
    """What it means to read this file; nothing when it is like any other."""
    full = _shown(path, place)
    meant = [full, *_taken(full)] if _GLOBBED.search(full) else [full]
    found = [
        Risk(rule.read, rule.reason, rule.name, rule.sentence, path)
        for rule in (*path_rules(), *more)
        if rule.read and any(map(rule.means, meant))
    ]
    return worst(found) if found else None


_GLOBBED = re.compile(r"[*?\[]|\{[^{}]*,")


def _taken(glob: str) -> list[str]:
    """The common files with secrets that a shell glob would match."""
    pattern = "".join(_shell_sign(sign) for sign in _SHELL_GLOB.findall(glob[:LONGEST_GLOB]))
    return [sample for sample in _samples() if re.fullmatch(pattern, sample)]


LONGEST_GLOB = 200
_SHELL_GLOB = re.compile(r"\*+|\?|\[[^\]/]*\]|\{[^{}/]*\}|/\*+|.", re.DOTALL)


def _shell_sign(sign: str) -> str:
    """A sign of a glob as an expression; `*` takes in nothing that begins with a dot."""
    if sign[0] == "{":
        return f"(?:{'|'.join(map(re.escape, sign[1:-1].split(',')))})"
    if sign[0] == "[" and len(sign) > 1:
        return r"[^/]"
    return {"*": r"[^/]*", "/*": r"/(?!\.)[^/]*", "?": r"[^/]"}.get(sign, re.escape(sign))


@cache
def _samples() -> tuple[str, ...]:
    return tuple(read("paths")["samples"])


@cache
def path_rules() -> tuple[PathRule, ...]:
    """The kinds of files that come with Quarterdeck."""
    return tuple(path_rule(entry) for entry in read("paths")["path"])


def path_rule(entry: Mapping[str, Any]) -> PathRule:
    """A kind of file as the rules define it."""
    return PathRule(
        entry["name"],
        globs(entry["match"], entry.get("expression", "")),
        globs(entry["unless"], "") if "unless" in entry else None,
        Level(entry["write"]) if "write" in entry else None,
        Level(entry["read"]) if "read" in entry else None,
        entry["reason"],
        entry["sentence"],
    )


def globs(patterns: Iterable[str], expression: str) -> re.Pattern[str]:
    """One expression for all of the globs, and for an expression beside them."""
    found = [*map(_expression, patterns), *filter(None, [unwrapped(expression)])]
    return re.compile("|".join(found), re.IGNORECASE)


_GLOB = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_SIGNS = {"**/": r"(?:.*/)?", "**": r".*", "*": r"[^/]*", "?": r"[^/]"}


def _expression(glob: str) -> str:
    """A glob as an expression; one that names no folder fits at any depth."""
    if glob[0] not in "/~*":
        glob = f"**/{glob}"
    parts = (_SIGNS.get(part) or re.escape(part) for part in _GLOB.findall(glob))
    return rf"\A{''.join(parts)}\Z"


def _shown(path: str, place: Place) -> str:
    """The path with the home, whose ever it is, written as `~`, as the rules have it."""
    full = absolute(path, place) or path
    for folder in place.own:
        if full == folder or full.startswith(f"{folder}/"):
            return "$QUARTERDECK_HOME" + full[len(folder) :]
    if place.home not in ("", "/") and (full + "/").startswith(place.home + "/"):
        return "~" + full[len(place.home) :]
    return _A_HOME.sub("~", full)


_A_HOME = re.compile(r"\A(?:/home/[^/]+|/Users/[^/]+|/(?:var/)?root)(?=/|\Z)")
