"""The rules that come with Quarterdeck."""

import pytest

from quarterdeck.domain.states import State
from quarterdeck.judgement.screens import builtin_rules, read
from quarterdeck.judgement.screens.rules import Rule

RULES = builtin_rules()
EXAMPLES = [
    (agent, rule)
    for agent, known in RULES.by_agent.items()
    for rule in known.rules
    if rule.example and rule.name.startswith(f"{agent}.")
]


@pytest.mark.parametrize(("agent", "rule"), EXAMPLES, ids=[rule.name for _, rule in EXAMPLES])
def test_the_example_of_a_rule_is_read_by_that_rule(agent: str, rule: Rule) -> None:
    reading = read(rule.example, agent, RULES)
    assert (reading.rule, reading.state) == (rule.name, rule.gives)


@pytest.mark.parametrize("agent", sorted(RULES.by_agent))
def test_every_rule_that_decides_a_state_has_an_example_and_a_reason(agent: str) -> None:
    deciding = [rule for rule in RULES.by_agent[agent].rules if isinstance(rule.gives, State)]
    assert [rule.name for rule in deciding if not rule.example or rule.reason == rule.name] == []


def test_every_agent_falls_back_to_the_plain_prompts() -> None:
    named = {agent: {rule.name for rule in known.rules} for agent, known in RULES.by_agent.items()}
    assert all("shell.bracketed" in names for names in named.values())
