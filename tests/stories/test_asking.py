"""How asks come up, beside each other and in place of each other."""

import pytest
from tests.stories.happened import (
    after,
    an_ask,
    answered,
    asked,
    breaks,
    delivered,
    late,
    printed,
    prompted,
    refused,
    runs,
    starts,
)
from tests.stories.story import Story, facing

from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.states import Outcome

LS = an_ask("ls")
PWD = an_ask("pwd")


def test_a_permission_is_shown_and_its_hook_is_kept() -> None:
    (Story() >> asked(LS, "hook") << "ls is shown" << "hook is kept" << "desk waits").ends()


def test_several_hooks_of_one_dialog_are_channels_of_one_ask() -> None:
    again = an_ask("ls again", command="ls")
    story = Story()
    (
        story
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> asked(again, "hook of the project")
        << "hook of the project is kept"
    ).ends()
    assert [ask.id for ask in story.view().asks] == ["ls"]


def test_a_second_hook_of_a_dialog_is_not_about_an_identical_call_that_still_runs() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> starts(LS, "running")
        >> starts(LS, "call")
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> asked(again, "hook of the project")
        << "hook of the project is kept"
        >> runs(LS, "running")
    ).ends()


def test_a_call_that_began_after_an_ask_is_not_what_it_asks_about() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> asked(LS, "hook 1")
        << "ls is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> starts(again, "call")
        >> asked(again, "hook 2")
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_of_two_identical_calls_an_ask_is_about_the_newer_even_when_its_start_is_late() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> starts(LS, "first")
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> late(0.015, starts(LS, "second"))
        >> asked(again, "hook of the project")
        << "hook of the project is kept"
    ).ends()


def test_a_start_that_is_heard_twice_is_one_call() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> starts(LS, "call")
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> late(0.02, starts(LS, "call"))
        >> asked(again, "hook of the project")
        << "hook of the project is kept"
    ).ends()


def test_two_commands_of_one_session_are_two_asks() -> None:
    (
        Story()
        >> asked(LS, "hook 1")
        << "ls is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> asked(PWD, "hook 2")
        << "pwd is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_the_same_command_of_a_subagent_is_an_ask_of_its_own() -> None:
    theirs = an_ask("their ls", command="ls", subagent="helper")
    (
        Story()
        >> asked(LS, "hook 1")
        << "ls is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> asked(theirs, "hook 2")
        << "their ls is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_an_identical_later_call_is_told_apart_by_its_start() -> None:
    again = an_ask("ls again", command="ls")
    story = Story()
    (
        story
        >> starts(LS, "call 1")
        >> asked(LS, "hook 1")
        << "ls is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> starts(again, "call 2")
        >> asked(again, "hook 2")
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
        >> runs(LS, "call 1")
        << "hook 1 is let go"
        << "ls ended: terminal"
    ).ends()
    assert [ask.id for ask in story.view().asks] == ["ls again"]


def test_an_identical_later_call_is_told_apart_even_when_its_start_is_heard_late() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> starts(LS, "call 1")
        >> asked(LS, "hook 1")
        << "ls is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> late(0.015, starts(again, "call 2"))
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
        >> runs(LS, "call 1")
        << "hook 1 is let go"
        << "ls ended: terminal"
    ).ends()


def test_a_hook_that_has_an_answer_is_asked_about_no_more_when_its_call_is_heard_late() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> starts(LS, "call 1")
        >> asked(LS, "hook 1")
        << "ls is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook 2 gets allow"
        << "desk works"
        >> late(0.025, starts(again, "call 2"))
    ).ends()


def test_an_identical_later_call_is_told_apart_by_the_answer_to_the_first() -> None:
    again = an_ask("ls again", command="ls")
    (
        facing(LS, "hook 1")
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook 1 gets allow"
        << "desk works"
        >> printed("hook 1")
        >> asked(again, "hook 2")
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
        >> refused(LS, "call of ls", interrupted=True)
        << "ls ended: interrupted, unknown"
        << "answer was unknown: it was interrupted after the answer; it may have run"
    ).ends()


def test_an_identical_later_call_is_told_apart_by_the_end_of_the_first() -> None:
    again = an_ask("ls again", command="ls")
    (
        facing(LS, "hook 1")
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> late(0.015, runs(LS, "call of ls"))
        << "ls again is shown"
        << "hook 2 is kept"
        << "hook 1 is let go"
        << "ls ended: terminal"
        << "desk waits"
    ).ends()


def test_two_hooks_of_an_identical_later_call_are_told_apart_together() -> None:
    again, too = an_ask("ls again", command="ls"), an_ask("ls too", command="ls")
    (
        facing(LS, "hook 1")
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> asked(too, "hook 3")
        << "hook 3 is kept"
        >> late(0.025, runs(LS, "call of ls"))
        << "ls again is shown"
        << "hook 2 is kept"
        << "hook 3 is kept"
        << "hook 1 is let go"
        << "ls ended: terminal"
        << "desk waits"
    ).ends()


def test_a_hook_that_is_told_apart_late_replaces_nothing_that_was_asked_since() -> None:
    plan, again, too, newest = (
        an_ask(name, kind=Kind.PLAN, command="ship it")
        for name in ("plan", "again", "too", "newest")
    )
    (
        facing(plan, "hook 1")
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> asked(too, "hook 3")
        << "hook 3 is kept"
        >> answered(plan, "change", text="Smaller.")
        << "plan is shown"
        << "hook 3 gets change"
        << "desk works"
        >> printed("hook 3")
        >> after(0.5)
        >> asked(newest, "hook 4")
        << "newest is shown"
        << "hook 4 is kept"
        << "desk waits"
        >> late(0.555, starts(again, "call 2"))
        << "hook 2 is let go"
    ).ends()


def test_a_call_that_is_over_is_not_what_a_later_hook_asks_about() -> None:
    again = an_ask("ls again", command="ls")
    story = Story() >> asked(LS, "hook 1", started=0.02)
    for happened in (starts(LS, "call 1"), runs(LS, "call 1")):
        story = story.forget() >> happened
    (
        story.forget()
        >> asked(again, "hook 2")
        << "ls again is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_a_hook_that_arrives_after_its_call_is_over_asks_nobody() -> None:
    (
        Story()
        >> starts(LS, "call")
        >> runs(LS, "call")
        >> asked(LS, "hook", started=0.015)
        << "hook is let go"
    ).ends()


def test_a_hook_that_began_well_before_an_ask_is_about_an_earlier_call() -> None:
    again = an_ask("ls again", command="ls")
    (
        Story()
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> asked(again, "older hook", started=1.0)
        << "ls again is shown"
        << "older hook is kept"
    ).ends()


def test_a_second_hook_that_began_before_the_answer_waits_for_the_same_ask() -> None:
    again = an_ask("ls again", command="ls")
    (
        facing(LS, "hook 1")
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook 1 gets allow"
        << "desk works"
        >> asked(again, "hook 2", started=0.02)
        << "hook 2 is kept"
    ).ends()


def test_a_second_hook_of_an_ask_that_is_being_answered_waits_whatever_came_up_since() -> None:
    again, plan = an_ask("ls again", command="ls"), an_ask("plan", kind=Kind.PLAN)
    (
        facing(LS, "hook 1")
        >> answered(LS, "allow")
        << "ls is shown"
        << "hook 1 gets allow"
        << "desk works"
        >> asked(plan, "hook 3")
        << "plan is shown"
        << "hook 3 is kept"
        << "desk waits"
        >> asked(again, "hook 2", started=0.03)
        << "hook 2 is kept"
    ).ends()


def test_identical_calls_that_are_known_by_name_are_two_asks() -> None:
    first, second = (an_ask(f"ls {call}", command="ls", call=call) for call in ("a", "b"))
    (
        Story()
        >> asked(first, "hook 1")
        << "ls a is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> asked(second, "hook 2")
        << "ls b is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_a_second_hook_that_began_before_an_identical_call_is_not_about_it() -> None:
    again = an_ask("ls again", command="ls")
    (
        facing(LS, "hook 1")
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> starts(LS, "an identical call")
    ).ends()


def test_an_ask_that_was_told_apart_has_its_own_deadline() -> None:
    again = an_ask("ls again", command="ls", deadline=120.0)
    (
        facing(LS, "hook 1")
        >> asked(again, "hook 2")
        << "hook 2 is kept"
        >> late(0.015, runs(LS, "call of ls"))
        << "ls again is shown"
        << "hook 2 is kept"
        << "hook 1 is let go"
        << "ls ended: terminal"
        << "desk waits"
        >> after(120)
        << "hook 2 is let go"
        << "ls again ended: expired"
        << "desk works"
    ).ends()


def test_a_call_that_one_ask_is_known_to_be_about_is_not_what_another_asks_about() -> None:
    again, third = an_ask("ls again", command="ls"), an_ask("ls third", command="ls")
    story = facing(LS, "hook 1") >> asked(again, "hook 2")
    story = story.forget() >> late(0.015, starts(again, "call 2"))
    story = story.forget() >> runs(LS, "call of ls")
    story = story.forget() >> answered(again, "allow")
    (
        story.forget()
        >> asked(third, "hook 3")
        << "ls third is shown"
        << "hook 3 is kept"
        << "desk waits"
        >> runs(again, "call 2")
    ).ends()
    assert {ask.id for ask in story.view().asks} == {"ls again", "ls third"}


def test_permissions_do_not_replace_each_other_but_a_question_replaces_a_plan() -> None:
    plan, question = an_ask("plan", kind=Kind.PLAN), an_ask("question", kind=Kind.QUESTION)
    (
        Story()
        >> asked(plan, "hook 1")
        << "plan is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> asked(question, "hook 2")
        << "hook 1 is let go"
        << "plan ended: replaced"
        << "question is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_a_question_that_is_heard_of_late_replaces_nothing_that_came_after_it() -> None:
    plan, question = an_ask("plan", kind=Kind.PLAN), an_ask("question", kind=Kind.QUESTION)
    (facing(plan, "hook 1") >> asked(question, "hook 2", started=1.0) << "hook 2 is let go").ends()


def test_a_decision_of_a_subagent_replaces_nothing_of_the_main_thread() -> None:
    plan = an_ask("plan", kind=Kind.PLAN)
    theirs = an_ask("question", kind=Kind.QUESTION, subagent="helper")
    (
        Story()
        >> asked(plan, "hook 1")
        << "plan is shown"
        << "hook 1 is kept"
        << "desk waits"
        >> asked(theirs, "hook 2")
        << "question is shown"
        << "hook 2 is kept"
        << "desk waits"
    ).ends()


def test_notifications_and_done_replace_notifications_but_never_a_decision() -> None:
    told, done = an_ask("told", kind=Kind.NOTIFICATION), an_ask("done", kind=Kind.DONE)
    story = (
        Story()
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> asked(told)
        << "told is shown"
        >> asked(done)
        << "told ended: replaced"
        << "done is shown"
    )
    story.ends()
    assert [ask.id for ask in story.view().asks] == ["ls", "done"]


def test_a_new_prompt_makes_old_news_of_what_the_last_turn_left() -> None:
    done = an_ask("done", kind=Kind.DONE)
    (Story() >> asked(done) << "done is shown" >> prompted() << "done ended: replaced").ends()


def test_whoever_is_brought_to_its_terminal_hears_so_although_a_prompt_came_meanwhile() -> None:
    look = an_ask("look", kind=Kind.FALLBACK)
    (
        Story()
        >> asked(look)
        << "look is shown"
        << "desk waits"
        >> answered(look, "focus")
        << "look is shown"
        << "focus is carried to look"
        << "desk works"
        >> prompted()
        >> delivered("answer", Outcome.ACCEPTED)
        << "look ended: terminal, accepted"
        << "answer was accepted"
    ).ends()


def test_trying_again_brings_the_prompt_that_makes_it_old_news() -> None:
    failed = an_ask("failed", kind=Kind.FAILURE)
    (
        Story()
        >> asked(failed)
        << "failed is shown"
        >> answered(failed, "retry")
        << "failed is shown"
        << "retry is carried to failed"
        >> prompted()
        >> delivered("answer", Outcome.ACCEPTED)
        << "failed ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_a_prompt_that_is_older_than_the_news_replaces_nothing() -> None:
    done = an_ask("done", kind=Kind.DONE)
    (Story() >> asked(done) << "done is shown" >> late(1.0, prompted())).ends()


@pytest.mark.parametrize("kind", [Kind.DONE, Kind.NOTIFICATION, Kind.FAILURE])
def test_news_of_the_last_turn_is_only_history_where_a_prompt_overtook_it(kind: Kind) -> None:
    news = an_ask("news", kind=kind)
    (Story() >> prompted() >> asked(news, started=1.0) << "news ended: replaced").ends()


def test_what_was_told_before_the_end_of_a_turn_and_heard_after_it_is_in_the_history() -> None:
    told, done = an_ask("told", kind=Kind.NOTIFICATION), an_ask("done", kind=Kind.DONE)
    story = Story() >> asked(done) << "done is shown" >> asked(told, started=1.0)
    (story << "told ended: replaced").ends()
    assert [ask.id for ask in story.view().asks] == ["done"]


def test_a_late_prompt_takes_nothing_back_of_a_later_one() -> None:
    done = an_ask("done", kind=Kind.DONE)
    (
        Story()
        >> prompted()
        >> late(9.0, prompted())
        >> asked(done, started=1.0)
        << "done ended: replaced"
    ).ends()


def test_a_decision_counts_though_a_later_prompt_overtook_it() -> None:
    (
        Story()
        >> prompted()
        >> asked(LS, "hook", started=1.0)
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
    ).ends()


def test_a_hook_that_is_gone_leaves_its_ask() -> None:
    (
        Story()
        >> asked(LS, "hook")
        << "ls is shown"
        << "hook is kept"
        << "desk waits"
        >> breaks("hook")
    ).ends()
