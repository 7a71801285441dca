"""The tree of what would run."""

from quarterdeck.domain.risk import Level, Risk
from quarterdeck.judgement.risk.data_flow import NO_FLOW
from quarterdeck.judgement.risk.run_tree import NOTHING, Draft, Step, flowing, leaf, worst


def risk(level: Level, rule: str) -> Risk:
    return Risk(level, rule, rule, rule, "")


LOW, HIGH = risk(Level.LOW, "low"), risk(Level.HIGH, "high")


def test_the_first_of_the_highest_is_the_worst() -> None:
    assert worst([LOW, HIGH, risk(Level.HIGH, "later")]) is HIGH
    assert worst([]) is NOTHING


def test_what_only_holds_others_together_speaks_last() -> None:
    assert worst([risk(Level.LOW, "group"), LOW]) is LOW


def test_a_tree_is_told_outermost_first() -> None:
    assert [step.text for step in TREE.all()] == ["a", "b", "c", "d"]


def test_a_step_stands_where_it_says_or_where_the_one_around_it_does() -> None:
    places = {step.text: at for step, at in TREE.placed((0, 9))}
    assert places == {"a": (0, 9), "b": (2, 5), "c": (2, 5), "d": (0, 9)}


INNER = Step("b", LOW, (leaf("c", LOW),), NO_FLOW, None, (2, 5))
TREE = Step("a", LOW, (INNER, leaf("d", LOW)), NO_FLOW, None, None)


def test_a_draft_becomes_a_step_with_the_worst_that_was_found() -> None:
    draft = Draft("x", [leaf("y", LOW)])
    draft.add("help")
    draft.add("runs.download")
    draft.gives = frozenset({"secret"})
    step = draft.step("said", (1, 3))
    assert (step.risk.rule, step.inner[0].text, step.says) == ("runs.download", "y", "said")
    assert step.at == (1, 3)
    assert flowing([step, leaf("z", LOW)]) == {"secret"}
