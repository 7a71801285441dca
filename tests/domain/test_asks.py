"""What an ask says of itself."""

from tests.stories.happened import a_sight, an_ask

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import of_main_thread
from quarterdeck.domain.choices import ALLOW, DENY
from quarterdeck.domain.ids import MAIN, CallId
from quarterdeck.domain.risk import Level

LS = an_ask("ls")
SEEN = a_sight("seen", sign="sign", permission=True, choices=(ALLOW, DENY))


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


def test_a_screen_does_not_tell_whose_dialog_it_shows() -> None:
    assert not of_main_thread(SEEN)
    assert SEEN.subagent == MAIN


def test_only_what_a_hook_tells_is_about_a_call() -> None:
    assert LS.about(CallId("call")).call == "call"
    assert LS.about(CallId("call")).about(None) == LS
    assert SEEN.about(CallId("call")) == SEEN
    assert (SEEN.tool, SEEN.digest, SEEN.call) == ("", "", None)


def test_a_dialog_on_the_screen_is_told_by_its_sign() -> None:
    assert (LS.sign, SEEN.sign) == (None, "sign")


def test_what_is_about_no_call_has_no_risk_and_no_rule() -> None:
    plan = an_ask("plan", kind=Kind.PLAN)
    assert (plan.risk, plan.rule) == (None, None)
    assert (SEEN.risk, SEEN.rule) == (None, None)
    assert LS.rule == "Bash(ls)"
