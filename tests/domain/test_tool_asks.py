"""What an agent asks through a tool of ours: it ends with the call that asks it."""

from dataclasses import replace

from tests.stories.happened import (
    DESK,
    after,
    an_answer,
    an_ask,
    answered,
    asked,
    breaks,
    cleared,
    printed,
    process_ends,
    prompted,
    registry,
    terminated,
    turn_ends,
)
from tests.stories.story import BEGIN, Story
from tests.stories.test_restart import SESSION

from quarterdeck.domain.ask_bodies import Kind, Note, Option, Question, Questions
from quarterdeck.domain.asks import Answer, Ask, FromTool
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.ids import AskId, RequestId
from quarterdeck.domain.journal import Remembered
from quarterdeck.domain.states import State

RED_OR_BLUE = Question("Which?", "", (Option("red", "", ""), Option("blue", "", "")), False)
PICK = {"Which?": "blue"}


def a_question(
    name: str, question: Question = RED_OR_BLUE, *, deadline: float | None = None
) -> Ask:
    origin = FromTool(digest=question.text, body=Questions((question,)))
    return Ask(
        id=AskId(name),
        session=DESK,
        title=name,
        text="",
        origin=origin,
        opened=0.0,
        deadline=deadline,
        ended=None,
    )


def a_note(name: str) -> Ask:
    origin = FromTool(digest=name, body=Note(Kind.NOTIFICATION))
    return replace(a_question(name), origin=origin)


COLOUR = a_question("colour")


def asking(ask: Ask = COLOUR) -> Story:
    story = Story()
    (
        story
        >> asked(ask, "call", Keep.CALL)
        << f"{ask.id} is shown"
        << "call is kept"
        << "desk waits"
    ).ends()
    return story


def test_the_answer_is_accepted_once_the_call_took_it() -> None:
    (
        asking()
        >> answered(COLOUR, "submit", answers=PICK)
        << "colour is shown"
        << "call gets submit"
        << "desk works"
        >> printed("call")
        << "colour ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_of_two_answers_only_the_first_is_sent() -> None:
    (
        asking()
        >> answered(COLOUR, "submit", answers=PICK)
        << "colour is shown"
        << "call gets submit"
        << "desk works"
        >> answered(COLOUR, "cancel", "second")
        << "second is refused: answered"
    ).ends()


def test_an_answer_whose_connection_broke_is_unknown() -> None:
    (
        asking()
        >> answered(COLOUR, "submit", answers=PICK)
        << "colour is shown"
        << "call gets submit"
        << "desk works"
        >> breaks("call")
        >> after(6)
        << "colour ended: answered, unknown"
        << "answer was unknown: the agent gave no sign that it took the answer"
    ).ends()


def test_an_answer_to_what_was_withdrawn_meanwhile_is_not_delivered() -> None:
    (
        asking()
        >> answered(COLOUR, "submit", answers=PICK)
        << "colour is shown"
        << "call gets submit"
        << "desk works"
        >> terminated("call")
        << "colour ended: interrupted, not_delivered"
        << "answer was not_delivered: the agent withdrew its question before the answer arrived"
    ).ends()


def test_a_question_that_the_agent_withdraws_is_over() -> None:
    (asking() >> terminated("call") << "colour ended: interrupted" << "desk works").ends()


def test_a_question_ends_with_its_time() -> None:
    short = a_question("short", deadline=60.0)
    story = asking(short)
    story >> after(61)
    story << "call is let go" << "short ended: expired" << "desk works"
    story.ends()


def test_nothing_that_happens_at_the_terminal_ends_it() -> None:
    story = asking() >> turn_ends() >> cleared() >> registry(State.WORKING) >> after(5)
    story.forget()
    assert [ask.id for ask in story.view().asks] == ["colour"]


def test_it_ends_with_its_agent() -> None:
    story = asking() >> process_ends()
    story << "call is let go" << "colour ended: gone" << "desk is ended"
    story.ends()


def test_two_questions_at_once_stand_side_by_side() -> None:
    other = a_question("other", replace(RED_OR_BLUE, text="How many?"))
    story = asking() >> asked(other, "second", Keep.CALL)
    story << "other is shown" << "second is kept" << "desk waits"
    story >> answered(other, "submit", answers={"How many?": "red"})
    story.forget()
    story >> printed("second") << "other ended: answered, accepted" << "answer was accepted"
    story.ends()
    assert [ask.id for ask in story.view().asks] == ["colour"]


def test_the_same_question_of_two_calls_is_asked_twice() -> None:
    story = asking() >> asked(a_question("again"), "second", Keep.CALL)
    story.forget()
    assert {ask.id for ask in story.view().asks} == {"colour", "again"}


def test_a_permission_leaves_it_alone() -> None:
    story = asking() >> asked(an_ask("ls"), "hook")
    story.forget()
    assert {ask.id for ask in story.view().asks} == {"colour", "ls"}


# A connection that breaks


def test_a_question_that_is_asked_again_attaches_to_the_one_that_lost_its_call() -> None:
    (
        asking()
        >> breaks("call")
        >> asked(a_question("again"), "second", Keep.CALL)
        << "second is kept"
        >> answered(COLOUR, "submit", answers=PICK)
        << "colour is shown"
        << "second gets submit"
        << "desk works"
        >> after(60)
    ).ends()


def test_what_one_of_two_calls_withdraws_stays_for_the_other() -> None:
    (
        asking()
        >> breaks("call")
        >> asked(a_question("again"), "second", Keep.CALL)
        << "second is kept"
        >> asked(COLOUR, "call", Keep.CALL)
        << "call is kept"
        >> terminated("second")
        >> answered(COLOUR, "submit", answers=PICK)
        << "colour is shown"
        << "call gets submit"
        << "desk works"
        >> printed("call")
        << "colour ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_while_nobody_waits_an_answer_is_refused_and_no_key_is_pressed() -> None:
    story = asking() >> breaks("call") >> answered(COLOUR, "submit", answers=PICK)
    (story << "answer is refused: not_connected").ends()


def test_an_agent_that_does_not_come_back_wants_nothing_any_more() -> None:
    story = asking() >> breaks("call") >> after(61)
    (story << "colour ended: gone" << "desk works").ends()


# A daemon that restarts


def back(*answers: Answer) -> Story:
    ask = replace(COLOUR, opened=BEGIN - 60)
    call = Channel(RequestId("call"), ask.id, Keep.CALL, BEGIN - 60)
    return Story(remembered=Remembered((SESSION,), (ask,), (call,), answers))


def test_after_a_restart_the_call_comes_back_to_its_question() -> None:
    (
        back()
        >> asked(COLOUR, "call", Keep.CALL)
        << "call is kept"
        >> answered(COLOUR, "submit", answers=PICK)
        << "colour is shown"
        << "call gets submit"
        << "desk works"
        >> printed("call")
        << "colour ended: answered, accepted"
        << "answer was accepted"
    ).ends()


def test_after_a_restart_the_same_question_of_a_new_call_attaches() -> None:
    story = back() >> asked(a_question("again"), "another", Keep.CALL)
    (story << "another is kept").ends()
    assert [ask.id for ask in story.view().asks] == ["colour"]


def test_an_answer_that_was_not_taken_before_the_restart_is_given_again() -> None:
    given = replace(an_answer(COLOUR, "submit"), at=BEGIN - 1, answers=PICK)
    (
        back(given)
        >> asked(COLOUR, "call", Keep.CALL)
        << "call gets submit"
        >> printed("call")
        << "colour ended: answered, accepted"
        << "answer was accepted"
        << "desk works"
    ).ends()


def test_after_a_restart_a_call_that_stays_away_is_given_up() -> None:
    story = back() >> after(61)
    (story << "colour ended: gone" << "desk works").ends()


# Messages


def test_a_message_stays_when_the_turn_ends_and_gives_way_to_the_next_one() -> None:
    story = Story() >> asked(a_note("first"))
    story << "first is shown"
    story >> asked(an_ask("done", kind=Kind.DONE)) << "done is shown"
    story >> asked(a_note("second")) << "first ended: replaced" << "second is shown"
    story.ends()


def test_a_new_prompt_makes_a_message_old_news() -> None:
    story = Story() >> asked(a_note("first")) << "first is shown"
    (story >> prompted() << "first ended: replaced").ends()
