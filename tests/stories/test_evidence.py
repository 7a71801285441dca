"""How an ask ends elsewhere, and what does not end it."""

from tests.stories.happened import (
    after,
    an_ask,
    answered,
    asked,
    breaks,
    cleared,
    delivered,
    form_ends,
    late,
    printed,
    process_ends,
    refused,
    registry,
    runs,
    says_goodbye,
    starts,
    subagent_ends,
    surface_seen,
    terminated,
    turn_ends,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.states import Outcome, State

LS = an_ask("ls")
CALL = "call of ls"


def at_a_dialog() -> Story:
    """A story that begins with an ask whose dialog the registry shows."""
    story = facing(LS)
    (story >> registry(State.WAITING)).ends()
    return story


# Tool calls


def test_a_call_that_ran_was_allowed_at_the_terminal() -> None:
    (
        facing(LS) >> runs(LS, CALL) << "hook is let go" << "ls ended: terminal" << "desk works"
    ).ends()


def test_a_call_that_ran_without_a_name_ends_the_ask_with_the_same_input() -> None:
    (
        Story()
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> runs(LS)
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
    ).ends()


def test_a_call_whose_beginning_is_heard_after_its_end_ends_the_ask_that_is_its_own() -> None:
    story = Story() >> starts(LS, "an earlier call") >> after(1)
    (
        story
        >> asked(LS, "hook")  # taken for one about the earlier call
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> after(0.5)
        >> runs(LS, CALL)
        >> late(0.6, starts(LS, CALL))
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
    ).ends()


def test_a_call_whose_beginning_is_heard_after_it_was_refused_ends_its_ask() -> None:
    story = Story() >> starts(LS, "an earlier call") >> after(1)
    (
        story
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> after(0.5)
        >> refused(LS, CALL, "Denied")
        >> late(0.6, starts(LS, CALL))
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
    ).ends()


def test_evidence_that_is_older_than_the_ask_ends_nothing() -> None:
    story = Story()
    (
        story
        >> after(1)
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> late(0.5, runs(LS))
        >> late(0.5, turn_ends())
        >> late(0.5, subagent_ends(""))
        >> late(0.5, cleared())
    ).ends()
    assert [ask.id for ask in story.view().asks] == ["ls"]


def test_a_call_that_was_over_before_the_ask_is_not_what_it_asks_about() -> None:
    (
        Story()
        >> starts(LS, "first")
        >> after(1)
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> late(0.5, runs(LS, "first"))
        >> runs(LS, "second")
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
    ).ends()


def test_another_call_ends_nothing() -> None:
    (facing(LS) >> runs(LS, "another call") >> runs(an_ask("pwd"), "a third")).ends()


def test_the_same_call_of_a_subagent_ends_nothing_of_the_main_thread() -> None:
    (facing(LS) >> runs(an_ask("ls", subagent="helper"))).ends()


# Turns and threads


def test_the_end_of_a_turn_ends_what_the_main_thread_left_open() -> None:
    (
        facing(LS)
        >> turn_ends()
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
        << "desk is idle"
    ).ends()


def test_the_end_of_a_turn_ends_nothing_that_subagents_hold() -> None:
    theirs = an_ask("theirs", subagent="helper")
    (
        Story()
        >> asked(theirs, "hook")
        << "theirs is shown"
        << "hook is kept"
        << "desk waits"
        >> turn_ends()
        >> subagent_ends("helper")
        << "hook is let go"
        << "theirs ended: terminal"
        << "desk is idle"
    ).ends()


def test_the_end_of_a_turn_leaves_what_it_has_to_say() -> None:
    done = an_ask("done", kind=Kind.DONE)
    (Story() >> asked(done) << "done is shown" >> turn_ends() << "desk is idle").ends()


def test_a_new_conversation_ends_what_the_old_one_asked() -> None:
    (
        facing(LS)
        >> cleared()
        << "hook is let go"
        << "ls ended: interrupted"
        << "desk works"
        << "desk is idle"
    ).ends()


def test_a_form_that_was_filled_in_at_the_terminal_is_over() -> None:
    form = an_ask("form", kind=Kind.ELICITATION)
    (
        Story()
        >> asked(form, "hook")
        << "form is shown"
        << "hook is kept"
        << "desk waits"
        >> form_ends(form)
        << "hook is let go"
        << "form ended: terminal"
        << "desk works"
    ).ends()


def test_a_form_that_was_filled_in_by_hand_ends_as_those_hands_tell() -> None:
    form = an_ask("form", kind=Kind.ELICITATION)
    (
        Story()
        >> asked(form)
        << "form is shown"
        << "desk waits"
        >> answered(form, "accept")
        << "form is shown"
        << "accept is carried to form"
        << "desk works"
        >> form_ends(form)
        << "keys of answer are withdrawn"  # those that were pressed report for themselves
        >> delivered("answer", Outcome.ACCEPTED)
        << "form ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_form_that_ended_before_its_hook_printed_the_answer_did_not_take_it() -> None:
    form = an_ask("form", kind=Kind.ELICITATION, tool="mcp__shop__")
    (
        Story()
        >> surface_seen()
        >> asked(form, "hook", Keep.GATE)
        << "form is shown"
        << "desk waits"
        >> answered(form, "cancel")
        << "form is shown"
        << "hook gets cancel"
        << "desk works"
        >> form_ends(form)
        << "hook is let go"
        << "form ended: terminal, unknown"
        << "answer was unknown"
        >> printed("hook")
        >> runs(an_ask("buy", tool="mcp__shop__buy"))
    ).ends()


def test_the_other_hook_of_a_form_that_was_answered_opens_no_new_card() -> None:
    first, second = (
        an_ask(name, kind=Kind.ELICITATION, tool="mcp__shop__", command="How many?")
        for name in ("first", "second")
    )
    (
        Story()
        >> surface_seen()
        >> asked(first, "hook", Keep.GATE)
        << "first is shown"
        << "desk waits"
        >> breaks("hook")
        >> after(1)
        # Meanwhile it is closed at the terminal; the same form follows, with two hooks.
        >> asked(second, "one", Keep.GATE)
        >> asked(second, "other", Keep.GATE)
        >> answered(first, "accept")
        << "first is shown"
        << "other gets accept"
        << "desk works"
        >> printed("other")
        >> breaks("other")
        >> late(0.5, form_ends(first))
        << "one is let go"
        << "first ended: terminal, unknown"
        << "answer was unknown"
    ).ends()


def test_of_several_forms_the_one_that_stood_at_the_terminal_is_over() -> None:
    anothers, mine = (
        an_ask(name, kind=Kind.ELICITATION, subagent=subagent, tool="mcp__shop__")
        for name, subagent in (("another's", "b"), ("mine", "a"))
    )
    (
        Story()
        >> asked(anothers)
        << "another's is shown"
        << "desk waits"
        >> asked(mine)
        << "mine is shown"
        << "desk waits"
        >> form_ends(mine)
        << "mine ended: terminal"
        << "desk waits"
    ).ends()


def test_a_form_that_ended_at_the_terminal_says_nothing_of_another_servers() -> None:
    elsewhere, mine = (
        an_ask(name, kind=Kind.ELICITATION, tool=tool)
        for name, tool in (("elsewhere", "mcp__bank__"), ("mine", "mcp__shop__"))
    )
    (
        Story()
        >> asked(elsewhere)
        << "elsewhere is shown"
        << "desk waits"
        >> answered(elsewhere, "accept")
        << "elsewhere is shown"
        << "accept is carried to elsewhere"
        << "desk works"
        >> asked(mine)
        << "mine is shown"
        << "desk waits"
        >> form_ends(mine)
        << "mine ended: terminal"
        << "desk works"
    ).ends()


def test_a_form_that_ended_at_the_terminal_was_the_first_of_its_server_not_the_next() -> None:
    first, second = (
        an_ask(name, kind=Kind.ELICITATION, tool="mcp__shop__") for name in ("first", "second")
    )
    story = Story()
    (
        story
        >> asked(first)
        << "first is shown"
        << "desk waits"
        >> answered(first, "accept")
        << "first is shown"
        << "accept is carried to first"
        << "desk works"
        >> asked(second)
        << "second is shown"
        << "desk waits"
        >> form_ends(first)
        << "keys of answer are withdrawn"
        >> delivered("answer", Outcome.ACCEPTED)
        << "first ended: answered, accepted"
        << "answer was accepted"
    ).ends()
    assert [ask.id for ask in story.view().asks] == ["second"]


def test_a_form_was_taken_when_the_tool_that_wanted_it_went_on() -> None:
    form = an_ask("form", kind=Kind.ELICITATION, tool="mcp__shop__")
    (
        Story()
        >> asked(form, "hook")
        << "form is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(form, "accept")
        << "form is shown"
        << "hook gets accept"
        << "desk works"
        >> printed("hook")
        >> after(1)
        >> runs(an_ask("another tool"))
        >> runs(an_ask("form", tool="mcp__shop__order"))
        << "form ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_form_was_not_filled_in_by_an_answer_that_its_hook_has_yet_to_print() -> None:
    form = an_ask("form", kind=Kind.ELICITATION, tool="mcp__shop__")
    (
        Story()
        >> asked(form, "hook")
        << "form is shown"
        << "hook is kept"
        << "desk waits"
        >> answered(form, "accept")
        << "form is shown"
        << "hook gets accept"
        << "desk works"
        >> runs(an_ask("form", tool="mcp__shop__order"))
        >> after(1)
    ).ends()


def test_a_form_was_not_filled_in_by_an_answer_that_came_after_its_tool_had_gone_on() -> None:
    form = an_ask("form", kind=Kind.ELICITATION, tool="mcp__shop__")
    (
        Story()
        >> asked(form, "hook")
        << "form is shown"
        << "hook is kept"
        << "desk waits"
        >> after(1)
        >> answered(form, "accept")
        << "form is shown"
        << "hook gets accept"
        << "desk works"
        >> printed("hook")
        >> late(0.05, runs(an_ask("form", tool="mcp__shop__order")))
        >> after(1)
    ).ends()


def test_a_form_that_is_hidden_behind_its_hook_is_not_the_one_that_ended() -> None:
    form = an_ask("form", kind=Kind.ELICITATION)
    (
        Story()
        >> surface_seen()
        >> asked(form, "hook", Keep.GATE)
        << "form is shown"
        << "desk waits"
        >> form_ends(form)
    ).ends()


def test_the_end_of_a_process_ends_all_it_asked() -> None:
    theirs = an_ask("theirs", subagent="helper")
    (
        facing(LS)
        >> asked(theirs, "hook 2")
        << "theirs is shown"
        << "hook 2 is kept"
        << "desk waits"
        >> process_ends()
        << "hook is let go"
        << "ls ended: gone"
        << "hook 2 is let go"
        << "theirs ended: gone"
        << "desk is ended"
    ).ends()


def test_what_an_ended_process_asked_is_heard_too_late() -> None:
    (
        Story()
        >> process_ends()
        << "desk is ended"
        >> asked(LS, "hook")
        << "hook is let go"
        >> asked(an_ask("done", kind=Kind.DONE))
    ).ends()


def test_an_answer_on_its_way_when_the_process_ends_is_unknown() -> None:
    (
        facing(LS)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> printed("hook")
        >> process_ends()
        << "ls ended: gone, unknown"
        << "answer was unknown: its process ended"
        << "desk is ended"
    ).ends()


def test_an_answer_to_a_turn_that_was_over_was_not_delivered() -> None:
    (
        facing(LS)
        >> after(1)
        >> answered(LS, "deny")
        << "ls is shown"
        << "hook gets deny"
        << "desk works"
        >> printed("hook")
        >> late(0.5, turn_ends())
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
        << "desk is idle"
    ).ends()


def test_an_answer_that_came_too_late_for_its_turn_does_not_bring_the_ask_back() -> None:
    (
        Story()
        >> asked(LS)
        << "ls is shown"
        << "desk waits"
        >> answered(LS, "allow")
        << "ls is shown"
        << "allow is carried to ls"
        << "desk works"
        >> turn_ends()
        << "keys of answer are withdrawn"
        << "desk is idle"
        >> after(3)
        >> delivered("answer", Outcome.NOT_DELIVERED, "the dialog is not on screen")
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the dialog is not on screen"
    ).ends()


# The registry


def test_a_dialog_that_left_the_registry_for_a_while_was_answered_at_the_terminal() -> None:
    (
        at_a_dialog()
        >> registry(State.WORKING)
        >> after(0.29)
        >> after(0.01)
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
    ).ends()


def test_a_dialog_that_comes_back_within_that_while_ends_nothing() -> None:
    (
        at_a_dialog()
        >> registry(State.WORKING)
        >> after(0.2)
        >> registry(State.WAITING)
        >> after(10)
    ).ends()


def test_a_dialog_that_left_is_over_however_the_agent_goes_on() -> None:
    (
        at_a_dialog()
        >> registry(State.WORKING)
        >> after(0.2)
        >> registry(State.IDLE)
        >> after(0.1)
        << "hook is let go"
        << "ls ended: terminal"
        << "desk is idle"
        >> after(1)
    ).ends()


def test_a_dialog_that_left_takes_no_hook_along_that_began_afterwards() -> None:
    again = an_ask("ls again", command="ls")
    (
        at_a_dialog()
        >> registry(State.WORKING)
        >> after(0.2)
        >> asked(again, "later hook")
        << "later hook is kept"
        >> after(0.1)
        << "ls again is shown"
        << "later hook is kept"
        << "hook is let go"
        << "ls ended: terminal"
        << "desk waits"
    ).ends()


def test_a_turn_that_ended_takes_no_hook_along_that_began_afterwards() -> None:
    again = an_ask("ls again", command="ls")
    (
        at_a_dialog()
        >> after(0.5)
        >> asked(again, "later hook")
        << "later hook is kept"
        >> late(0.2, turn_ends())
        << "ls again is shown"
        << "later hook is kept"
        << "hook is let go"
        << "ls ended: terminal"
        << "desk waits"
    ).ends()


def test_a_dialog_that_left_for_an_idle_prompt_was_interrupted() -> None:
    (
        at_a_dialog()
        >> registry(State.IDLE)
        >> after(0.69)
        >> after(0.01)
        << "hook is let go"
        << "ls ended: interrupted"
        << "desk is idle"
    ).ends()


def test_a_dialog_that_came_back_and_left_for_an_idle_prompt_was_interrupted() -> None:
    (
        at_a_dialog()
        >> registry(State.WORKING)
        >> registry(State.WAITING)
        >> after(1)
        >> registry(State.IDLE)
        >> after(0.7)
        << "hook is let go"
        << "ls ended: interrupted"
        << "desk is idle"
    ).ends()


def test_a_turn_that_finished_meanwhile_says_so_before_the_idle_prompt_does() -> None:
    (
        at_a_dialog()
        >> registry(State.IDLE)
        >> after(0.3)
        >> turn_ends()
        << "hook is let go"
        << "ls ended: terminal"
        << "desk is idle"
        << "desk is idle"
        >> after(1)
    ).ends()


def test_a_dialog_that_left_before_the_registry_was_read_is_over_too() -> None:
    (
        facing(LS)
        >> terminated("hook")
        >> registry(State.IDLE)
        >> after(0.7)
        << "ls ended: interrupted"
        << "desk is idle"
    ).ends()


def test_a_registry_that_says_nothing_of_dialogs_ends_nothing() -> None:
    (facing(LS) >> registry(State.STARTING) >> registry(State.UNKNOWN) >> after(10)).ends()


def test_the_registry_from_before_the_ask_ends_nothing() -> None:
    (facing(LS) >> late(1.0, registry(State.WORKING)) >> after(10)).ends()


def test_a_subagent_behind_an_idle_prompt_was_answered_not_interrupted() -> None:
    theirs = an_ask("theirs", subagent="helper")
    (
        facing(theirs)
        >> registry(State.IDLE)
        >> after(0.7)
        << "hook is let go"
        << "theirs ended: terminal"
        << "desk is idle"
    ).ends()


def test_the_registry_says_nothing_of_a_dialog_that_opened_after_it_was_written() -> None:
    pwd = an_ask("pwd")
    story = at_a_dialog()
    (
        story
        >> registry(State.WORKING)
        >> asked(pwd, "hook 2")
        << "pwd is shown"
        << "hook 2 is kept"
        << "desk waits"
        >> after(0.3)
        << "hook is let go"
        << "ls ended: terminal"
    ).ends()
    assert [ask.id for ask in story.view().asks] == ["pwd"]


def test_the_registry_says_nothing_of_a_dialog_that_is_hidden_behind_its_hook() -> None:
    theirs = an_ask("theirs", subagent="helper")
    story = at_a_dialog()
    (
        story
        >> surface_seen()
        >> asked(theirs, "gate", Keep.GATE)
        << "theirs is shown"
        << "desk waits"
        >> registry(State.WORKING)
        >> after(0.3)
        << "hook is let go"
        << "ls ended: terminal"
    ).ends()
    assert [ask.id for ask in story.view().asks] == ["theirs"]


def test_the_registry_from_before_a_hook_went_says_nothing_of_the_dialog_it_hid() -> None:
    theirs = an_ask("theirs", subagent="helper")
    (
        Story()
        >> surface_seen()
        >> asked(theirs, "gate", Keep.GATE)
        << "theirs is shown"
        << "desk waits"
        >> registry(State.WORKING)
        >> breaks("gate")
        >> after(0.3)
        >> registry(State.WAITING)
        >> registry(State.WORKING)
        >> after(0.3)
        << "theirs ended: terminal"
        << "desk works"
    ).ends()


def test_a_goodbye_ends_what_was_asked_before_it() -> None:
    (facing(LS) >> says_goodbye() << "hook is let go" << "ls ended: gone" << "desk is ended").ends()


def test_a_goodbye_that_is_heard_late_ends_nothing_that_was_asked_after_it() -> None:
    (facing(LS) >> after(1) >> late(2, says_goodbye())).ends()


def test_a_process_that_ended_leaves_nothing_however_late_that_is_heard() -> None:
    (
        facing(LS)
        >> late(2, process_ends())
        << "hook is let go"
        << "ls ended: gone"
        << "desk is ended"
    ).ends()


def test_an_allow_that_made_the_dialog_leave_was_accepted() -> None:
    (
        at_a_dialog()
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
        >> printed("hook")
        >> registry(State.WORKING)
        << "desk works"
        >> after(0.3)
        << "ls ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_dialog_that_left_before_the_allow_was_given_was_not_answered_by_it() -> None:
    (
        at_a_dialog()
        >> after(1)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk waits"
        >> printed("hook")
        >> late(0.5, registry(State.WORKING))
        << "desk works"
        >> after(0.3)
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_call_that_ended_before_the_allow_was_given_was_not_allowed_by_it() -> None:
    (
        facing(LS)
        >> after(1)
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook gets allow"
        << "desk works"
        >> printed("hook")
        >> late(0.5, runs(LS, CALL))
        << "ls ended: terminal, not_delivered"
        << "answer was not_delivered: the terminal was faster"
    ).ends()


def test_a_deny_does_not_explain_that_the_agent_works_on() -> None:
    (
        at_a_dialog()
        >> answered(LS, "deny")
        << "ls is shown"
        << "hook gets deny"
        << "desk waits"
        >> printed("hook")
        >> registry(State.WORKING)
        << "desk works"
        >> after(1)
    ).ends()


# Hooks


def test_a_connection_that_breaks_ends_nothing_by_itself() -> None:
    (facing(LS) >> breaks("hook") >> after(60)).ends()


def test_a_hook_that_its_agent_ended_ends_nothing_by_itself() -> None:
    (facing(LS) >> terminated("hook") >> after(60)).ends()


def test_a_hook_that_is_gone_together_with_the_dialog_is_the_end() -> None:
    (
        at_a_dialog()
        >> terminated("hook")
        >> registry(State.IDLE)
        >> after(0.7)
        << "ls ended: interrupted"
        << "desk is idle"
    ).ends()


def test_an_ask_expires_at_its_deadline() -> None:
    check = an_ask("check", deadline=120.0)
    (
        Story()
        >> asked(check, "hook")
        << "check is shown"
        << "hook is kept"
        << "desk waits"
        >> after(119.9)
        >> after(0.2)
        << "hook is let go"
        << "check ended: expired"
        << "desk works"
    ).ends()


def test_the_hook_of_an_identical_later_dialog_does_not_expire_with_an_ask() -> None:
    check = an_ask("check", deadline=120.0)
    again = an_ask("check again", command="check", deadline=120.0)
    (
        Story()
        >> asked(check, "hook")
        << "check is shown"
        << "hook is kept"
        << "desk waits"
        >> after(60)
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> after(61)
        << "check again is shown"
        << "hook 2 is kept"
        << "hook is let go"
        << "check ended: expired"
        << "desk waits"
        >> after(60)
        << "hook 2 is let go"
        << "check again ended: expired"
        << "desk works"
    ).ends()


def test_an_ask_does_not_expire_while_an_answer_is_on_its_way() -> None:
    check = an_ask("check", deadline=120.0)
    (
        facing(check)
        >> after(119)
        >> answered(check, "allow")
        << "check is shown"
        << "hook gets allow"
        << "desk works"
        >> printed("hook")
        >> after(2)
    ).ends()


def test_a_call_that_starts_names_the_ask_that_came_before_it() -> None:
    story = Story()
    (
        story
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> late(0.02, starts(LS, "call"))
        >> runs(LS, "another")
        >> runs(LS, "call")
        << "hook is let go"
        << "ls ended: terminal"
        << "desk works"
    ).ends()
