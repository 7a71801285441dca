from dataclasses import replace

from tests.boards.scenes import API, permission, scene_of

from quarterdeck.boards.board import Key, filled
from quarterdeck.boards.looks import Look
from quarterdeck.boards.models import MINI
from quarterdeck.domain.actions import Focus
from quarterdeck.domain.meanings import Act, Choose

LOOK = Look(title="Allow")
ALLOW = Choose(permission().id, "allow")


def test_another_run_place_meaning_or_look_makes_another_face() -> None:
    scene = scene_of(permission())
    ids = [
        scene.face("5", ALLOW, LOOK).id,
        replace(scene, run="another").face("5", ALLOW, LOOK).id,
        scene.face("4", ALLOW, LOOK).id,
        scene.face("5", Choose(permission().id, "deny"), LOOK).id,
        scene.face("5", ALLOW, Look(title="Always")).id,
    ]
    assert len(set(ids)) == 5


def test_what_only_grows_older_is_the_same_face() -> None:
    scene, act = scene_of(), Act(API, Focus())
    faces = [scene.face("0", act, replace(LOOK, since=age)) for age in (1.0, 2.0)]
    assert faces[0] == faces[1]


def test_a_press_and_a_hold_of_one_key_are_two_faces() -> None:
    key = scene_of().key(0, LOOK, ALLOW, Choose(permission().id, "always"))
    assert key.press
    assert key.hold
    assert key.press.id != key.hold.id


def test_a_board_has_every_key_of_its_model() -> None:
    keys = filled(MINI, {4: Key(LOOK)}, lambda place: Key(Look(title=str(place))))
    assert [key.look.title for key in keys] == ["0", "1", "2", "3", "Allow", "5"]


def test_an_ask_of_an_unknown_session_has_the_first_colour() -> None:
    assert replace(scene_of(), sessions=()).colour_of(permission()) == 0
