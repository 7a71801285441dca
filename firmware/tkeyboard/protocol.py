"""The surface protocol's messages: what we say, and what we take of what is said to us."""

import json

VERSION = 1
KEYS = 4
LONGEST = 8192  # bytes of a message
LONGEST_NAME = 80  # characters of a face or an id
SHOWN = 16  # characters in a line of a key

_HEX = "0123456789abcdef"


class Nonsense(Exception):
    """A message that makes no sense; it is left out."""


def hello(token: str, device: str, session: str) -> str:
    """Who we are, what we can do, and to which session we belong; empty: to all."""
    profile = {
        "kind": "keyboard",
        "hold": True,
        "columns": KEYS,
        "rows": 1,
        "key": [128, 128],
        "picture": {"format": "rgb565"},
        "id": device,
        "title": "T-Keyboard",
    }
    said = {"type": "hello", "v": VERSION, "token": token, "profile": profile}
    if session:
        said["session"] = session
    return json.dumps(said)


def shown(number: int) -> str:
    """This board is on the keys."""
    return json.dumps({"type": "shown", "n": number})


def down(face: str) -> str:
    """A face went down."""
    return json.dumps({"type": "down", "face": face})


def let_go(kind: str, number: int, face: str, held: int) -> str:
    """A face was let go."""
    said = {"type": kind, "id": str(number), "face": face}
    if kind == "up":
        said["held"] = held
    return json.dumps(said)


def health(text: str) -> str:
    """What is wrong with us; empty if all is well."""
    return json.dumps({"type": "health", "text": text})


class Board:
    """What four keys show and mean."""

    def __init__(
        self, number: int, session: str, keys: list, brightness: int, hold_ms: int
    ) -> None:
        self.number = number
        self.session = session  # whose it is; empty where it is nobody's alone
        self.keys = keys  # for each (picture, press, hold), any of which may be None
        self.brightness = brightness
        self.hold_ms = hold_ms

    def pictures(self) -> tuple:
        """The ids of its pictures."""
        return tuple(picture for picture, _, _ in self.keys if picture)


def read(text: str) -> dict:
    """A message; raises Nonsense."""
    try:
        said = json.loads(text)
    except ValueError:
        raise Nonsense("no JSON")
    if not isinstance(said, dict) or not isinstance(said.get("type"), str):
        raise Nonsense("no type")
    return said


def board(said: dict) -> Board:
    """The board in a message; raises Nonsense."""
    keys = said.get("keys")
    if not isinstance(keys, list) or len(keys) != KEYS:
        raise Nonsense("a board with other keys than ours")
    return Board(
        _number(said, "n", 0),
        session_id(said.get("session") or ""),
        [_key(key) for key in keys],
        min(100, _number(said, "brightness", 100)),
        _number(said, "hold_ms", 1000),
    )


def bound(said: dict) -> tuple:
    """The id and the name of the session that we belong to now; raises Nonsense."""
    session = said.get("session")
    if session is None:
        return "", ""
    if not isinstance(session, dict):
        raise Nonsense("no session")
    return session_id(session.get("id")), short(session.get("name"))


def session_id(value) -> str:
    """The id of a session; raises Nonsense."""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise Nonsense("no id of a session")
    return value


def short(value) -> str:
    """As much of a name as a key can show."""
    return value[:SHOWN] if isinstance(value, str) else ""


def frame(said: dict) -> tuple:
    """The key and the picture in a message; raises Nonsense."""
    key, picture = _number(said, "key", -1), picture_id(said.get("picture"))
    if not 0 <= key < KEYS or picture is None:
        raise Nonsense("a frame for no key")
    return key, picture


def picture_id(value):
    """A picture's id, which is also a file's name; None stays None; raises Nonsense."""
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != 32 or any(c not in _HEX for c in value):
        raise Nonsense("no id of a picture")
    return value


def _key(key) -> tuple:
    if not isinstance(key, dict):
        raise Nonsense("no key")
    return picture_id(key.get("picture")), _face(key.get("press")), _face(key.get("hold"))


def _face(value):
    if value is not None and (not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME):
        raise Nonsense("no face")
    return value


def _number(said: dict, name: str, default: int) -> int:
    value = said.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Nonsense("no number")
    return value
