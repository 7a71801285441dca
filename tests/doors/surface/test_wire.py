"""What surfaces say is understood, or refused with a sentence."""

import json

import pytest
from tests.stories.happened import RUN, an_ask

from quarterdeck.boards.drawing import Encoding, KeySurface
from quarterdeck.boards.models import MODELS
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AskId, FaceId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.surfaces import Eyes, Profile, face_of
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.doors.surface.wire import (
    LONGEST,
    Down,
    Hello,
    Hidden,
    Message,
    Press,
    Shown,
    ask_message,
    read,
)

PAGE = {"kind": "page", "hold": True}
PEDAL = {"kind": "deck", "model": "pedal"}
KEYS = KeySurface(MODELS["pedal"], Encoding(), Encoding())


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            {"type": "hello", "v": 1, "ticket": "t", "profile": PAGE},
            Hello("t", "", Profile("page", hold=True)),
        ),
        (
            {"type": "hello", "v": 1, "token": "s", "profile": {"kind": "deck"}},
            Hello("", "s", Profile("deck", hold=False)),
        ),
        (
            {"type": "hello", "v": 1, "profile": PEDAL},
            Hello("", "", Profile("deck", hold=False, eyes=Eyes.LIKELY), KEYS),
        ),
        (
            {"type": "hello", "v": 1, "profile": {**PEDAL, "emulated": True}},
            Hello("", "", Profile("deck", hold=False, eyes=Eyes.NONE), KEYS),
        ),
        ({"type": "shown", "n": 3, "asks": ["ls"]}, Shown(3, (AskId("ls"),))),
        ({"type": "shown", "n": 3}, Shown(3, ())),
        ({"type": "hidden"}, Hidden()),
        ({"type": "down", "face": "f"}, Down(FaceId("f"))),
        ({"type": "press", "id": "1", "face": "f"}, Press("1", FaceId("f"), None, "", {})),
        (
            {"type": "press", "id": "1", "face": "f", "text": "no", "answers": {"Which?": ["a"]}},
            Press("1", FaceId("f"), None, "no", {"Which?": ("a",)}),
        ),
        (
            {"type": "up", "id": "1", "face": "f", "held": 1200},
            Press("1", FaceId("f"), 1.2, "", {}),
        ),
    ],
)
def test_each_message_is_understood(said: dict[str, object], meant: Message) -> None:
    assert read(json.dumps(said)) == meant


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("NaN", "not JSON"),
        ('"\\ud800"', "not JSON"),
        ("[]", "must be a JSON object"),
        ("{}", "no message of the type None"),
        ('{"type": "sing"}', "no message of the type 'sing'"),
        ('{"type": "hello", "v": 2}', "speaks version 1"),
        ('{"type": "hello", "v": 1}', "'profile' must say"),
        (
            '{"type": "hello", "v": 1, "profile": {"kind": "a", "emulated": 1}}',
            "'profile.emulated' must be true or false",
        ),
        (
            '{"type": "hello", "v": 1, "profile": {"kind": "a b"}}',
            "'profile.kind' must be one word",
        ),
        (
            '{"type": "hello", "v": 1, "profile": {"kind": "a", "hold": 1}}',
            "'profile.hold' must be",
        ),
        (
            '{"type": "hello", "v": 1, "profile": {"kind": "a", "fetches": "no"}}',
            "'profile.fetches' must be",
        ),
        ('{"type": "hello", "v": 1, "profile": {"kind": "a"}, "token": 1}', "must be a string"),
        ('{"type": "shown"}', "'n' must be"),
        ('{"type": "shown", "n": true}', "'n' must be"),
        ('{"type": "shown", "n": 1, "asks": [1]}', "'asks' must list"),
        ('{"type": "down"}', "'face' must be a string"),
        ('{"type": "press", "face": "f"}', "'id' must be a string"),
        ('{"type": "press", "id": "1", "face": "f", "text": 1}', "'text' must be a string"),
        ('{"type": "press", "id": "1", "face": "f", "answers": 1}', "'answers' must map"),
        ('{"type": "up", "id": "1", "face": "f"}', "'held' must be a number"),
        ('{"type": "up", "id": "1", "face": "f", "held": true}', "'held' must be a number"),
        ('{"type": "up", "id": "1", "face": "f", "held": -1}', "'held' must be a number"),
        (" " * (LONGEST + 1), "at most"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(said: str, why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        read(said)


def test_an_ask_says_what_can_be_pressed_what_must_be_held_and_how_long_it_is_guarded() -> None:
    ask = an_ask("drop", level=Level.CRITICAL)
    faces = tuple(face_of(RUN, ask, choice) for choice in ask.choices)
    message = ask_message(ask, {"id": "drop"}, faces, Guards(0.5, 0.0, 1.0))
    assert message == {
        "type": "ask",
        "ask": {
            "id": "drop",
            "faces": [
                {"choice": "allow", "face": faces[0].id, "hold": True},
                {"choice": "always", "face": faces[1].id, "hold": True},
                {"choice": "deny", "face": faces[2].id, "hold": False},
                {"choice": "deny_stop", "face": faces[3].id, "hold": False},
            ],
            "guard_ms": 500,
        },
    }
