"""The rules that give screens a meaning."""

import re

from quarterdeck.domain.states import State
from quarterdeck.judgement.screens import builtin_rules
from quarterdeck.judgement.screens.reading import Confidence
from quarterdeck.judgement.screens.rules import FALLBACK, Region, Rule


def rule(match: list[str], unless: list[str]) -> Rule:
    return Rule(
        "mine",
        State.FAILED,
        None,
        Region.SCREEN,
        tuple(map(re.compile, match)),
        tuple(map(re.compile, unless)),
        1,
        Confidence.LOW,
        "",
        (),
        "",
    )


def test_the_first_pattern_that_is_found_counts_wherever_it_stands() -> None:
    found = rule(["never", "kaput", "all"], []).find("all is kaput")
    assert found is not None
    assert found[0] == "kaput"


def test_one_sign_against_it_is_enough() -> None:
    wary = rule(["kaput"], ["never", "not yet"])
    assert wary.find("kaput") is not None
    assert wary.find("kaput, but not yet") is None


def test_a_region_that_is_not_on_the_screen_gives_nothing() -> None:
    assert rule([""], []).find(None) is None
    assert rule([""], []).find("") is not None


def test_an_agent_without_rules_gets_the_fallbacks() -> None:
    rules = builtin_rules()
    assert rules.of("unheard-of") is rules.by_agent[FALLBACK]
    assert rules.of("claude") is not rules.by_agent[FALLBACK]
