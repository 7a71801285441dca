"""What a screen was found to mean."""

from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.states import Composer, Mode, State


class Confidence(StrEnum):
    """How much a reading may be trusted."""

    HIGH = "high"  # the agent's own layout, and a sign we have seen in it
    MEDIUM = "medium"  # the layout, without a sign; or a sign, without the layout
    LOW = "low"  # a phrase that usually means it


class Kind(StrEnum):
    """What an open dialog is for."""

    PERMISSION = "permission"
    QUESTION = "question"
    PLAN = "plan"
    ELICITATION = "elicitation"
    TRUST = "trust"
    NOTICE = "notice"  # the agent says something and wants it acknowledged
    CHOICE = "choice"  # options of a sort that no rule names
    MENU = "menu"  # opened by the person, such as /help


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen in a dialog."""

    label: str
    digit: int | None
    selected: bool
    checked: bool | None  # None where nothing can be ticked
    description: str


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of a dialog that has several."""

    label: str
    done: bool


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open dialog, as far as the screen shows it."""

    kind: Kind
    title: str
    text: str
    prompt: str  # the sentence just above the options
    options: tuple[Option, ...]
    tabs: tuple[Tab, ...]
    multi: bool
    hints: tuple[str, ...]  # the keys that the dialog names, in its own words
    digits: bool  # whether a digit chooses at once; otherwise arrows move and Enter chooses
    fingerprint: str  # a piece of it that stands on one row, fit for a tmux format
    typed: bool = False  # an option's label is typed and sent with Enter: no key moves to it


@dataclass(frozen=True, slots=True)
class Timed:
    """A line that names a time, in the screen's own words, or empty."""

    line: str
    time: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What one screen says a session is doing."""

    state: State
    composer: Composer
    draft: str
    suggests: bool  # whether a suggestion stands behind the draft
    dialog: Dialog | None
    mode: Mode | None
    confidence: Confidence
    rule: str
    reason: str
    retry: Timed | None
    limit: Timed | None
    deadline: Timed | None  # when an unanswered dialog ends by itself
    background: int
    interrupted: bool
