"""What a person adds to the rules in the settings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.call_pattern import BadPattern
from quarterdeck.judgement.risk.rulebook import Rulebook, bound
from quarterdeck.judgement.risk.sensitive_paths import PathRule, path_rule

REASON = 20  # characters that fit a key


class BadAddition(ValueError):
    """A setting that makes no sense; says which and why."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression over the whole text of a command."""

    matches: re.Pattern[str]
    risk: Risk


@dataclass(frozen=True, slots=True)
class Additions:
    """The person's own patterns, paths and tool levels."""

    rules: Rulebook
    expressions: tuple[Expression, ...]
    paths: tuple[PathRule, ...]
    tools: tuple[tuple[str, Level], ...]  # names, `*` allowed

    def tool(self, name: str) -> Level | None:
        """The level that the person gave a tool."""
        return next((level for glob, level in self.tools if fnmatchcase(name, glob)), None)


NO_ADDITIONS = Additions(Rulebook({}, frozenset(), frozenset()), (), (), ())


def read_additions(section: Mapping[str, Any]) -> Additions:
    """The additions in the settings' `[risk]` section; raises `BadAddition` with one sentence."""
    for key in section.keys() - {"patterns", "paths", "tools"}:
        raise BadAddition(f"risk.{key} is not a setting; there are patterns, paths and tools.")
    patterns = _entries(section, "patterns")
    return Additions(
        _rules(patterns),
        tuple(_expression(entry, at) for at, entry in patterns if "regex" in entry),
        tuple(_path(entry, at) for at, entry in _entries(section, "paths")),
        tuple(
            (name, _level(level, f"risk.tools.{name}"))
            for name, level in _mapping(section.get("tools", {}), "risk.tools").items()
        ),
    )


_Entries = list[tuple[str, Mapping[str, Any]]]


def _entries(section: Mapping[str, Any], key: str) -> _Entries:
    """The tables of a list, each with the key that names it."""
    listed = section.get(key, [])
    if not isinstance(listed, list):
        raise BadAddition(f"risk.{key} must be a list of tables.")
    named = [(f"risk.{key}[{at}]", entry) for at, entry in enumerate(listed)]
    return [(at, _mapping(entry, at)) for at, entry in named]


def _rules(patterns: _Entries) -> Rulebook:
    found = []
    for at, entry in patterns:
        if "regex" not in entry:
            rule = {"match": [_text(entry, "match", at)], "name": _name(entry)}
            found.append(_bound_alone(rule | _words(entry, at), at))
    return bound(found)


def _bound_alone(rule: dict[str, Any], at: str) -> dict[str, Any]:
    try:
        bound([rule])
    except (BadPattern, ValueError, re.error) as error:
        raise BadAddition(f"{at}.match is not a pattern: {error}.") from error
    return rule


def _expression(entry: Mapping[str, Any], at: str) -> Expression:
    try:
        matches = re.compile(_text(entry, "regex", at))
    except re.error as error:
        raise BadAddition(f"{at}.regex is not an expression: {error}.") from error
    words = _words(entry, at)
    risk = Risk(Level(words["level"]), words["reason"], _name(entry), words["sentence"], "")
    return Expression(matches, risk)


def _path(entry: Mapping[str, Any], at: str) -> PathRule:
    words = _words(entry, at)
    match = _text(entry, "match", at)
    return path_rule({"match": [match], "name": f"yours: {match}", "write": words["level"]} | words)


def _words(entry: Mapping[str, Any], at: str) -> dict[str, Any]:
    reason = entry.get("reason", "your own rule")
    if not isinstance(reason, str) or not 0 < len(reason) <= REASON:
        raise BadAddition(f"{at}.reason must be a text of 1 to {REASON} characters.")
    return {
        "level": _level(entry.get("level"), f"{at}.level").value,
        "reason": reason,
        "sentence": f"A rule of your own: {reason}.",
    }


def _name(entry: Mapping[str, Any]) -> str:
    return f"yours: {entry.get('regex') or entry.get('match')}"


def _text(entry: Mapping[str, Any], key: str, at: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value.strip():
        raise BadAddition(f"{at}.{key} must be a text.")
    return value


def _level(value: object, at: str) -> Level:
    try:
        return Level(str(value))
    except ValueError as error:
        raise BadAddition(f"{at} must be low, medium, high or critical.") from error


def _mapping(value: object, at: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadAddition(f"{at} must be a table.")
    return value
