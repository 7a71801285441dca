"""A daemon that ends and comes back: nothing is lost, nothing is answered twice."""

from dataclasses import replace

from tests.stories.happened import (
    DESK,
    after,
    an_answer,
    an_ask,
    answered,
    asked,
    form_ends,
    late,
    passed_over,
    printed,
    registry,
    runs,
    starts,
    terminated,
    turn_ends,
    wrote_down,
)
from tests.stories.story import BEGIN, Story

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Answer
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.journal import AskSnoozed, Remembered
from quarterdeck.domain.sessions import Confidence, Facts, Process, Session, Sighting, Source
from quarterdeck.domain.states import State

LS = replace(an_ask("ls", call="call"), opened=BEGIN - 60)
HOOK = Channel(RequestId("hook"), LS.id, Keep.RACE, BEGIN - 60)
ALLOW = replace(an_answer(LS, "allow"), at=BEGIN - 1)
SESSION = Session(
    DESK,
    Process("here", 7, 7),
    "claude",
    "desk",
    3,
    Facts(cwd="/home/ada/desk"),
    State.WAITING,
    BEGIN - 60,
    "waits for you: ls",
    (Sighting(Source.HOOK, State.WORKING, BEGIN - 61, "uses Bash", Confidence.HIGH),),
)


def back(*answers: Answer) -> Story:
    """A story that begins with a daemon that came back."""
    return Story(remembered=Remembered((SESSION,), (LS,), (HOOK,), answers))


def test_the_same_sessions_and_asks_are_there_again() -> None:
    view = back().view()
    assert view.sessions == (SESSION,)
    assert view.asks == (LS,)


def test_a_hook_that_comes_back_waits_on_for_the_same_ask() -> None:
    story = back()
    (
        story
        >> asked(an_ask("ls"), "hook")
        << "hook is kept"
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


def test_a_hook_that_comes_back_gets_the_answer_that_it_missed_once() -> None:
    (
        back(ALLOW)
        >> asked(an_ask("ls"), "hook")
        << "hook gets allow"
        >> printed("hook")
        >> runs(LS, "call")
        >> after(0.5)
        << "ls ended: answered, accepted"
        << "answer was accepted"
        << "desk works"
    ).ends()


def test_a_dialog_that_left_while_the_daemon_was_away_was_not_answered_by_what_came_after() -> None:
    (
        back(ALLOW)
        >> after(1)
        >> asked(an_ask("ls"), "hook")
        << "hook gets allow"
        >> printed("hook")
        >> late(0.5, registry(State.WORKING))
        << "desk works"
        >> after(0.3)
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_an_answer_that_keys_may_have_given_is_not_given_again_by_a_hook() -> None:
    (
        back(replace(ALLOW, by_hand=True))
        >> asked(an_ask("ls"), "hook")
        << "hook is kept"
        >> after(4.9)
        >> after(0.1)
        << "hook is let go"
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        << "desk works"
    ).ends()


def test_another_hook_of_the_same_dialog_gets_nothing_once_one_has_printed() -> None:
    other = Channel(RequestId("other"), LS.id, Keep.RACE, BEGIN - 60)
    (
        Story(remembered=Remembered((SESSION,), (LS,), (HOOK, other), (ALLOW,)))
        >> asked(an_ask("ls"), "hook")
        << "hook gets allow"
        >> printed("hook")
        >> asked(an_ask("ls"), "other")
        << "other is let go"
    ).ends()


def test_a_hook_that_its_agent_ended_says_nothing_of_another_that_had_the_answer_before() -> None:
    other = Channel(RequestId("other"), LS.id, Keep.RACE, BEGIN - 60)
    (
        Story(remembered=Remembered((SESSION,), (LS,), (HOOK, other), (ALLOW,)))
        >> asked(an_ask("ls"), "other")
        << "other gets allow"
        >> terminated("other")
        >> wrote_down(LS, allowed=True)
        << "ls ended: answered, accepted"
        << "answer was accepted"
        << "desk works"
    ).ends()


def test_an_answer_that_may_have_arrived_before_is_not_accepted_by_what_follows() -> None:
    other = Channel(RequestId("other"), LS.id, Keep.RACE, BEGIN - 60)
    (
        Story(remembered=Remembered((SESSION,), (LS,), (HOOK, other), (ALLOW,)))
        >> asked(an_ask("ls"), "hook")
        << "hook gets allow"
        >> printed("hook")
        >> registry(State.WORKING)
        << "desk works"
        >> after(0.3)
        >> passed_over(LS)
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_call_that_ran_after_an_answer_that_may_have_arrived_before_leaves_it_unknown() -> None:
    other = Channel(RequestId("other"), LS.id, Keep.RACE, BEGIN - 60)
    (
        Story(remembered=Remembered((SESSION,), (LS,), (HOOK, other), (ALLOW,)))
        >> asked(an_ask("ls"), "hook")
        << "hook gets allow"
        >> printed("hook")
        >> late(0.5, runs(LS, "call"))
        >> after(0.5)
        << "ls ended: answered, unknown"
        << "answer was unknown: it ran; nobody saw whether by this answer or at the terminal"
        << "desk works"
    ).ends()


def test_nobody_carries_the_keys_of_an_earlier_run_any_more() -> None:
    (
        back(replace(ALLOW, by_hand=True))
        >> runs(LS, "call")
        >> after(0.5)
        << "ls ended: answered, unknown"
        << "answer was unknown: it ran; nobody saw whether by this answer or at the terminal"
        << "desk works"
    ).ends()


def test_whoever_was_to_be_brought_to_a_terminal_has_answered_nothing() -> None:
    form = replace(an_ask("form", kind=Kind.FALLBACK), opened=BEGIN - 60)
    focus = replace(an_answer(form, "focus"), at=BEGIN - 1, by_hand=True)
    story = Story(remembered=Remembered((SESSION,), (form,), (), (focus,)))
    (
        story
        >> after(5)
        << "form is shown"
        << "answer was unknown: nobody saw whether it came to the front"
        << "desk waits"
    ).ends()
    assert [ask.id for ask in story.view().asks] == ["form"]


def test_another_hook_of_the_same_dialog_gets_nothing_while_one_is_being_answered() -> None:
    other = Channel(RequestId("other"), LS.id, Keep.RACE, BEGIN - 60)
    (
        Story(remembered=Remembered((SESSION,), (LS,), (HOOK, other), (ALLOW,)))
        >> asked(an_ask("ls"), "hook")
        << "hook gets allow"
        >> asked(an_ask("ls"), "other")
        << "other is kept"
    ).ends()


def test_a_hook_whose_ask_ended_meanwhile_is_let_go() -> None:
    (
        back()
        >> turn_ends()
        << "ls ended: terminal"
        << "desk works"
        << "desk is idle"
        >> asked(an_ask("ls"), "hook")
        << "hook is let go"
    ).ends()


def test_a_hook_whose_ask_ended_just_before_is_let_go_and_asks_nothing_anew() -> None:
    story = Story(remembered=Remembered((SESSION,), (), (HOOK,), ()))
    (story >> asked(an_ask("ls"), "hook") << "hook is let go").ends()
    assert story.view().asks == ()


def test_an_answer_whose_hook_does_not_come_back_is_unknown_after_a_while() -> None:
    (
        back(ALLOW)
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        << "desk works"
    ).ends()


def test_whether_an_answer_of_an_earlier_run_let_the_call_run_nobody_saw() -> None:
    (
        back(ALLOW)
        >> runs(LS, "call")
        >> after(0.5)
        << "ls ended: answered, unknown"
        << "answer was unknown: it ran; nobody saw whether by this answer or at the terminal"
        << "desk works"
    ).ends()


def test_nobody_can_answer_again_while_an_earlier_answer_is_on_its_way() -> None:
    (back(ALLOW) >> answered(LS, "deny", "second") << "second is refused: answered").ends()


def test_an_identical_call_after_the_restart_is_told_apart_by_its_start() -> None:
    again = an_ask("ls again", command="ls")
    (
        back()
        >> starts(again, "call 2")
        >> asked(again, "hook 2")
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_a_hook_that_came_back_is_told_apart_when_the_start_of_its_call_is_heard_late() -> None:
    again = an_ask("ls again", command="ls")
    later = Channel(RequestId("hook 2"), LS.id, Keep.RACE, BEGIN - 30)
    (
        Story(remembered=Remembered((SESSION,), (LS,), (HOOK, later), ()))
        >> asked(again, "hook 2", started=30)
        << "hook 2 is kept"
        >> late(31, starts(again, "call 2"))
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_a_dialog_that_left_while_nobody_watched_is_over_when_the_registry_says_so() -> None:
    (back() >> registry(State.WORKING) >> after(0.3) << "ls ended: terminal" << "desk works").ends()


def test_a_deadline_holds_across_a_restart() -> None:
    check = replace(LS, deadline=BEGIN + 10)
    (
        Story(remembered=Remembered((SESSION,), (check,), (HOOK,), ()))
        >> after(10)
        << "ls ended: expired"
        << "desk works"
    ).ends()


def test_a_hook_that_hides_its_dialog_is_let_go_when_it_comes_back_to_nobody() -> None:
    gate = replace(HOOK, keep=Keep.GATE)
    (
        Story(remembered=Remembered((SESSION,), (LS,), (gate,), ()))
        >> asked(an_ask("ls"), "hook", Keep.GATE)
        << "hook is let go"
        << "ls is shown"
    ).ends()


def test_an_ask_without_a_call_learns_it_before_the_restart_and_keeps_it() -> None:
    story = Story(journal=True)
    (
        story
        >> asked(an_ask("ls"), "hook")
        << "AskWritten is written"
        << "ls is shown"
        << "ChannelWritten is written"
        << "hook is kept"
        << "StateChanged is written"
        << "SessionWritten is written"
        << "desk waits"
        >> late(0.02, starts(LS, "call"))
        << "AskWritten is written"
    ).ends()


def test_done_and_notices_are_there_again() -> None:
    done = an_ask("done", kind=Kind.DONE)
    story = Story(remembered=Remembered((SESSION,), (LS, done), (HOOK,), ()))
    assert [ask.id for ask in story.view().asks] == ["ls", "done"]


def test_a_snooze_goes_on() -> None:
    asleep = (AskSnoozed(LS.id, BEGIN + 60),)
    story = Story(remembered=Remembered((SESSION,), (LS,), (HOOK,), (), asleep))
    assert story.view().snoozed == {LS.id: BEGIN + 60}
    (story >> after(61) << "ls is shown").ends()
    assert story.view().snoozed == {}


def test_a_snooze_that_ended_meanwhile_is_over() -> None:
    asleep = (AskSnoozed(LS.id, BEGIN - 1),)
    story = Story(remembered=Remembered((SESSION,), (LS,), (HOOK,), (), asleep))
    assert story.view().snoozed == {}


def test_a_form_that_keys_were_to_fill_in_before_a_restart_is_over_when_it_ends() -> None:
    form = replace(an_ask("form", kind=Kind.ELICITATION, tool="mcp__shop__"), opened=BEGIN - 60)
    hook = replace(HOOK, ask=form.id, keep=Keep.GATE)  # it was let go before the keys
    accept = replace(an_answer(form, "accept"), at=BEGIN - 1, by_hand=True)
    (
        Story(remembered=Remembered((SESSION,), (form,), (hook,), (accept,)))
        >> after(1)
        >> form_ends(form)
        << "form ended: terminal, unknown"
        << "answer was unknown"
        << "desk works"
        >> after(10)
    ).ends()
