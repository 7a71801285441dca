"""Buttons of a session: ready texts for an idle agent, from an advisor or the agent itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2s

from quarterdeck.domain.actions import Do, Interrupt, Keys, Send
from quarterdeck.domain.risk import Level

MOST = 4  # buttons of a set
LONGEST_TEXT = 20  # characters that fit a key
LONGEST_ACTION = 200
LARGEST_SET = 2048  # bytes of all that a set says

STOP = "STOP"  # as an action: Escape, never text
BACKGROUND = "BACKGROUND"  # as an action: Ctrl+B, never text


class Origin(StrEnum):
    """Who picked the buttons."""

    RULES = "rules"
    MODEL = "model"
    AGENT = "agent"  # they say what an agent wants typed, and are shown as its own


class Context(StrEnum):
    """What an idle session is about, as far as its buttons matter."""

    ERROR = "error"
    QUESTION = "question"
    MULTI_STEP = "multi_step"
    REVIEW = "review"
    GIT = "git"
    TESTS = "tests"  # they fail
    PLAN = "plan"
    PROMPT = "prompt"  # the agent itself says what to type
    DONE = "done"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Button:
    """One button. Without an action its text is typed; without a text it is a dead key."""

    text: str
    emoji: str
    action: str
    reason: str
    risk: Level
    colour: str = ""  # `#RRGGBB`; empty: as the surface likes
    image: str = ""  # the name of a picture

    @property
    def types(self) -> str:
        """What it types, or one of the two words that mean a key; empty for a dead key."""
        return (self.action or self.text) if self.text else ""

    @property
    def do(self) -> Do | None:
        """What a press on it has done; None for a dead key."""
        match self.types:
            case "":
                return None
            case "STOP":
                return Interrupt()
            case "BACKGROUND":
                return Keys(("C-b",))
            case text:
                return Send(text)


@dataclass(frozen=True, slots=True)
class Buttons:
    """The buttons of one session, and why they are these."""

    by: Origin
    context: Context
    detail: str  # what the agent said of the context; empty where it said nothing
    row: tuple[Button, ...]
    asked: bool  # the agent itself wanted them: they stay until it gets another prompt
    at: float

    @property
    def id(self) -> str:
        """The name of exactly these buttons: a press says which it saw."""
        said = repr([(b.text, b.types, b.emoji, b.image, b.colour) for b in self.row])
        return "b" + blake2s(f"{self.by}\0{said}".encode(), digest_size=5).hexdigest()


@dataclass(frozen=True, slots=True)
class Situation:
    """What an advisor is told of an idle session."""

    message: str  # what the agent said last
    failed: str = ""  # the last tool call, if it failed
    planning: bool = False  # it runs in plan mode
    cwd: str = ""
    context: Context | None = None  # as the agent itself calls it
    detail: str = ""


def chosen(before: Buttons | None, new: Buttons) -> Buttons | None:
    """The buttons after a choice: what the agent itself wanted is not overruled by advice."""
    if before and before.asked and not new.asked:
        return before
    return new


def objection(row: Sequence[Button]) -> str | None:
    """Why these cannot be shown as buttons; None if they can."""
    if not 1 <= len(row) <= MOST:
        return f"There are {len(row)} buttons; 1 to {MOST} can be shown."
    for number, button in enumerate(row, 1):
        if why := _objection(button):
            return f"Button {number} {why}."
    size = sum(len("".join((b.text, b.action, b.emoji, b.image)).encode()) for b in row)
    if size > LARGEST_SET:
        return f"The buttons have {size} bytes together; {LARGEST_SET} are the most."
    return None


def _objection(button: Button) -> str | None:
    if len(button.text) > LONGEST_TEXT:
        return f"shows {len(button.text)} characters; {LONGEST_TEXT} are the most"
    if len(button.action) > LONGEST_ACTION:
        return f"types {len(button.action)} characters; {LONGEST_ACTION} are the most"
    if "\n" in button.text or "\t" in button.text:
        return "has more than one line to show"
    if button.types.lstrip().startswith("!"):
        return "begins with '!', which an agent runs as a command without asking"
    if button.colour and not re.fullmatch("#[0-9a-fA-F]{6}", button.colour):
        return "has a colour that is not written like #1A2B3C"
    return None
