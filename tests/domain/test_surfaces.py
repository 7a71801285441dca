"""Faces: each names what it shows, so that a press means that and nothing else."""

from dataclasses import replace

from tests.stories.happened import CLI, an_ask

from quarterdeck.domain.choices import ALLOW, DENY
from quarterdeck.domain.ids import AskId, SurfaceId
from quarterdeck.domain.meanings import Choose
from quarterdeck.domain.surfaces import Profile, Surface, face_of

LS, PWD = an_ask("ls"), an_ask("pwd")


def test_a_face_is_the_same_as_long_as_run_ask_choice_and_look_are() -> None:
    face = face_of("run", LS, ALLOW, look="red")
    assert face == face_of("run", LS, ALLOW, look="red")
    assert face.means == Choose(LS.id, "allow")


def test_another_run_ask_choice_or_look_makes_another_face() -> None:
    faces = {
        face_of("run", LS, ALLOW, look="red").id,
        face_of("run 2", LS, ALLOW, look="red").id,
        face_of("run", PWD, ALLOW, look="red").id,
        face_of("run", LS, DENY, look="red").id,
        face_of("run", LS, ALLOW, look="blue").id,
    }
    assert len(faces) == 5


def test_what_is_moved_from_one_part_to_the_next_is_another_face() -> None:
    long = replace(LS, id=AskId(LS.id + ALLOW.id))
    bare = replace(ALLOW, id="")
    assert face_of("run", long, bare).id != face_of("run", LS, ALLOW).id


def test_a_surface_is_present_for_ten_seconds_after_it_acknowledged() -> None:
    surface = Surface(SurfaceId("deck"), Profile("deck", hold=True), CLI, 100.0, {}, {})
    assert surface.is_present(110.0)
    assert not surface.is_present(110.1)
    assert not replace(surface, seen=None).is_present(100.0)
