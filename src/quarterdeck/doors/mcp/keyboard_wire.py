"""The tools and resources about a session's buttons: what they take, and what they tell."""

from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.boards.icons import Icon
from quarterdeck.boards.known_icons import KNOWN
from quarterdeck.domain.buttons import (
    LONGEST_ACTION,
    LONGEST_TEXT,
    MOST,
    Button,
    Buttons,
    Context,
    Origin,
    objection,
)
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.mcp.arguments import checked, kind_of, only_known, session_of, text_of
from quarterdeck.doors.mcp.resource_names import CONTEXT, STATUS
from quarterdeck.doors.mcp.wire import SESSION, Result
from quarterdeck.judgement.secrets import masked
from quarterdeck.judgement.shown_text import safe
from quarterdeck.judgement.typed_words import risk_of_words
from quarterdeck.judgement.visible_text import plain
from quarterdeck.ports import Nonsense

UPDATE_CONTEXT = "update_keyboard_context"
SET_BUTTONS = "set_keyboard_buttons"
GET_STATUS = "get_keyboard_status"

LONGEST_DETAIL = 2000  # characters
LONGEST_EMOJI = 12
LONGEST_IMAGE = 64
BUTTON_FIELDS = ("text", "action", "emoji", "image", "color")

_ALONE = {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
TOOLS: tuple[Mapping[str, object], ...] = (
    {
        "name": UPDATE_CONTEXT,
        "title": "Say what you are about",
        "description": (
            "Tell what your turn ended with, and buttons that fit are shown to your human for "
            "while you are idle. Call it as the last thing of a turn, where your last message "
            "alone does not say it. Answers with the buttons."
        ),
        "inputSchema": {
            "type": "object",
            "properties": {
                "context_type": {"type": "string", "enum": list(Context)},
                "detail": {"type": "string", "description": "In a sentence or two: what exactly."},
                "session": SESSION,
            },
            "required": ["context_type", "detail"],
            "additionalProperties": False,
        },
        "annotations": _ALONE,
    },
    {
        "name": SET_BUTTONS,
        "title": "Set your own buttons",
        "description": (
            "Show your human these buttons while you are idle, until their next prompt. A press "
            "types the action (without one, the text) to you. They are marked as yours and show "
            "what they type. The actions STOP and BACKGROUND press Esc and Ctrl+B."
        ),
        "inputSchema": {
            "type": "object",
            "properties": {
                "buttons": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": MOST,
                    "items": {
                        "type": "object",
                        "properties": {
                            "text": {"type": "string", "maxLength": LONGEST_TEXT},
                            "action": {"type": "string", "maxLength": LONGEST_ACTION},
                            "emoji": {"type": "string", "maxLength": LONGEST_EMOJI},
                            "image": {"type": "string", "maxLength": LONGEST_IMAGE},
                            "color": {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
                        },
                        "required": ["text"],
                        "additionalProperties": False,
                    },
                },
                "session": SESSION,
            },
            "required": ["buttons"],
            "additionalProperties": False,
        },
        "annotations": _ALONE,
    },
    {
        "name": GET_STATUS,
        "title": "See your buttons",
        "description": "Which buttons of yours are shown, and whether a person can see them.",
        "inputSchema": {
            "type": "object",
            "properties": {"session": SESSION},
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
)
RESOURCES: tuple[Mapping[str, object], ...] = (
    {
        "uri": STATUS,
        "name": "status",
        "title": "Your session's buttons",
        "description": f"What {GET_STATUS} tells.",
        "mimeType": "application/json",
    },
    {
        "uri": CONTEXT,
        "name": "context",
        "title": "What your session is about",
        "description": "The newest context: its type, its detail, and who told it.",
        "mimeType": "application/json",
    },
)


@dataclass(frozen=True, slots=True)
class ToldContext:
    """What an agent says that it is about."""

    context: Context
    detail: str
    session: str


# What comes in


def read_context(given: Mapping[str, object]) -> ToldContext:
    """The arguments of `update_keyboard_context`; raises Nonsense."""
    only_known(UPDATE_CONTEXT, given, _schema(UPDATE_CONTEXT))
    named = given.get("context_type")
    if not isinstance(named, str) or named not in list(Context):
        raise Nonsense(f"'context_type' must be one of: {', '.join(Context)}.")
    detail = safe(text_of(given, "detail", LONGEST_DETAIL))
    return ToldContext(Context(named), detail, session_of(given))


def read_buttons(given: Mapping[str, object], now: float) -> tuple[Buttons, str]:
    """The arguments of `set_keyboard_buttons`: buttons, and a session; raises Nonsense."""
    only_known(SET_BUTTONS, given, _schema(SET_BUTTONS))
    several = given.get("buttons")
    if not isinstance(several, list):
        raise Nonsense(f"'buttons' must be a list; it is {kind_of(several)}.")
    if len(several) > MOST:
        raise Nonsense(f"There are {len(several)} buttons; 1 to {MOST} can be shown.")
    row = tuple(_button(one, number) for number, one in enumerate(several, 1))
    if why := objection(row):
        raise Nonsense(why)
    return Buttons(Origin.AGENT, Context.NOTHING, "", row, True, now), session_of(given)


def read_status(given: Mapping[str, object]) -> str:
    """The session that `get_keyboard_status` names; raises Nonsense."""
    only_known(GET_STATUS, given, _schema(GET_STATUS))
    return session_of(given)


def _button(given: object, number: int) -> Button:
    if not isinstance(given, dict) or set(given) - set(BUTTON_FIELDS) or "text" not in given:
        fields = ", ".join(BUTTON_FIELDS)
        raise Nonsense(f"Button {number} must be an object of: {fields}; it needs 'text'.")
    text = _part(given, "text", LONGEST_TEXT, number)
    action = _part(given, "action", LONGEST_ACTION, number)
    image = _part(given, "image", LONGEST_IMAGE, number)
    # Most surfaces show an emoji, few a picture: a ready one is its emoji there.
    ready = KNOWN.get(image, Icon()).emoji
    return Button(
        text,
        _part(given, "emoji", LONGEST_EMOJI, number) or ready,
        action,
        "the agent set it",
        risk_of_words(action or text),
        _part(given, "color", 7, number),
        image,
    )


def _part(given: Mapping[str, object], field: str, most: int, number: int) -> str:
    """A part of a button that is shown exactly as it is typed: nothing hidden, nothing masked."""
    value = given.get(field)
    if value in (None, ""):
        return ""
    name = f"the {field} of button {number}"
    text = checked(value, name, most)
    if field != "emoji" and plain(text) != text:  # emoji are joined by what cannot be seen
        raise Nonsense(f"{name} holds a character that cannot be seen.")
    if masked(text) != text:
        raise Nonsense(f"{name} holds what looks like a secret.")
    return text


def _schema(tool: str) -> Mapping[str, object]:
    schema = next(t["inputSchema"] for t in TOOLS if t["name"] == tool)
    assert isinstance(schema, dict)
    return schema


# What goes back


def chosen(buttons: Buttons) -> Result:
    """Which buttons will be shown."""
    named = ", ".join(button.text for button in buttons.row if button.text) or "none with a label"
    said = f"While you are idle these buttons are shown, until the next prompt: {named}."
    return Result(said, {"outcome": "set", **context_fields(buttons), "buttons": _row(buttons)})


def status(session: Session, watched: bool) -> Result:
    """What is shown of a session's buttons now."""
    fields = status_fields(session, watched)
    seen = "A person can see them." if watched else "Nobody is looking now."
    named = [button.text for button in session.buttons.row] if session.buttons else []
    return Result(f"Your buttons: {', '.join(named) or 'none yet'}. {seen}", fields)


def status_fields(session: Session, watched: bool) -> dict[str, object]:
    """The status as programs read it."""
    return {
        "session": session.id,
        "state": session.state,
        "shown": session.buttons_shown is not None,
        "watched": watched,
        "buttons": _row(session.buttons) if session.buttons else [],
    }


def context_fields(buttons: Buttons | None) -> dict[str, object]:
    """The context as programs read it."""
    if buttons is None:
        return {"context_type": Context.NOTHING, "detail": "", "by": None}
    return {"context_type": buttons.context, "detail": buttons.detail, "by": buttons.by}


def _row(buttons: Buttons) -> list[dict[str, object]]:
    return [
        {"text": b.text, "emoji": b.emoji, "action": b.types, "risk": b.risk} for b in buttons.row
    ]
