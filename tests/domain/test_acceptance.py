"""When an answer counts as accepted, evidence by evidence."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stories.happened import an_answer, an_ask

from quarterdeck.domain import acceptance as a
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask, How
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.events import Delivered, ToolRan, ToolRefused
from quarterdeck.domain.ids import AnswerId, CallId, RequestId
from quarterdeck.domain.sent_answers import NEXT, DialogState, SentAnswer, Step, restored, written
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.timers import CallRan

LS = an_ask("ls", call="call")
NAMELESS = an_ask("ls")
QUESTION = an_ask("which", kind=Kind.QUESTION, call="call")
SENT, PRINTED = 10.0, 11.0
BEFORE, SOON, LATER = 9.0, 11.5, 13.0

LEFT, STOPPED = a.Waits(DialogState.LEFT), a.Waits(DialogState.INTERRUPTED)
LEFT_SOON = replace(LEFT, left=SOON)
FASTER = a.Ends(Step.DISAGREES, How.TERMINAL, "the terminal was faster")
STOPPED_FASTER = replace(FASTER, how=How.INTERRUPTED)


def on_hook(ask: Ask, choice: str) -> SentAnswer:
    channel = Channel(RequestId("hook"), ask.id, Keep.RACE, 0.0)
    return written(an_answer(ask, choice), SENT).on(channel)


def printed(ask: Ask, choice: str) -> SentAnswer:
    return on_hook(ask, choice).printed(PRINTED)


def by_keys(ask: Ask, choice: str) -> SentAnswer:
    return written(an_answer(ask, choice), SENT).by_keys()


def ran(at: float) -> ToolRan:
    return ToolRan(LS.session, LS.subagent, CallId("call"), "Bash", "ls", at)


def refused(at: float, said: str = "", *, interrupted: bool = False) -> ToolRefused:
    return ToolRefused(LS.session, LS.subagent, CallId("call"), said, interrupted, at)


def is_unknown(verdict: a.Verdict) -> bool:
    return isinstance(verdict, a.Ends) and verdict.step is Step.SILENCE


# The call that was asked about


def test_a_call_that_ran_before_the_answer_was_sent_was_let_run_by_another() -> None:
    assert a.call_ended(LS, printed(LS, "allow"), ran(BEFORE)) == FASTER


def test_a_call_that_ran_after_it_waits_for_the_agents_own_record() -> None:
    assert a.call_ended(LS, printed(LS, "allow"), ran(SOON)) == a.RAN


def test_a_call_that_ran_although_it_was_refused_was_let_run_by_another() -> None:
    assert a.call_ended(LS, printed(LS, "deny"), ran(SOON)) == FASTER
    assert is_unknown(a.call_ended(NAMELESS, printed(NAMELESS, "deny"), ran(SOON)))


def test_that_a_question_was_answered_does_not_say_by_whom() -> None:
    assert a.call_ended(QUESTION, printed(QUESTION, "submit"), ran(SOON)) is None
    assert a.call_ended(QUESTION, printed(QUESTION, "cancel"), ran(SOON)) == FASTER


def test_a_refusal_in_our_own_words_is_ours() -> None:
    assert a.call_ended(LS, printed(LS, "deny"), refused(SOON, "The user said no.")) == a.ACCEPTED
    assert a.call_ended(LS, printed(LS, "deny"), refused(SOON, "Never!")) == FASTER
    assert a.call_ended(LS, printed(LS, "allow"), refused(SOON, "The user said no.")) == FASTER


@pytest.mark.parametrize(
    ("choice", "at", "verdict"),
    [
        ("deny_stop", SOON, a.ACCEPTED),
        ("deny_stop", BEFORE, STOPPED_FASTER),
        ("deny", SOON, STOPPED_FASTER),
        ("allow", BEFORE, STOPPED_FASTER),
    ],
)
def test_an_interrupt_is_the_doing_of_an_answer_that_stops(
    choice: str, at: float, verdict: a.Verdict
) -> None:
    stopped = refused(at, interrupted=True)
    assert a.call_ended(LS, printed(LS, choice), stopped) == verdict


def test_an_interrupt_after_an_answer_that_allows_may_have_come_too_late() -> None:
    stopped = refused(SOON, interrupted=True)
    verdict = a.call_ended(LS, printed(LS, "allow"), stopped)
    assert is_unknown(verdict)
    assert is_unknown(a.call_ended(LS, on_hook(LS, "deny_stop"), stopped))


def test_nobody_objecting_makes_it_ours_only_if_the_agent_had_it() -> None:
    due = CallRan(an_answer(LS, "allow"), SOON, same=True)
    assert a.nobody_objected(printed(LS, "allow"), due) == a.ACCEPTED
    assert is_unknown(a.nobody_objected(on_hook(LS, "allow"), due))
    assert is_unknown(a.nobody_objected(printed(LS, "allow"), replace(due, same=False)))
    assert is_unknown(a.nobody_objected(printed(LS, "allow"), replace(due, at=SENT)))
    left = printed(LS, "allow").seeing(DialogState.LEFT, SENT)
    assert is_unknown(a.nobody_objected(left, due))


# The agent's own record


def test_the_agents_own_record_has_the_last_word() -> None:
    for choice, allowed in (("allow", True), ("deny", False)):
        sent = printed(LS, choice)
        assert a.hook_decided(LS, sent, allowed=allowed) == a.ACCEPTED
        assert a.hook_decided(LS, sent, allowed=not allowed) == FASTER
        assert a.passed_over(LS, sent) == FASTER


# Forms, dialogs, turns


def test_a_form_was_filled_in_by_an_answer_that_was_printed_when_its_tool_went_on() -> None:
    form = an_ask("form", kind=Kind.ELICITATION)
    assert a.form_went_on(printed(form, "accept"), SOON) == a.ACCEPTED
    assert a.form_went_on(printed(form, "accept"), SENT) is None
    assert a.form_went_on(on_hook(form, "accept"), SOON) is None
    assert is_unknown(a.form_ended(printed(form, "accept")))


@pytest.mark.parametrize(
    ("choice", "interrupted", "at", "verdict"),
    [
        ("allow", False, SOON, a.ACCEPTED),
        ("allow", False, BEFORE, FASTER),
        ("allow", False, LATER, replace(LEFT, left=LATER)),
        ("allow", True, SOON, replace(STOPPED, left=SOON)),
        ("deny", False, SOON, LEFT_SOON),
        ("deny", True, BEFORE, STOPPED_FASTER),
        ("deny_stop", True, SOON, a.ACCEPTED),
        ("deny_stop", True, LATER, replace(STOPPED, left=LATER)),
    ],
)
def test_a_dialog_that_leaves_right_after_the_answer_left_for_it(
    choice: str, interrupted: bool, at: float, verdict: a.Verdict
) -> None:
    assert a.dialog_left(LS, printed(LS, choice), at, interrupted=interrupted) == verdict


def test_a_dialog_says_nothing_of_an_answer_that_was_not_printed_or_perhaps_twice() -> None:
    assert a.dialog_left(LS, on_hook(LS, "allow"), SOON, interrupted=False) == LEFT_SOON
    channel = Channel(RequestId("hook"), LS.id, Keep.RACE, 0.0)
    again = restored(replace(an_answer(LS, "allow"), at=SENT), None)
    twice = again.back_on(channel, SENT, alone=False).printed(PRINTED)
    assert a.dialog_left(LS, twice, SOON, interrupted=False) == LEFT_SOON


def test_a_question_that_leaves_was_answered_by_somebody() -> None:
    picked = printed(QUESTION, "submit")
    assert a.dialog_left(QUESTION, picked, SOON, interrupted=False) == LEFT_SOON


def test_a_turn_that_ended_before_the_answer_was_sent_was_settled_by_another() -> None:
    assert a.thread_ended(printed(LS, "allow"), BEFORE) == FASTER
    assert a.thread_ended(printed(LS, "allow"), SOON) == LEFT


def test_a_turn_that_is_over_without_a_sign_leaves_an_answer_unknown() -> None:
    assert is_unknown(a.thread_is_over(LS, printed(LS, "allow")))
    assert a.thread_is_over(LS, printed(LS, "allow").seeing(DialogState.RAN)) is None
    assert a.thread_is_over(QUESTION, printed(QUESTION, "submit")) is None
    assert is_unknown(a.thread_is_over(QUESTION, printed(QUESTION, "cancel")))


def test_silence_is_unknown_unless_the_call_ran() -> None:
    assert is_unknown(a.no_sign(printed(LS, "allow")))
    assert a.no_sign(printed(LS, "allow").seeing(DialogState.RAN)) is None


# Keys


def test_whoever_presses_the_keys_will_tell() -> None:
    sent = by_keys(LS, "allow")
    assert a.call_ended(LS, sent, ran(SOON)) == LEFT
    assert a.call_ended(LS, sent, refused(SOON)) == LEFT
    assert a.call_ended(LS, sent, refused(SOON, interrupted=True)) == STOPPED
    assert a.passed_over(LS, sent) == LEFT
    assert a.form_ended(sent) == LEFT
    assert a.left_screen() == LEFT
    assert a.thread_ended(sent, BEFORE) == LEFT
    assert a.thread_is_over(LS, sent) is None
    assert a.dialog_left(LS, sent, BEFORE, interrupted=True) == STOPPED
    assert a.dialog_left(LS, sent, SOON, interrupted=False) == LEFT_SOON


def test_keys_that_were_seen_to_work_are_accepted_but_going_there_answers_nothing() -> None:
    worked = Delivered(AnswerId("answer"), Outcome.ACCEPTED, "seen", SOON)
    done = a.Ends(Step.KEYS_WORKED, How.ANSWERED, "seen")
    assert a.keys_pressed(by_keys(LS, "allow"), worked) == done
    there = a.keys_pressed(by_keys(LS, "focus"), worked)
    assert there == a.Fails(Step.KEYS_FAILED, Outcome.ACCEPTED, "seen", "")


@pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.ACCEPTED])
def test_keys_that_did_not_work_say_why(outcome: Outcome) -> None:
    event = Delivered(AnswerId("answer"), outcome, "a draft", SOON, "blocked")
    verdict = a.keys_pressed(by_keys(LS, "allow"), event)
    assert verdict == a.Fails(Step.KEYS_FAILED, outcome, "a draft", "blocked")


# Late evidence


def test_late_evidence_decides_what_was_unknown() -> None:
    allowed, denied = printed(LS, "allow"), printed(LS, "deny")
    assert a.call_ended_late(LS, allowed, ran(SOON)) == a.RAN
    assert a.call_ended_late(LS, allowed, ran(BEFORE)) == FASTER
    assert a.call_ended_late(LS, denied, ran(SOON)) == FASTER
    assert a.call_ended_late(LS, denied, refused(SOON, "The user said no.")) == a.ACCEPTED
    assert a.call_ended_late(LS, allowed, refused(SOON)) == FASTER


def test_an_interrupt_or_an_older_call_says_nothing_late() -> None:
    allowed = printed(LS, "allow")
    assert a.call_ended_late(LS, allowed, refused(SOON, interrupted=True)) is None
    assert a.call_ended_late(replace(LS, opened=SOON), allowed, ran(SOON)) is None


# All together

ASKS = [LS, NAMELESS, QUESTION, an_ask("form", kind=Kind.ELICITATION)]


@given(data=st.data())
def test_whatever_is_heard_leads_to_a_step_that_the_table_knows(data: st.DataObject) -> None:
    ask = data.draw(st.sampled_from(ASKS))
    answer = an_answer(ask, data.draw(st.sampled_from(ask.choices)).id)
    keys = replace(answer, by_hand=True)
    channel = Channel(RequestId("hook"), ask.id, Keep.RACE, 0.0)
    handed = written(answer, SENT).on(channel)
    ways = [handed, handed.printed(PRINTED), written(answer, SENT).by_keys()]
    sent = data.draw(st.sampled_from([*ways, restored(answer, None), restored(keys, None)]))
    sent = sent.seeing(data.draw(st.sampled_from(DialogState)))
    at, yes = data.draw(st.sampled_from([BEFORE, SENT, SOON, LATER])), data.draw(st.booleans())
    verdicts = [
        a.call_ended(ask, sent, ran(at)),
        a.call_ended(ask, sent, refused(at, "The user said no.", interrupted=yes)),
        a.nobody_objected(sent, CallRan(answer, at, yes)),
        a.hook_decided(ask, sent, allowed=yes),
        a.passed_over(LS, sent),
        a.form_went_on(sent, at),
        a.form_ended(sent),
        a.dialog_left(ask, sent, at, interrupted=yes),
        a.thread_ended(sent, at),
        a.thread_is_over(ask, sent),
        a.all_is_over(How.GONE, ""),
        a.no_sign(sent),
    ]
    for verdict in verdicts:
        assert not isinstance(verdict, a.Fails)
        assert not isinstance(verdict, a.Ends) or (sent.stage, verdict.step) in NEXT
