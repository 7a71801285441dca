"""The rules beside the code."""

import re
from collections import Counter
from typing import Any

import pytest

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk.parsed_call import Call, program_name, read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.rulebook import FILES, bound, rulebook
from quarterdeck.judgement.risk.shell_ast import Word

HERE = Place("/p", "/h", "/p")
RULES: list[dict[str, Any]] = [entry for name in FILES for entry in read(name)["rule"]]
WORDED: list[dict[str, Any]] = [
    *RULES,
    *read("paths")["path"],
    *read("code")["saying"],
    *read("tools")["tool"],
    *read("verdicts").values(),
]


def call(text: str) -> Call:
    program, *words = text.split()
    return read_call(program, tuple(Word(w, True, ()) for w in words), HERE)


def test_every_reason_fits_a_key() -> None:
    assert [e["reason"] for e in WORDED if not 0 < len(e["reason"]) <= 20] == []


def test_every_sentence_is_one() -> None:
    assert [e["sentence"] for e in WORDED if not e["sentence"].endswith(".")] == []


def test_every_rule_has_a_name_of_its_own() -> None:
    names = Counter(entry["name"] for entry in WORDED if "name" in entry)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("entry", RULES, ids=lambda entry: entry["name"])
def test_alternatives_of_an_option_are_options(entry: dict[str, Any]) -> None:
    tokens = [token for text in entry["match"] for token in text.split()[1:]]
    options = [re.split("[@~]", token.lstrip("!"))[0] for token in tokens]
    mixed = [
        option
        for option in options
        if option.startswith("-") and not all(o.startswith("-") for o in option.split("|"))
    ]
    assert mixed == []


@pytest.mark.parametrize("entry", RULES, ids=lambda entry: entry["name"])
def test_every_pattern_begins_with_a_program(entry: dict[str, Any]) -> None:
    assert all(text.split()[0][0] not in "-!@~#" for text in entry["match"])


def test_every_program_is_named_as_calls_name_it() -> None:
    data = read("programs")
    keys = [*data["values"], *data["interpreters"], *data["targets"], data["sequences"]]
    keys += [key for listed in data["wrappers"] for key in listed.split(", ")]
    named = {*rulebook().programs, *data["single_dash"].split(), *data["either_dash"].split()}
    named |= {key.split()[0] for key in keys} | {*" ".join(data["interpreters"]).split()}
    assert [name for name in named if program_name(name) != name or "*" in name] == []


def test_a_rule_for_the_rest_counts_only_where_no_other_fits() -> None:
    assert [rule.name for rule in rulebook().fitting(call("docker ps"))] == ["docker.reads"]
    assert [rule.name for rule in rulebook().fitting(call("docker start x"))] == ["docker"]


def test_rules_are_found_by_subcommand_whatever_its_case() -> None:
    words = {"reason": "r", "sentence": "s", "level": "high"}
    book = bound([words | {"name": "a", "match": ["tool go -x", "tool stop"]}])
    assert [rule.level for rule in book.fitting(call("tool GO -x"))] == [Level.HIGH]
    assert book.fitting(call("tool go")) == []
    assert book.fitting(call("other go -x")) == []
