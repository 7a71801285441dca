"""What an ask says of itself."""

from tests.stories.happened import an_ask

from quarterdeck.domain.asks import Kind, of_main_thread
from quarterdeck.domain.choices import CHOICES, DENY
from quarterdeck.domain.risk import Level

LS = an_ask("ls")


def test_every_kind_can_be_answered_and_no_choice_is_there_twice() -> None:
    for kind in Kind:
        names = [choice.id for choice in CHOICES[kind]]
        assert names
        assert len(names) == len(set(names))


def test_a_choice_is_found_by_its_name_only() -> None:
    assert LS.choice("deny") == DENY
    assert LS.choice("Deny") is None


def test_several_hooks_of_one_dialog_are_told_by_what_they_ask() -> None:
    assert an_ask("other", command="ls").same_dialog == LS.same_dialog
    assert an_ask("other").same_dialog != LS.same_dialog
    assert an_ask("ls", subagent="helper").same_dialog != LS.same_dialog
    assert an_ask("ls", kind=Kind.PLAN).same_dialog != LS.same_dialog


def test_only_a_critical_risk_is_critical() -> None:
    assert an_ask("drop", level=Level.CRITICAL).critical
    assert not an_ask("build", level=Level.HIGH).critical
    assert not LS.critical


def test_a_subagent_is_not_the_main_thread() -> None:
    assert of_main_thread(LS)
    assert not of_main_thread(an_ask("ls", subagent="helper"))
