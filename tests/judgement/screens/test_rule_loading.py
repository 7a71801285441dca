"""Rules out of TOML, and those that people add."""

import pytest

from quarterdeck.domain.states import State
from quarterdeck.judgement.screens import BadRule, builtin_rules, read, with_additions

RULES = builtin_rules()


def rule(**keys: str) -> str:
    given = {"name": "mine", "state": "failed", "region": "screen", "match": "kaput", **keys}
    lines = "\n".join(f"{key} = '{value}'" for key, value in given.items())
    return f'agent = "claude"\n[[rule]]\n{lines}\npriority = 99\n'


def test_a_rule_of_ones_own_is_tried_by_its_priority() -> None:
    rules = with_additions(RULES, rule())
    assert read("all is kaput\n> ", "claude", rules).rule == "mine"


def test_a_rule_of_the_same_name_takes_the_others_place() -> None:
    rules = with_additions(RULES, rule(name="claude.finished", match="^over and out$"))
    assert read("✻ Worked for 2m 15s", "claude", rules).state is State.UNKNOWN


def test_the_rules_it_was_added_to_stay_as_they_are() -> None:
    with_additions(RULES, rule())
    assert "mine" not in {known.name for known in RULES.of("claude").rules}


def test_rules_can_be_added_for_an_agent_that_has_none() -> None:
    rules = with_additions(RULES, rule().replace('"claude"', '"aider"'))
    assert read("kaput", "aider", rules).rule == "mine"
    assert read("kaput", "codex", rules).state is State.UNKNOWN


def test_rules_added_to_the_fallback_serve_every_agent() -> None:
    rules = with_additions(RULES, rule().replace('"claude"', '"shell"'))
    assert read("kaput", "codex", rules).rule == "mine"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rule = [", "The file is not TOML: Invalid value (at end of document)."),
        ("", "The file needs 'agent' to be a text."),
        ('agent = "claude"\nlook = 1', "The file has an unknown key: look."),
        ('agent = "claude"\nrule = 3', "The file must have its rules as [[rule]] tables."),
        ('agent = "claude"\n[[rule]]\n', "A rule needs 'name' to be a text."),
        (rule(colour="red"), "Rule 'mine' has an unknown key: colour."),
        (rule(mode="plan"), "Rule 'mine' must have exactly one of 'state', 'mode' and 'sign'."),
        (rule(region="attic"), "Rule 'mine' has region = 'attic'; it can be above, composer, "),
        (rule(state="asleep"), "Rule 'mine' has state = 'asleep'; it can be ended, failed, idle, "),
        (rule(match="("), "Rule 'mine' has a pattern in 'match' that does not compile: missing )"),
        (
            rule(match="a{99999999999}"),
            "Rule 'mine' has a pattern in 'match' that does not compile",
        ),
        (rule() + rule().split("\n", 1)[1], "The file has more than one rule of the name mine."),
        (f"a = {'[' * 5000}", "The file is nested too deeply."),
        (rule() + "unless = 3", "Rule 'mine' needs 'unless' to be a text or a list of texts."),
        (rule().replace("99", "true"), "Rule 'mine' needs 'priority' to be a whole number."),
    ],
)
def test_nonsense_is_refused_with_the_rule_and_the_key(text: str, sentence: str) -> None:
    with pytest.raises(BadRule) as refused:
        with_additions(RULES, text)
    assert str(refused.value).startswith(sentence)
