"""Rules from TOML: read, checked, and refused in one sentence if they are wrong."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from quarterdeck.domain.states import Mode, State
from quarterdeck.judgement.expressions import unwrapped
from quarterdeck.judgement.screens.reading import Confidence, Kind
from quarterdeck.judgement.screens.rules import (
    FALLBACK,
    AgentRules,
    Look,
    Region,
    Rule,
    Rules,
    Sign,
)

_Word = TypeVar("_Word", bound=StrEnum)

_NEVER = r"(?!)"  # a pattern that is never found
_KEYS = {
    *("name", "state", "mode", "sign", "dialog", "region", "match", "unless"),
    *("priority", "confidence", "reason", "versions", "example"),
}


class BadRule(ValueError):
    """A rule file has a mistake; the message names the rule and the key."""


def rules_from(texts: Iterable[str]) -> Rules:
    """Rules out of one whole TOML text for each agent."""
    tables = [_parsed(text) for text in texts]
    by_agent = {table["agent"]: _agent_rules(table) for table in tables}
    fallback = by_agent[FALLBACK]
    return Rules({agent: _backed(own, fallback) for agent, own in by_agent.items()})


def with_additions(rules: Rules, toml_text: str) -> Rules:
    """The rules with a person's own added; a rule of the same name takes the other's place."""
    table = _parsed(toml_text)
    if strange := set(table) - {"agent", "rule"}:
        raise BadRule(f"The file has an unknown key: {_listed(strange)}.")
    agent = _text(table, "agent", "The file")
    own = [_rule(entry) for entry in _entries(table)]
    if twice := {name for name, count in Counter(rule.name for rule in own).items() if count > 1}:
        raise BadRule(f"The file has more than one rule of the name {_listed(twice)}.")
    changed = list(rules.by_agent) if agent == FALLBACK else [agent]
    return Rules({**rules.by_agent, **{name: _extended(rules.of(name), own) for name in changed}})


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRule(f"The file is not TOML: {error}.") from None
    except RecursionError:
        raise BadRule("The file is nested too deeply.") from None


def _agent_rules(table: dict[str, Any]) -> AgentRules:
    rules = [_rule(entry) for entry in _entries(table)]
    return AgentRules(_look(table["look"]), _ordered(rules))


def _backed(own: AgentRules, fallback: AgentRules) -> AgentRules:
    return replace(_extended(fallback, own.rules), look=own.look)


def _extended(known: AgentRules, own: Iterable[Rule]) -> AgentRules:
    names = {rule.name for rule in own}
    kept = [rule for rule in known.rules if rule.name not in names]
    return replace(known, rules=_ordered([*own, *kept]))


def _ordered(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    return tuple(sorted(rules, key=lambda rule: -rule.priority))


def _look(table: dict[str, Any]) -> Look:
    return Look(
        shape=table["shape"],
        prompts=table["prompts"],
        shell=table.get("shell", ""),
        cursors=table["cursors"],
        bullets=table["bullets"],
        opening=re.compile(unwrapped(table.get("opening", _NEVER))),
        footer=re.compile(unwrapped(table.get("footer", _NEVER))),
        working=re.compile(unwrapped(table.get("working", _NEVER))),
        hints=re.compile(unwrapped(table["hints"]), re.IGNORECASE),
        buttons=tuple(table.get("buttons", ())),
        placeholders=tuple(re.compile(unwrapped(text)) for text in table.get("placeholders", ())),
        queued=tuple(re.compile(unwrapped(text)) for text in table.get("queued", ())),
        beside=tuple(re.compile(unwrapped(text)) for text in table.get("beside", ())),
    )


def _entries(table: dict[str, Any]) -> list[dict[str, Any]]:
    entries = table.get("rule", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadRule("The file must have its rules as [[rule]] tables.")
    return entries


def _rule(table: dict[str, Any]) -> Rule:
    name = _text(table, "name", "A rule")
    who = f"Rule {name!r}"
    if strange := set(table) - _KEYS:
        raise BadRule(f"{who} has an unknown key: {_listed(strange)}.")
    return Rule(
        name=name,
        gives=_gives(table, who),
        dialog=_member(Kind, table, "dialog", who) if "dialog" in table else None,
        region=_member(Region, table, "region", who),
        match=_patterns(table, "match", who),
        unless=_patterns(table, "unless", who) if "unless" in table else (),
        priority=_number(table, "priority", who),
        confidence=_member(Confidence, {"confidence": "high", **table}, "confidence", who),
        reason=_text({"reason": name, **table}, "reason", who),
        versions=_texts({"versions": [], **table}, "versions", who),
        example=_text({"example": "", **table}, "example", who),
    )


def _gives(table: dict[str, Any], who: str) -> State | Mode | Sign:
    match [key for key in ("state", "mode", "sign") if key in table]:
        case ["state"]:
            return _member(State, table, "state", who)
        case ["mode"]:
            return _member(Mode, table, "mode", who)
        case ["sign"]:
            return _member(Sign, table, "sign", who)
        case _:
            raise BadRule(f"{who} must have exactly one of 'state', 'mode' and 'sign'.")


def _member(words: type[_Word], table: dict[str, Any], key: str, who: str) -> _Word:
    try:
        return words(_text(table, key, who))
    except ValueError:
        known = _listed(words)
        raise BadRule(f"{who} has {key} = {table.get(key)!r}; it can be {known}.") from None


def _patterns(table: dict[str, Any], key: str, who: str) -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(text, key, who) for text in _texts(table, key, who))


def _pattern(text: str, key: str, who: str) -> re.Pattern[str]:
    try:
        return re.compile(unwrapped(text), re.MULTILINE)
    except (re.error, OverflowError, RecursionError) as error:
        raise BadRule(f"{who} has a pattern in {key!r} that does not compile: {error}.") from None


def _texts(table: dict[str, Any], key: str, who: str) -> tuple[str, ...]:
    given = table.get(key)
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadRule(f"{who} needs {key!r} to be a text or a list of texts.")
    return tuple(texts)


def _text(table: dict[str, Any], key: str, who: str) -> str:
    given = table.get(key)
    if not isinstance(given, str):
        raise BadRule(f"{who} needs {key!r} to be a text.")
    return given


def _number(table: dict[str, Any], key: str, who: str) -> int:
    given = table.get(key, 50)
    if not isinstance(given, int) or isinstance(given, bool):
        raise BadRule(f"{who} needs {key!r} to be a whole number.")
    return given


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))
