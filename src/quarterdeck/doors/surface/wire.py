"""The surface protocol's format: one JSON object per message, each with its type."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.boards.drawing import KeySurface
from quarterdeck.domain.actions import Progress, Result
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.effects import Acknowledge, Refuse, Tell
from quarterdeck.domain.guards import Guards, needs_hold
from quarterdeck.domain.ids import AskId, FaceId, SessionId
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.surfaces import Eyes, Face, Profile
from quarterdeck.domain.watch import View
from quarterdeck.doors.http.wire import BadRequest, read_answers, told_json
from quarterdeck.doors.surface.key_profile import key_surface

VERSION = 1
LONGEST = 1024 * 1024  # characters of a message
LONGEST_NAME = 60
LONGEST_SENTENCE = 300
MOST_SHOWN = 1000  # asks in sight at once


@dataclass(frozen=True, slots=True)
class Hello:
    """Who comes, by a ticket or a token, and what it can do."""

    ticket: str
    token: str
    profile: Profile
    keys: KeySurface | None = None
    name: str = ""  # which of its kind it is; empty where it does not say
    session: SessionId | None = None  # the one to which it says that it belongs
    fetches: bool = False  # pictures, over HTTP, instead of being sent them


@dataclass(frozen=True, slots=True)
class Shown:
    """Which board is shown, and which of its asks can be seen."""

    number: int
    asks: tuple[AskId, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """Nobody can see the surface now."""


@dataclass(frozen=True, slots=True)
class Down:
    """A face went down and is held."""

    face: FaceId


@dataclass(frozen=True, slots=True)
class Press:
    """A face was pressed; `held` is for how many seconds, if it was held."""

    id: str
    face: FaceId
    held: float | None
    text: str
    answers: Mapping[str, str | tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Health:
    """What is wrong with a device; empty if it is well."""

    text: str


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A key was pressed that shows this text; keys are numbered from 1. What old firmware says."""

    key: int
    text: str


Message = Hello | Shown | Hidden | Down | Press | KeyPress | Health


def read(text: str) -> Message:  # noqa: PLR0911 - a table
    """What a surface says; raises BadRequest."""
    said = _object(text)
    match said.get("type"):
        case "hello":
            return _hello(said)
        case "shown":
            return _shown(said)
        case "hidden":
            return Hidden()
        case "down":
            return Down(FaceId(_text(said, "face")))
        case "up":
            return _press(said, _milliseconds(said, "held") / 1000)
        case "press":
            return _press(said, None)
        case "key_press":
            return KeyPress(_key_number(said), _text(said, "text"))
        case "health":
            return Health(_optional(said, "text", "text")[:LONGEST_SENTENCE])
        case other:
            raise BadRequest(f"There is no message of the type {other!r}.")


def ask_message(
    ask: Ask, shown: Mapping[str, object], faces: tuple[Face, ...], guards: Guards
) -> dict[str, object]:
    """An ask as everybody sees it, with what can be pressed on it."""
    buttons = [
        {"choice": face.means.choice, "face": face.id, "hold": needs_hold(ask, choice)}
        for face in faces
        if (choice := ask.choice(face.means.choice))
    ]
    guard = {"guard_ms": round(guards.of(ask) * 1000)}
    return {"type": "ask", "ask": {**shown, "faces": buttons, **guard}}


Word = Tell | Refuse | Acknowledge | Progress


def pressed_json(word: Word | None, view: View) -> dict[str, object]:
    """What became of a press, in the words of what it did."""
    match word:
        case Acknowledge():
            return {"status": "ok"}
        case Progress():
            return _done_json(word.result)
        case _:
            return told_json(word, view)


def _done_json(result: Result | None) -> dict[str, object]:
    assert result, "only what is over is told"
    told: dict[str, object] = {"outcome": result.outcome, "note": result.note or None}
    if result.outcome in (Outcome.ACCEPTED, Outcome.UNKNOWN):
        return {"status": "ok", **told}
    kind = "blocked" if result.outcome is Outcome.BLOCKED else result.error or "not_delivered"
    return {"status": "error", "error_type": kind, "message": result.note, **told}


def _object(text: str) -> Mapping[str, object]:
    if len(text) > LONGEST:
        raise BadRequest(f"A message may have at most {LONGEST} characters.")
    try:
        said = json.loads(text)
        # No number without an end, no half of a character: nobody could be told of them.
        json.dumps(said, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise BadRequest("What was sent is not JSON.") from None
    if not isinstance(said, dict):
        raise BadRequest("A message must be a JSON object.")
    return said


def _hello(said: Mapping[str, object]) -> Hello:
    if said.get("v") != VERSION:
        raise BadRequest(f"This daemon speaks version {VERSION} of the surface protocol.")
    profile = said.get("profile")
    if not isinstance(profile, dict):
        raise BadRequest("'profile' must say what the surface can do.")
    kind, hold = profile.get("kind"), profile.get("hold", False)
    if not isinstance(kind, str) or not kind.isascii() or not kind.isalnum():
        raise BadRequest("'profile.kind' must be one word.")
    if not isinstance(hold, bool):
        raise BadRequest("'profile.hold' must be true or false.")
    notifies, fetches = profile.get("notifies", False), profile.get("fetches", False)
    if not isinstance(notifies, bool):
        raise BadRequest("'profile.notifies' must be true or false.")
    if not isinstance(fetches, bool):
        raise BadRequest("'profile.fetches' must be true or false.")
    ticket, token = said.get("ticket", ""), said.get("token", "")
    if not isinstance(ticket, str) or not isinstance(token, str):
        raise BadRequest("'ticket' or 'token' must be a string.")
    name = _optional(profile, "id", "profile.id")
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,40}", name):
        raise BadRequest("'profile.id' may have up to 40 letters, digits, - and _.")
    title = _optional(profile, "title", "profile.title")[:LONGEST_NAME]
    keys = key_surface(profile)
    known = Profile(kind[:LONGEST_NAME], hold, notifies, title, _eyes(profile, keys))
    session = _optional(said, "session", "session")[:LONGEST_NAME]
    own = SessionId(session) if session else None
    return Hello(ticket, token, known, keys, name, own, fetches)


def _eyes(profile: Mapping[str, object], keys: KeySurface | None) -> Eyes:
    """How anybody knows whether a person is there; a device cannot say so."""
    emulated = profile.get("emulated", False)
    if not isinstance(emulated, bool):
        raise BadRequest("'profile.emulated' must be true or false.")
    if keys is None:
        return Eyes.TOLD
    return Eyes.NONE if emulated else Eyes.LIKELY


def _shown(said: Mapping[str, object]) -> Shown:
    number, asks = said.get("n"), said.get("asks", [])
    if isinstance(number, bool) or not isinstance(number, int):
        raise BadRequest("'n' must be the number of a board.")
    if not isinstance(asks, list) or not all(isinstance(ask, str) for ask in asks):
        raise BadRequest("'asks' must list the ids of the asks in sight.")
    return Shown(number, tuple(AskId(ask) for ask in asks[:MOST_SHOWN]))


def _press(said: Mapping[str, object], held: float | None) -> Press:
    text = said.get("text", "")
    if not isinstance(text, str):
        raise BadRequest("'text' must be a string.")
    answers = read_answers(said.get("answers", {}))
    name = _text(said, "id")[:LONGEST_NAME]
    return Press(name, FaceId(_text(said, "face")), held, text, answers)


def _key_number(said: Mapping[str, object]) -> int:
    number = said.get("key")
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadRequest("'key' must be the number of a key, from 1.")
    return number


def _text(said: Mapping[str, object], key: str) -> str:
    value = said.get(key)
    if not isinstance(value, str) or not value:
        raise BadRequest(f"'{key}' must be a string.")
    return value


def _optional(said: Mapping[str, object], key: str, called: str) -> str:
    value = said.get(key, "")
    if not isinstance(value, str):
        raise BadRequest(f"'{called}' must be a string.")
    return value


def _milliseconds(said: Mapping[str, object], key: str) -> float:
    value = said.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise BadRequest(f"'{key}' must be a number of milliseconds.")
    return value
