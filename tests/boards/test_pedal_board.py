from dataclasses import replace

from tests.boards.scenes import CRITICAL, ONE, PLAN, permission, scene_of

from quarterdeck.boards.board import Key
from quarterdeck.boards.models import PEDAL
from quarterdeck.boards.pedal_board import pedal_board
from quarterdeck.boards.waiting import waiting_of
from quarterdeck.domain.actions import Interrupt
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.meanings import Act, Choose, Means, Step, StopAll


def pedals(*asks: Ask) -> list[Means | None]:
    scene = scene_of(*asks, model=PEDAL)
    return [meant(key) for key in pedal_board(scene, waiting_of(scene)).keys]


def meant(key: Key) -> Means | None:
    return key.press.means if key.press else None


def test_a_pedal_steps_denies_and_stops() -> None:
    older = replace(permission(name="older"), opened=0.0)
    assert pedals(CRITICAL, older) == [
        Step(AskId("older")),
        Choose(CRITICAL.id, "deny"),
        Act(CRITICAL.session, Interrupt()),
    ]


def test_it_refuses_in_the_way_of_each_kind_and_not_where_that_needs_a_text() -> None:
    assert pedals(ONE)[1] == Choose(ONE.id, "cancel")
    assert pedals(PLAN)[1] is None


def test_with_nothing_waiting_only_holding_the_last_does_something() -> None:
    scene = scene_of(model=PEDAL)
    keys = pedal_board(scene, None).keys
    assert [meant(key) for key in keys] == [None, None, None]
    assert keys[2].hold
    assert keys[2].hold.means == StopAll()
