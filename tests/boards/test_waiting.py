from dataclasses import replace

from tests.boards.scenes import DONE, permission, scene_of

from quarterdeck.boards.models import MK2, NEO, PLUS
from quarterdeck.boards.waiting import dials_of, waiting_of
from quarterdeck.domain.agenda import Order
from quarterdeck.domain.board_state import BoardState
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.meanings import Step, Turn

OLD, NEW = permission(name="old", opened=1.0), permission(name="new", opened=2.0)
TURN = Turn(None, 0), Turn(None, 1)
STEPS = Step(AskId("old")), Step(AskId("new"))


def test_the_newest_decision_is_shown_first_unless_another_order_is_wanted() -> None:
    waiting = waiting_of(scene_of(OLD, NEW, DONE))
    assert waiting
    assert [ask.id for ask in waiting.asks] == ["new", "old", "a1"]
    oldest = waiting_of(replace(scene_of(OLD, NEW), order=Order.OLDEST))
    assert oldest
    assert oldest.shown.id == "old"


def test_what_the_person_stepped_to_stays_until_it_is_over() -> None:
    state = BoardState(at=AskId("old"))
    there = waiting_of(scene_of(OLD, NEW, state=state))
    assert there
    assert (there.shown.id, there.count) == ("old", "2/2")
    gone = waiting_of(scene_of(NEW, state=state))
    assert gone
    assert (gone.shown.id, gone.count) == ("new", "")


def test_stepping_goes_round_in_both_directions() -> None:
    waiting = waiting_of(scene_of(OLD, NEW))
    assert waiting
    assert waiting.sides == (Step(AskId("old")), Step(AskId("old")))
    alone = waiting_of(scene_of(OLD))
    assert alone
    assert alone.sides is None


def test_the_key_that_steps_gives_way_to_choices() -> None:
    waiting = waiting_of(scene_of(OLD, NEW))
    assert waiting
    taken = ((), (10,), (0, 10), range(15))
    places = [waiting.key(scene_of(model=MK2), keys) for keys in taken]
    assert [place and place[0] for place in places] == [10, 0, 11, None]


def test_nothing_waits() -> None:
    assert waiting_of(scene_of()) is None


def test_the_first_dial_scrolls_the_second_steps_and_a_push_means_nothing() -> None:
    dials, touch = dials_of(scene_of(model=PLUS), TURN, STEPS)
    meant = [(d.left and d.left.means, d.right and d.right.means) for d in dials]
    assert meant == [TURN, STEPS, (None, None), (None, None)]
    assert touch == ()


def test_touch_keys_step_back_and_forth() -> None:
    _, touch = dials_of(scene_of(model=NEO), TURN, STEPS)
    assert [key.left and key.left.means for key in touch] == list(STEPS)
