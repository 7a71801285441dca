"""How far an answer can come, and how it ends: the table, and those who follow it."""

from dataclasses import replace

import pytest
from tests.stories.happened import an_answer, an_ask

from quarterdeck.domain.asks import How
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.sent_answers import (
    HEARD_WITHIN,
    NEXT,
    OUTCOMES,
    DialogState,
    SentAnswer,
    Stage,
    Step,
    restored,
    written,
)

LS = an_ask("ls")
ALLOW = an_answer(LS, "allow")
HOOK = Channel(RequestId("hook"), LS.id, Keep.GATE, 0.0)
ENDS = {Stage.ACCEPTED, Stage.OVERRULED, Stage.FAILED, Stage.DOUBTFUL}

HANDED = written(ALLOW, 10.0).on(HOOK)
CARRIED = written(ALLOW, 10.0).by_keys()
PRINTED = HANDED.printed(11.0)
RETURNING = restored(ALLOW, Keep.GATE)
UNTOLD = restored(replace(ALLOW, by_hand=True), Keep.GATE)
ON_THEIR_WAY = [HANDED, PRINTED, CARRIED, RETURNING, UNTOLD]


def reachable(stage: Stage) -> set[Stage]:
    """Every stage that can follow one."""
    found, seen = {stage}, set[Stage]()
    while found - seen:
        seen |= found
        found |= {after for (before, _), after in NEXT.items() if before in seen}
    return found - {stage}


def test_every_stage_can_be_reached_and_every_answer_comes_to_an_end() -> None:
    assert reachable(Stage.WRITTEN) == set(Stage) - {Stage.WRITTEN}
    for stage in set(Stage) - ENDS:
        assert reachable(stage) & ENDS, stage


def test_only_doubt_can_turn_into_knowledge_after_the_end() -> None:
    assert reachable(Stage.DOUBTFUL) == {Stage.ACCEPTED, Stage.OVERRULED}
    for end in ENDS - {Stage.DOUBTFUL}:
        assert not reachable(end)


def test_nothing_is_accepted_for_having_been_sent() -> None:
    steps = {step for (_, step), after in NEXT.items() if after is Stage.ACCEPTED}
    assert steps == {Step.AGREES, Step.KEYS_WORKED, Step.DISMISSES}


def test_while_keys_may_yet_be_pressed_no_evidence_calls_an_answer_undelivered() -> None:
    assert (Stage.CARRIED, Step.DISAGREES) not in NEXT


@pytest.mark.parametrize("sent", ON_THEIR_WAY, ids=lambda sent: sent.stage)
def test_an_answer_that_outlives_the_daemon_goes_on_where_the_table_says(sent: SentAnswer) -> None:
    by_hand = sent.stage in (Stage.CARRIED, Stage.UNTOLD)
    again = restored(replace(sent.answer, by_hand=by_hand), None)
    assert again.stage is NEXT[sent.stage, Step.RESTART]


def test_an_end_has_its_outcome_unless_whoever_brought_it_names_one() -> None:
    assert set(OUTCOMES) == ENDS - {Stage.FAILED}


def test_a_step_that_the_table_does_not_know_cannot_be_taken() -> None:
    for impossible in (CARRIED.by_keys, PRINTED.by_keys):
        with pytest.raises(KeyError):
            impossible()
    with pytest.raises(KeyError):
        UNTOLD.back_on(HOOK, 12.0, alone=True)


def test_an_answer_that_was_printed_is_not_printed_again() -> None:
    assert PRINTED.printed(99.0) == PRINTED
    assert CARRIED.printed(99.0) == CARRIED


def test_a_hook_that_comes_back_alone_starts_afresh() -> None:
    alone = RETURNING.back_on(HOOK, 12.0, alone=True)
    assert (alone.stage, alone.hook, alone.sent) == (Stage.HANDED, "hook", 12.0)
    one_of_two = RETURNING.back_on(HOOK, 12.0, alone=False)
    assert (one_of_two.stage, one_of_two.sent) == (Stage.HANDED, ALLOW.at)


def test_an_agent_can_have_acted_only_on_what_was_printed() -> None:
    for sent in (HANDED, CARRIED, RETURNING, UNTOLD):
        assert not sent.reached(99.0)
    assert PRINTED.reached(11.0 - HEARD_WITHIN)
    assert not PRINTED.reached(10.8)
    assert not HANDED.printed(10.0).reached(9.95)  # it was sent at ten


def test_only_the_hook_that_has_an_answer_hides_its_dialog() -> None:
    assert [sent.hides_dialog for sent in ON_THEIR_WAY] == [True, True, False, True, False]
    assert [sent.hook for sent in ON_THEIR_WAY] == ["hook", "hook", None, None, None]


def test_that_its_call_ran_says_more_than_that_its_dialog_left() -> None:
    left = HANDED.seeing(DialogState.LEFT)
    assert left.dialog is DialogState.LEFT
    assert left.seeing(DialogState.RAN).seeing(DialogState.LEFT).dialog is DialogState.RAN


def test_a_dialog_left_as_it_was_first_seen_to_leave() -> None:
    one, other = DialogState.LEFT, DialogState.INTERRUPTED
    assert HANDED.seeing(one).seeing(other).dialog is one
    assert HANDED.seeing(other).seeing(one).dialog is other


def test_a_dialog_that_is_over_says_how_its_ask_ended() -> None:
    assert [dialog.how for dialog in DialogState] == [
        None,
        How.TERMINAL,
        How.INTERRUPTED,
        How.TERMINAL,
    ]


def test_nobody_listens_to_keys_for_an_ask_that_ended() -> None:
    assert CARRIED.given_up().stage is Stage.UNTOLD
    assert PRINTED.given_up() == PRINTED
