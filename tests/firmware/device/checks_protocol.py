"""The messages of the surface protocol."""

import json

import protocol
from protocol import Nonsense

ID = "0f" * 16


def board(**other):
    key = {"key": 0, "picture": ID, "press": "face", "hold": None}
    return dict({"type": "board", "n": 7, "keys": [key] * 4, "hold_ms": 900}, **other)


def refused(read, said):
    try:
        read(said)
    except Nonsense:
        return True
    return False


def check_hello_says_what_we_can_do():
    said = json.loads(protocol.hello("secret", "desk-1", ""))
    assert said["type"] == "hello" and said["v"] == 1 and said["token"] == "secret"
    profile = said["profile"]
    assert profile["hold"] is True
    assert (profile["columns"], profile["rows"], profile["key"]) == (4, 1, [128, 128])
    assert profile["picture"] == {"format": "rgb565"}


def check_hello_says_to_which_session_we_belong():
    assert "session" not in json.loads(protocol.hello("secret", "desk-1", ""))
    assert json.loads(protocol.hello("secret", "desk-1", "s1"))["session"] == "s1"


def check_a_session_is_read():
    said = {"type": "bound", "session": {"id": "s1", "name": "a name that is far too long"}}
    assert protocol.bound(said) == ("s1", "a name that is f")
    assert protocol.bound({"type": "bound", "session": None}) == ("", "")
    for session in ("s1", [], {}, {"id": 7}, {"id": "x" * 81}):
        assert refused(protocol.bound, {"type": "bound", "session": session}), session


def check_a_board_says_whose_it_is():
    assert protocol.board(board()).session == ""
    assert protocol.board(board(session=None)).session == ""
    assert protocol.board(board(session="s1")).session == "s1"
    assert refused(protocol.board, board(session=["s1"]))


def check_a_board_is_read():
    found = protocol.board(board())
    assert (found.number, found.hold_ms, found.brightness) == (7, 900, 100)
    assert found.keys[0] == (ID, "face", None)
    assert found.pictures() == (ID,) * 4


def check_boards_that_are_none_are_refused():
    keys = board()["keys"]
    for other in (
        {"keys": keys[:3]},
        {"keys": None},
        {"keys": [None] * 4},
        {"n": "7"},
        {"n": None},
        {"n": True},
        {"hold_ms": "long"},
        {"keys": [{"picture": "../../boot.py"}] * 4},
        {"keys": [{"picture": ID.upper()}] * 4},
        {"keys": [{"picture": 3}] * 4},
        {"keys": [{"press": "x" * 81}] * 4},
        {"keys": [{"press": ""}] * 4},
        {"keys": [{"hold": 1}] * 4},
    ):
        assert refused(protocol.board, board(**other)), other


def check_frames_are_for_keys_that_there_are():
    assert protocol.frame({"key": 3, "picture": ID}) == (3, ID)
    for said in ({"key": 4, "picture": ID}, {"key": -1, "picture": ID}, {"key": 1}, {}):
        assert refused(protocol.frame, said), said


def check_what_is_no_message_is_refused():
    for text in ("", "nonsense", "[]", "3", "{}", '{"type": 3}', "[" * 50):
        assert refused(protocol.read, text), text


def check_what_is_let_go_says_how_long_only_if_it_was_held():
    assert json.loads(protocol.let_go("press", 3, "f", 0)) == {
        "type": "press",
        "id": "3",
        "face": "f",
    }
    said = json.loads(protocol.let_go("up", 4, "f", 1200))
    assert said == {"type": "up", "id": "4", "face": "f", "held": 1200}


def check_the_short_messages():
    assert json.loads(protocol.shown(7)) == {"type": "shown", "n": 7}
    assert json.loads(protocol.down("f")) == {"type": "down", "face": "f"}
    assert json.loads(protocol.health("")) == {"type": "health", "text": ""}
