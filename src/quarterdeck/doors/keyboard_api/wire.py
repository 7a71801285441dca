"""The bodies and answers of the keyboard's calls, as their first users wrote them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from quarterdeck.boards.icons import LONGEST_FILE, shortened
from quarterdeck.domain.buttons import (
    LONGEST_ACTION,
    MOST,
    Button,
    Buttons,
    Context,
    Origin,
    objection,
)
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.doors.http.wire import BadRequest
from quarterdeck.judgement.secrets import masked
from quarterdeck.judgement.shown_text import safe
from quarterdeck.judgement.typed_words import risk_of_words
from quarterdeck.judgement.unseen_characters import JOINING
from quarterdeck.judgement.visible_text import plain

LONGEST_MESSAGE = 200  # characters that are kept of an error
LONGEST_COUNTDOWN = 7 * 86400.0  # seconds

# What follows a sign that is no letter, as it does in emoji; it cannot be seen alone.
_JOINED = re.compile(f"(?<=[\u2000-\U0010ffff])[{JOINING}]")
_SHORT_COLOUR = re.compile("#[0-9a-fA-F]{3}")
_EVENTS = {
    "thinking": State.WORKING,
    "idle": State.IDLE,
    "rate_limit": State.LIMITED,
    "error": State.FAILED,
}
_WORDS = {
    State.WORKING: "thinking",
    State.LIMITED: "limit",
    State.FAILED: "error",
    State.ENDED: "lost",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose answer it is: every answer says so."""

    session_id: str
    pid: int
    created: float
    last_active: float


@dataclass(frozen=True, slots=True)
class ToldState:
    """What a program says that an agent is doing."""

    state: State
    reason: str
    countdown: float | None  # seconds until a limit ends, where that was stated


@dataclass(frozen=True, slots=True)
class Press:
    """A key that a program presses, and what it saw there; without a text, whatever is there."""

    key: int  # from 1
    text: str


# What comes in


def read_session(query: Mapping[str, str], body: Mapping[str, object]) -> str:
    """The session that a call names, in its address or its body; empty where it names none."""
    named = query.get("session") or body.get("session") or ""
    if not isinstance(named, str | int) or isinstance(named, bool):
        raise BadRequest("'session' must be the name, id or pid of a session.")
    return str(named)


def read_buttons(body: Mapping[str, object], now: float) -> Buttons:
    """The buttons in the body of `/update`."""
    labels = _texts(body, "buttons", MOST)
    if not labels:
        raise BadRequest(f"'buttons' must list 1 to {MOST} labels; an empty one is a dead key.")
    parts = [_texts(body, name, len(labels)) for name in ("actions", "images", "colors")]
    filled = [[*part, *[""] * (len(labels) - len(part))] for part in parts]
    row = tuple(
        _button(number, *given)
        for number, given in enumerate(zip(labels, *filled, strict=True), start=1)
    )
    if why := objection(row):
        raise BadRequest(why)
    return Buttons(Origin.AGENT, Context.NOTHING, "", row, True, now)


def read_state(body: Mapping[str, object]) -> ToldState:
    """What the body of `/state/update` says."""
    more = body.get("state")
    event = body.get("event", more)
    if not isinstance(event, str) or event not in _EVENTS:
        raise BadRequest(f"'event' must be one of: {', '.join(_EVENTS)}.")
    given = more if isinstance(more, dict) else body
    message = given.get("message", "")
    if not isinstance(message, str):
        raise BadRequest("'message' must be a text.")
    said = safe(message[:LONGEST_MESSAGE]).strip()
    countdown = _countdown(given.get("countdown"))
    reason = f"a program says {event}" + (f": {said}" if said else "")
    return ToldState(_EVENTS[event], reason, countdown if event == "rate_limit" else None)


def read_press(body: Mapping[str, object]) -> Press:
    """The key in the body of `/test/button`."""
    key, text = body.get("key"), body.get("text")
    if isinstance(key, bool) or not isinstance(key, int) or not 1 <= key <= MOST:
        raise BadRequest(f"'key' must be a number from 1 to {MOST}.")
    if text is None:
        return Press(key, "")
    if not isinstance(text, str) or not text.strip():
        raise BadRequest("'text' must be what the key says.")
    typed = _clean(text, "'text'")
    if why := objection([Button(shortened(typed), "", typed, "", risk_of_words(typed))]):
        raise BadRequest(why)
    return Press(key, typed)


def _countdown(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise BadRequest("'countdown' must be a number of seconds.")
    return min(float(value), LONGEST_COUNTDOWN)


def _texts(body: Mapping[str, object], name: str, most: int) -> list[str]:
    value = body.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str | None) for one in value):
        raise BadRequest(f"{name!r} must be a list of texts.")
    if len(value) > most:
        raise BadRequest(f"{name!r} lists {len(value)}; {most} are the most.")
    return [one or "" for one in value]


def _button(number: int, label: str, action: str, image: str, colour: str) -> Button:
    label, action = label.strip(), action.strip()
    if not label:
        return Button("", "", "", "a dead key", risk_of_words(""))
    typed = _clean(action or label, f"The action of button {number}")
    if len(typed) > LONGEST_ACTION:
        why = f"types {len(typed)} characters; {LONGEST_ACTION} are the most"
        raise BadRequest(f"Button {number} {why}.")
    if len(image) > LONGEST_FILE:
        why = f"has {len(image)} characters; {LONGEST_FILE} are the most"
        raise BadRequest(f"The image name of button {number} {why}.")
    shown = shortened(_clean(label, f"The label of button {number}"))
    whole = (
        colour if not _SHORT_COLOUR.fullmatch(colour) else "#" + "".join(2 * c for c in colour[1:])
    )
    own = "" if typed == shown else typed
    return Button(shown, "", own, "a program set it", risk_of_words(typed), whole, image)


def _clean(text: str, name: str) -> str:
    """A text that is shown as it is typed: nothing in it is hidden, controls or is masked."""
    seen = _JOINED.sub("", text)
    if plain(seen) != seen:
        raise BadRequest(f"{name} has a character that cannot be seen, or controls a terminal.")
    if masked(text) != text:
        raise BadRequest(f"{name} has what looks like a secret.")
    return text


# What goes back


def answer(who: Identity, **more: object) -> dict[str, object]:
    """An answer, which says whose it is."""
    return {"sessionId": who.session_id, "claudePid": who.pid, **more}


def inputs_json(presses: tuple[QueuedPress, ...]) -> list[dict[str, object]]:
    """Presses as pollers read them."""
    return [{"key": p.key, "text": p.text, "timestamp": round(p.at * 1000)} for p in presses]


def buttons_json(buttons: Buttons | None) -> dict[str, list[str]]:
    """Buttons as `/update` takes them."""
    row = buttons.row if buttons else ()
    return {
        "buttons": [button.text for button in row],
        "actions": [button.types for button in row],
        "images": [button.image for button in row],
        "colors": [button.colour for button in row],
    }


def state_word(state: State) -> str:
    """A state as the keyboard calls it."""
    return _WORDS.get(state, "idle")


def session_line(session: Session) -> dict[str, object]:
    """A session in the list of those that could be meant."""
    return {
        "session": session.id,
        "name": session.name,
        "sessionId": session.facts.keyboard_id or session.id,
        "claudePid": session.process.pid,
        "state": state_word(session.state),
    }


def moment(at: float) -> str:
    """A time as JSON has it."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
