"""The surface protocol as a deck speaks it: messages in, messages out. No I/O."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.surfaces.streamdeck.glass import STRIP, Place

VERSION = 1
KEPT = 256  # pictures
ID_LENGTH = 16


class Nonsense(Exception):
    """What the daemon said makes no sense; the message says why."""


@dataclass(frozen=True, slots=True)
class Faces:
    """What a place means: pressed, and held."""

    press: str | None = None
    hold: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """Each of them, once."""
        return tuple(face for face in (self.press, self.hold) if face)


@dataclass(frozen=True, slots=True)
class Dial:
    """What a step to either side means."""

    left: str | None
    right: str | None


@dataclass(frozen=True, slots=True)
class Board:
    """What the deck should show, and what each press on it means."""

    number: int
    brightness: int
    hold: float  # seconds from which on a press is a hold
    keys: tuple[Faces, ...]  # touch keys after the others
    dials: tuple[Dial, ...]
    pictures: Mapping[Place, bytes | None]


@dataclass(frozen=True, slots=True)
class Frame:
    """Another picture for one key, with the same meaning."""

    key: int
    picture: bytes


@dataclass(frozen=True, slots=True)
class Began:
    """The daemon counts the hold of a face from now on."""

    face: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A message of ours was refused."""

    message: str


Message = Board | Frame | Began | Refused


class Reader:
    """Reads what one connection says; the pictures come before the boards that name them."""

    def __init__(self) -> None:
        self._pictures: dict[str, bytes] = {}

    def read(self, said: str | bytes) -> Message | None:
        """A message that matters to a deck; None for pictures, which are kept, and the rest."""
        if isinstance(said, bytes):
            self._keep(said)
            return None
        try:
            message = json.loads(said)
            return self._message(message) if isinstance(message, dict) else None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Nonsense(f"This message cannot be read: {error!r}.") from None

    def _keep(self, said: bytes) -> None:
        name = said[:ID_LENGTH].hex()
        self._pictures.pop(name, None)
        self._pictures[name] = said[ID_LENGTH:]
        if len(self._pictures) > KEPT:
            self._pictures.pop(next(iter(self._pictures)))

    def _message(self, message: Mapping[str, object]) -> Message | None:
        match message["type"]:
            case "board":
                return self._board(message)
            case "frame":
                picture = self._picture(message["picture"])
                return Frame(_number(message["key"]), picture) if picture else None
            case "began":
                return Began(str(message["face"]))
            case "refused":
                return Refused(str(message.get("message", "")))
            case _:
                return None

    def _board(self, message: Mapping[str, object]) -> Board:
        keys = _list(message["keys"])
        pictures: dict[Place, bytes | None] = {
            number: self._picture(key["picture"]) for number, key in enumerate(keys)
        }
        if message.get("strip"):
            pictures[STRIP] = self._picture(message["strip"])
        touch = _list(message.get("touch") or [])
        pictures |= {len(keys) + number: _colour(one) for number, one in enumerate(touch)}
        return Board(
            _number(message["n"]),
            min(100, max(0, _number(message["brightness"]))),
            _number(message["hold_ms"]) / 1000,
            tuple(Faces(_face(k.get("press")), _face(k.get("hold"))) for k in (*keys, *touch)),
            tuple(
                Dial(_face(d.get("left")), _face(d.get("right")))
                for d in _list(message.get("dials") or [])
            ),
            pictures,
        )

    def _picture(self, name: object) -> bytes | None:
        if name is None:
            return None
        if not isinstance(name, str) or name not in self._pictures:
            raise Nonsense(f"The picture {name!r} never came.")
        return self._pictures[name]


def _colour(touch: Mapping[str, object]) -> bytes | None:
    """Red, green and blue of a key that shows a colour only."""
    colour = touch.get("colour")
    return bytes.fromhex(str(colour).removeprefix("#")) if colour else None


def _list(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise Nonsense(f"{value!r} is not a list of objects.")
    return value


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Nonsense(f"{value!r} is not a number.")
    return round(value)


def _face(value: object) -> str | None:
    return value if isinstance(value, str) else None


# Up


def hello(token: str, profile: Mapping[str, object]) -> str:
    """Who comes, and what it can do."""
    return json.dumps({"type": "hello", "v": VERSION, "token": token, "profile": profile})


def shown(board: int) -> str:
    """A board can be seen."""
    return json.dumps({"type": "shown", "n": board})


def down(face: str) -> str:
    """A finger is on this face."""
    return json.dumps({"type": "down", "face": face})


def health(text: str) -> str:
    """What is wrong with the deck; nothing any more."""
    return json.dumps({"type": "health", "text": text})


def pressed(name: str, face: str) -> str:
    """A face was pressed and let go."""
    return json.dumps({"type": "press", "id": name, "face": face})


def held(name: str, face: str, seconds: float) -> str:
    """A face was held for so long."""
    return json.dumps({"type": "up", "id": name, "face": face, "held": round(seconds * 1000)})
