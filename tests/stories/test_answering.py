"""How an answer travels, and what is said of it."""

from tests.stories.happened import (
    after,
    an_ask,
    answered,
    asked,
    breaks,
    cleared,
    delivered,
    journal_failed,
    late,
    passed_over,
    printed,
    refused,
    registry,
    runs,
    starts,
    terminated,
    turn_ends,
    wrote_down,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind, Question
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome, State

LS = an_ask("ls")
DROP = an_ask("drop", level=Level.CRITICAL)
CALL = "call of ls"


def allowed() -> Story:
    """A story that begins with an allow on its way, printed by its hook."""
    story = facing(LS)
    (
        story
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> printed("hook")
    ).ends()
    return story


def denied(text: str = "") -> Story:
    """A story that begins with a deny on its way, printed by its hook."""
    story = facing(LS)
    (
        story
        >> answered(LS, "deny", text=text)
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
        >> printed("hook")
    ).ends()
    return story


def typed() -> Story:
    """A story that begins with keys on their way to a dialog of the terminal."""
    story = facing(LS)
    (
        story
        >> breaks("hook")
        >> after(1)
        >> answered(LS, "allow")
        << "ls is shown"
        << "allow is carried to ls"
        << "desk works"
    ).ends()
    return story


# Accepted only on evidence


def test_an_allow_is_accepted_when_its_call_ran_not_when_it_was_sent() -> None:
    (
        allowed()
        >> runs(LS, CALL)
        >> after(0.5)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_an_allow_was_not_delivered_when_the_agent_says_that_it_heeded_another() -> None:
    (
        allowed()
        >> runs(LS, CALL)
        >> passed_over(LS)
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
        >> after(1)
    ).ends()


def test_an_allow_is_accepted_when_the_agent_wrote_down_that_a_hook_allowed() -> None:
    (
        allowed()
        >> wrote_down(LS, allowed=True)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_deny_is_accepted_when_the_agent_was_told_its_words() -> None:
    (
        denied("not now")
        >> refused(LS, CALL, "not now")
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_an_allow_that_leaves_no_trace_is_unknown_after_a_while() -> None:
    (
        allowed()
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
    ).ends()


def test_late_evidence_tells_what_became_of_an_unknown_answer() -> None:
    (
        allowed()
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> runs(LS, CALL)
        >> after(0.5)
        << "ls ended: answered, accepted"
    ).ends()


def test_late_evidence_may_also_say_that_the_terminal_decided() -> None:
    (
        denied()
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> runs(LS, CALL)
        << "ls ended: terminal, not_delivered"
    ).ends()


def test_a_call_that_was_over_before_the_ask_says_nothing_of_an_unknown_answer() -> None:
    (
        Story()
        >> starts(LS, "first")
        >> after(1)
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(LS, "deny")
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
        >> printed("hook")
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> late(5.5, runs(LS, "first"))
    ).ends()


def test_late_evidence_from_before_the_answer_says_that_the_terminal_decided() -> None:
    (
        facing(LS)
        >> after(1)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> printed("hook")
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> late(5.5, runs(LS, CALL))
        << "ls ended: terminal, not_delivered"
    ).ends()


def test_an_answer_did_not_do_what_was_done_before_its_hook_printed_it() -> None:
    (
        facing(LS)
        >> registry(State.WAITING)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
        >> registry(State.WORKING)
        << "desk works"
        >> after(0.2)
        >> printed("hook")
        >> after(0.1)
        >> passed_over(LS)
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_an_answer_did_not_let_run_what_ran_before_its_hook_printed_it() -> None:
    (
        facing(LS)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> runs(LS, CALL)
        >> after(0.2)
        >> printed("hook")
        >> after(0.3)
        << "ls ended: answered, unknown"
        << "answer was unknown: it ran; nobody saw whether by this answer or at the terminal"
    ).ends()


def test_an_answer_did_not_let_run_what_left_its_dialog_before_its_hook_printed_it() -> None:
    (
        facing(LS)
        >> registry(State.WAITING)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
        >> after(0.5)
        >> registry(State.WORKING)
        << "desk works"
        >> after(0.5)
        >> printed("hook")
        >> after(2)
        >> runs(LS, CALL)
        >> after(0.5)
        << "ls ended: answered, unknown"
        << "answer was unknown: it ran; nobody saw whether by this answer or at the terminal"
    ).ends()


def test_what_an_answer_did_may_be_seen_before_it_is_heard_that_its_hook_printed() -> None:
    (
        facing(LS)
        >> registry(State.WAITING)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
        >> after(0.1)
        >> registry(State.WORKING)
        << "desk works"
        >> after(0.05)
        >> printed("hook")
        >> after(0.3)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_call_that_ran_just_before_the_answer_would_be_unknown_has_time_to_tell() -> None:
    (
        allowed()
        >> after(4.8)
        >> runs(LS, CALL)
        >> after(0.5)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_an_interrupt_that_is_heard_late_says_nothing_of_an_unknown_answer() -> None:
    (
        denied()
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> refused(LS, CALL, "rejected", interrupted=True)
    ).ends()


def test_a_late_refusal_with_other_words_was_not_ours() -> None:
    (
        denied("not now")
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> refused(LS, CALL, "somebody else's words")
        << "ls ended: terminal, not_delivered"
    ).ends()


# Not delivered


def test_a_deny_that_the_terminal_overruled_was_not_delivered() -> None:
    (
        denied()
        >> runs(LS, CALL)
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_deny_is_not_overruled_by_what_may_be_an_identical_later_call() -> None:
    (
        Story()
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(LS, "deny")
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
        >> printed("hook")
        >> runs(LS, "some call")
        << "ls ended: answered, unknown"
        << "answer was unknown: it was overruled, or an identical call ran afterwards"
    ).ends()


def test_an_allow_is_not_accepted_because_another_ask_of_the_same_command_was() -> None:
    again = an_ask("ls again", command="ls")
    story = Story() >> asked(LS, "hook 1")
    for happened in (answered(LS, "allow"), printed("hook 1"), starts(again, "call 2")):
        story = story.forget() >> happened
    (
        story.forget()
        >> asked(again, "hook 2")
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
        >> runs(again, "call 2")
        << "hook 2 is let go"
        << "ls again ended: terminal"
        << "desk works"
        >> after(1)
    ).ends()


def test_a_deny_is_not_taken_for_the_escape_that_ended_the_turn() -> None:
    said = "The user doesn't want to proceed with this tool use."
    (
        denied()
        >> refused(LS, CALL, said, interrupted=True)
        << "ls ended: interrupted, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_deny_is_not_taken_for_a_refusal_with_other_words() -> None:
    (
        denied("not now")
        >> refused(LS, CALL, "never")
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_deny_that_stops_is_accepted_when_the_turn_was_interrupted() -> None:
    (
        facing(LS)
        >> answered(LS, "deny_stop")
        << "ls is shown"
        << "hook gets deny_stop"
        << "desk works"
        >> printed("hook")
        >> refused(LS, CALL, "The user doesn't want to proceed", interrupted=True)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_deny_that_stops_did_not_do_what_was_done_before_it() -> None:
    (
        facing(LS)
        >> after(1)
        >> answered(LS, "deny_stop")
        << "ls is shown"
        << "hook gets deny_stop"
        << "desk works"
        >> printed("hook")
        >> late(0.05, refused(LS, CALL, interrupted=True))
        << "ls ended: interrupted, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_deny_that_stops_does_not_explain_an_interrupt_much_later() -> None:
    (
        facing(LS)
        >> answered(LS, "deny_stop")
        << "ls is shown"
        << "hook gets deny_stop"
        << "desk works"
        >> printed("hook")
        >> after(2)
        >> refused(LS, CALL, "The user doesn't want to proceed", interrupted=True)
        << "ls ended: interrupted, unknown"
        << "answer was unknown: it was interrupted after the answer; it may have run"
    ).ends()


def test_a_hook_that_its_agent_ended_has_not_delivered_and_the_ask_is_open_again() -> None:
    note = "the agent ended the hook before it could answer"
    (
        facing(LS)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> terminated("hook")
        << "ls is shown"
        << f"answer was not_delivered: {note}"
        << "desk waits"
    ).ends()


def test_a_call_that_ran_is_not_asked_about_again_when_its_hook_ends_before_it_could_answer() -> (
    None
):
    (
        facing(LS)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> runs(LS)
        >> terminated("hook")
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the agent ended the hook before it could answer"
        >> after(10)
    ).ends()


def test_a_connection_that_breaks_may_have_printed_before() -> None:
    (
        facing(LS)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> breaks("hook")
        >> runs(LS, CALL)
        >> after(0.5)
        << "ls ended: answered, unknown"
        << "answer was unknown: it ran; nobody saw whether by this answer or at the terminal"
        >> wrote_down(LS, allowed=True)
        << "ls ended: answered, accepted"
    ).ends()


def unread() -> Story:
    """An answer lies with a hook that has not printed it for a long time."""
    return (
        facing(LS)
        >> registry(State.WAITING)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
        >> after(20)
        >> answered(LS, "deny", "second")
        << "second is refused: answered"
    )


def test_an_answer_that_its_hook_has_yet_to_print_is_followed_by_no_other() -> None:
    (
        unread()
        >> printed("hook")
        >> wrote_down(LS, allowed=True)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_an_answer_whose_hook_went_without_printing_it_is_unknown() -> None:
    (
        unread()
        >> breaks("hook")
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> runs(LS, CALL)  # who let it run, nobody saw
        >> after(1)
    ).ends()


def test_a_dialog_that_opened_after_the_answer_is_another_one() -> None:
    (
        allowed()
        >> registry(State.WAITING)
        << "desk waits"
        >> after(5)
        << "ls ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
    ).ends()


def test_an_answer_that_cannot_be_written_down_is_not_sent_and_the_ask_stays() -> None:
    story = facing(LS)
    (
        story
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"  # the loop holds this back
        << "desk works"
        >> journal_failed("answer")
        << "ls is shown"
        << "answer was not_delivered: the disk is full"
        << "desk waits"
        >> answered(LS, "deny", "second")
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
    ).ends()


def test_a_dialog_that_had_left_before_was_not_answered_whatever_begins_then() -> None:
    (
        facing(LS)
        >> registry(State.WAITING)
        >> registry(State.IDLE)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk is idle"
        >> printed("hook")
        >> registry(State.WORKING)
        << "desk works"
        >> after(0.3)
        << "ls ended: interrupted, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_second_answer_has_time_of_its_own_to_show_an_effect() -> None:
    (
        facing(LS)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> journal_failed("answer")
        << "ls is shown"
        << "answer was not_delivered: the disk is full"
        << "desk waits"
        >> after(4)
        >> answered(LS, "deny", "second")
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
        >> printed("hook")
        >> after(4.9)
        >> after(0.1)
        << "ls ended: answered, unknown"
        << "second was unknown: the agent gave no sign that it took the answer"
    ).ends()


# Unknown


def test_an_allow_that_was_interrupted_at_once_is_unknown_for_it_may_have_run() -> None:
    note = "it was interrupted after the answer; it may have run"
    (
        allowed()
        >> refused(LS, CALL, "The user doesn't want to proceed", interrupted=True)
        << "ls ended: interrupted, unknown"
        << f"answer was unknown: {note}"
    ).ends()


def test_a_call_that_ran_is_told_of_although_its_turn_was_over_first() -> None:
    (
        allowed()
        >> turn_ends()
        << "desk is idle"
        >> after(0.1)
        >> runs(LS, CALL)
        >> after(0.5)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_an_ask_without_a_known_call_is_not_settled_for_sure_by_one_that_reads_the_same() -> None:
    nobody = "nobody saw whether by this answer or at the terminal"
    (
        Story()
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> printed("hook")
        >> runs(LS, "another call")
        >> runs(LS, "another call")  # heard twice
        >> after(0.5)
        << "ls ended: answered, unknown"
        << f"answer was unknown: it or an identical call ran; {nobody}"
    ).ends()


def test_a_turn_that_ends_without_a_sign_of_the_answer_leaves_it_unknown() -> None:
    (
        allowed()
        >> turn_ends()
        << "desk is idle"
        >> after(2)
        << "ls ended: answered, unknown"
        << "answer was unknown: the turn ended without any sign of it"
    ).ends()


# Guards


def test_a_critical_ask_is_not_allowed_without_confirmation() -> None:
    (
        facing(DROP)
        >> answered(DROP, "allow")
        << "answer is refused: needs_confirmation"
        >> answered(DROP, "allow", "second", confirmed=True)
        << "drop is shown"
        << "hook gets allow"
        << "desk works"
    ).ends()


def test_a_critical_ask_is_denied_without_confirmation() -> None:
    (
        facing(DROP)
        >> answered(DROP, "deny")
        << "drop is shown"
        << "hook gets deny"
        << "desk works"
    ).ends()


def test_a_choice_that_is_not_offered_answers_nothing() -> None:
    (facing(LS) >> answered(LS, "maybe") << "answer is refused: no_such_choice").ends()


def test_a_question_is_not_submitted_without_its_answers() -> None:
    asking = an_ask(
        "colour", kind=Kind.QUESTION, questions=(Question("Which?", "", (), multi=False),)
    )
    (
        facing(asking)
        >> answered(asking, "submit")
        << "answer is refused: needs_answers"
        >> answered(asking, "submit", "second", answers={"Which?": "red"})
        << "colour is shown"
        << "hook gets submit"
        << "desk works"
    ).ends()


def test_somebodys_answers_to_a_question_are_ours_only_if_the_agent_says_so() -> None:
    asking = an_ask("colour", kind=Kind.QUESTION)
    story = facing(asking)
    (
        story
        >> answered(asking, "submit")
        << "colour is shown"
        << "hook gets submit"
        << "desk works"
        >> printed("hook")
        >> runs(asking, "call of colour")
        >> wrote_down(asking, allowed=True)
        << "colour ended: answered, accepted"
        << "answer was accepted"
        >> after(1)
    ).ends()


def test_a_question_that_left_the_screen_says_only_that_somebody_answered() -> None:
    asking = an_ask("colour", kind=Kind.QUESTION)
    (
        facing(asking)
        >> registry(State.WAITING)
        >> answered(asking, "submit")
        << "colour is shown"
        << "hook gets submit"
        << "desk waits"
        >> printed("hook")
        >> registry(State.WORKING)
        << "desk works"
        >> after(0.3)
        >> passed_over(asking)
        << "colour ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_answers_to_a_question_that_nobody_wrote_down_are_unknown() -> None:
    asking = an_ask("colour", kind=Kind.QUESTION)
    (
        facing(asking)
        >> answered(asking, "submit")
        << "colour is shown"
        << "hook gets submit"
        << "desk works"
        >> printed("hook")
        >> runs(asking, "call of colour")
        >> after(5)
        << "colour ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
        >> wrote_down(asking, allowed=True)
        << "colour ended: answered, accepted"
    ).ends()


def test_answers_to_a_question_that_the_agent_passed_over_were_not_delivered() -> None:
    asking = an_ask("colour", kind=Kind.QUESTION)
    (
        facing(asking)
        >> answered(asking, "submit")
        << "colour is shown"
        << "hook gets submit"
        << "desk works"
        >> printed("hook")
        >> runs(asking, "call of colour")
        >> passed_over(asking)
        << "colour ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def asked_back(choice: str) -> Story:
    """A story that begins with an answer to a question on its way, printed by its hook."""
    asking = an_ask("colour", kind=Kind.QUESTION)
    story = facing(asking)
    (
        story
        >> answered(asking, choice)
        << "colour is shown"
        << f"hook gets {choice}"
        << "desk works"
        >> printed("hook")
    ).ends()
    return story


def test_whose_answers_to_a_question_were_taken_the_record_says_after_the_turn_too() -> None:
    (
        asked_back("submit")
        >> turn_ends()
        << "desk is idle"
        >> after(1)
        >> wrote_down(an_ask("colour"), allowed=True)
        << "colour ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_question_that_was_cancelled_is_unknown_when_the_turn_ends_without_a_sign() -> None:
    (
        asked_back("cancel")
        >> turn_ends()
        << "desk is idle"
        >> after(2)
        << "colour ended: answered, unknown"
        << "answer was unknown: the turn ended without any sign of it"
    ).ends()


def test_a_question_that_was_cancelled_and_answered_was_answered_at_the_terminal() -> None:
    (
        asked_back("cancel")
        >> runs(an_ask("colour", kind=Kind.QUESTION), "call of colour")
        << "colour ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


# Once


def test_of_several_hooks_the_newest_is_answered_and_the_others_are_let_go() -> None:
    again = an_ask("ls again", command="ls")
    (
        facing(LS, "hook 1")
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook 2 gets allow"
        << "desk works"
        >> printed("hook 2")
        >> wrote_down(LS, allowed=True)
        << "hook 1 is let go"
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_of_two_answers_only_the_first_counts() -> None:
    (
        facing(LS)
        >> answered(LS, "allow", "mine")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> answered(LS, "deny", "yours")
        << "yours is refused: answered"
        >> wrote_down(LS, allowed=True)
        << "hook is let go"
        << "ls ended: answered, accepted"
        << "mine was accepted"
        >> answered(LS, "deny", "late")
        << "late is refused: not_open"
    ).ends()


def test_an_answer_that_comes_twice_is_one_and_hears_the_same_word() -> None:
    (
        allowed()
        >> answered(LS, "allow")
        >> wrote_down(LS, allowed=True)
        << "ls ended: answered, accepted"
        << "answer was accepted"
        >> answered(LS, "allow")
        << "answer was accepted"
    ).ends()


def test_an_answer_that_was_not_delivered_is_not_tried_again_under_the_same_name() -> None:
    (
        facing(LS)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> journal_failed("answer")
        << "ls is shown"
        << "answer was not_delivered: the disk is full"
        << "desk waits"
        >> answered(LS, "allow")
        << "answer was not_delivered: the disk is full"
    ).ends()


# Other ways than a hook


def test_without_a_hook_an_answer_is_carried_by_hand() -> None:
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> answered(LS, "allow")
        << "ls is shown"
        << "allow is carried to ls"
        << "desk works"
        >> delivered("answer", Outcome.ACCEPTED)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_keys_that_may_reach_another_dialog_that_reads_the_same_are_not_pressed() -> None:
    again = an_ask("ls again", command="ls", subagent="helper")
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> asked(again, "hook")
        << "ls again is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(LS, "allow")
        << "answer is refused: ambiguous"
        >> answered(again, "allow", "second")
        << "ls again is shown"
        << "hook gets allow"
        << "desk waits"
    ).ends()


def test_no_keys_are_pressed_while_another_answer_is_on_its_way_to_what_reads_the_same() -> None:
    again = an_ask("ls again", command="ls", subagent="helper")
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> asked(again, "hook")
        << "ls again is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(again, "allow")
        << "ls again is shown"
        << "hook gets allow"
        << "desk waits"
        >> printed("hook")
        >> answered(LS, "allow", "second")
        << "second is refused: ambiguous"
    ).ends()


def test_no_hook_is_answered_while_keys_are_on_their_way_to_what_reads_the_same() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> answered(LS, "deny_stop")
        << "ls is shown"
        << "deny_stop is carried to ls"
        << "desk works"
        >> after(1)
        >> asked(again, "hook")
        << "ls again is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(again, "deny_stop", "second")
        << "second is refused: answered"
        >> delivered("answer", Outcome.NOT_DELIVERED, "a draft is in the way")
        << "ls is shown"
        << "answer was not_delivered: a draft is in the way"
        >> answered(again, "deny_stop", "third")
        << "ls again is shown"
        << "hook gets deny_stop"
        << "desk waits"
    ).ends()


def test_notes_that_read_the_same_are_not_in_each_others_way() -> None:
    first, second = (an_ask(name, kind=Kind.BLOCKED, command="ls") for name in ("one", "two"))
    (
        Story()
        >> asked(first)
        << "one is shown"
        >> asked(second)
        << "two is shown"
        >> answered(first, "tell", text="never mind")
        << "one is shown"
        << "tell is carried to one"
        >> answered(second, "tell", "second", text="go on")
        << "two is shown"
        << "tell is carried to two"
    ).ends()


def test_an_answer_that_hands_could_not_deliver_leaves_the_ask_open() -> None:
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> answered(LS, "allow")
        << "ls is shown"
        << "allow is carried to ls"
        << "desk works"
        >> delivered("answer", Outcome.BLOCKED, "a draft is in the way")
        << "ls is shown"
        << "answer was blocked: a draft is in the way"
        << "desk waits"
    ).ends()


def test_what_keys_do_is_told_by_those_who_press_them_whatever_else_is_seen() -> None:
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> after(1)
        >> answered(LS, "allow")
        << "ls is shown"
        << "allow is carried to ls"
        << "desk works"
        >> late(0.5, registry(State.WORKING))
        << "desk works"
        >> late(0.5, turn_ends())
        << "keys of answer are withdrawn"
        << "desk is idle"
        >> after(3)
        << "desk works"
        >> delivered("answer", Outcome.NOT_DELIVERED, "its dialog is not on the screen")
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: its dialog is not on the screen"
    ).ends()


def test_a_call_that_ran_while_keys_were_on_their_way_is_told_by_those_who_press_them() -> None:
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> answered(LS, "deny")
        << "ls is shown"
        << "deny is carried to ls"
        << "desk works"
        >> runs(LS)
        << "keys of answer are withdrawn"
        >> delivered("answer", Outcome.NOT_DELIVERED, "its dialog is not on the screen")
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: its dialog is not on the screen"
    ).ends()


def test_keys_are_not_pressed_once_their_dialog_was_seen_to_leave() -> None:
    (
        typed()
        >> registry(State.IDLE)
        << "desk is idle"
        >> after(0.8)
        << "keys of answer are withdrawn"
        >> delivered("answer", Outcome.NOT_DELIVERED, "no key was pressed")
        << "ls ended: interrupted, not_delivered"
        << "answer was not_delivered: no key was pressed"
    ).ends()


def test_keys_are_not_pressed_in_the_next_conversation() -> None:
    (
        typed()
        >> cleared()
        << "keys of answer are withdrawn"
        << "ls ended: interrupted, unknown"
        << "answer was unknown: the conversation was cleared"
        << "desk is idle"
    ).ends()


def test_a_call_that_ran_was_not_interrupted_by_the_idle_prompt_that_follows() -> None:
    (
        typed()
        >> runs(LS, CALL)
        << "keys of answer are withdrawn"
        >> turn_ends()
        << "desk is idle"
        >> registry(State.IDLE)
        << "desk is idle"
        >> after(0.8)
        >> delivered("answer", Outcome.NOT_DELIVERED, "no key was pressed")
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: no key was pressed"
    ).ends()


def test_a_rule_is_added_although_its_call_ran_meanwhile() -> None:
    blocked = an_ask("blocked", kind=Kind.BLOCKED, command="ls", tool="Bash")
    (
        Story()
        >> asked(blocked)
        << "blocked is shown"
        >> answered(blocked, "allow_next")
        << "blocked is shown"
        << "allow_next is carried to blocked"
        >> runs(blocked)
    ).ends()


def test_going_there_leaves_the_ask_open() -> None:
    form = an_ask("form", kind=Kind.FALLBACK)
    (
        Story()
        >> asked(form)
        << "form is shown"
        << "desk waits"
        >> answered(form, "focus")
        << "form is shown"
        << "focus is carried to form"
        << "desk works"
        >> delivered("answer", Outcome.ACCEPTED)
        << "form is shown"
        << "answer was accepted"
        << "desk waits"
        >> answered(form, "dismiss", "second")
        << "form ended: dismissed, accepted"
        << "second was accepted"
        << "desk works"
    ).ends()
