"""What each kind of ask is about, and how it can be answered: one shape for one kind."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

from quarterdeck.domain import choices as c
from quarterdeck.domain.choices import Choices
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.shown import Change, Shown


class Kind(StrEnum):
    """What sort of thing an agent wants."""

    PERMISSION = "permission"
    QUESTION = "question"
    PLAN = "plan"
    ELICITATION = "elicitation"
    FALLBACK = "fallback"
    LIMIT = "limit"
    FAILURE = "failure"
    NOTIFICATION = "notification"
    BLOCKED = "blocked"
    DONE = "done"

    @property
    def priority(self) -> int:
        """3 is a decision, 2 something to look at, 1 something to know."""
        return _PRIORITY[self]

    @property
    def is_decision(self) -> bool:
        """Whether the agent is stopped until somebody decides."""
        return self.priority == 3


_PRIORITY = {
    Kind.PERMISSION: 3,
    Kind.QUESTION: 3,
    Kind.PLAN: 3,
    Kind.ELICITATION: 3,
    Kind.FALLBACK: 2,
    Kind.LIMIT: 2,
    Kind.FAILURE: 2,
    Kind.NOTIFICATION: 1,
    Kind.BLOCKED: 1,
    Kind.DONE: 1,
}


# What an agent's hook can tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """Whether a tool may run."""

    kind: ClassVar = Kind.PERMISSION
    input: Mapping[str, object]
    risk: Risk | None
    rule: str | None  # what Always would add, in the agent's own words
    shown: Shown | None  # what the call would do, marked; None where an older version asked
    change: Change | None  # what it would change in a file

    @property
    def choices(self) -> Choices:
        """Always is offered where the agent says what it would add."""
        always = (c.ALWAYS,) if self.rule else ()
        return (c.ALLOW, *always, c.DENY, c.DENY_STOP)


@dataclass(frozen=True, slots=True)
class Option:
    """One ready answer to a question."""

    label: str
    description: str
    preview: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with ready answers, or none."""

    text: str
    header: str
    options: tuple[Option, ...]
    multi: bool
    free_text: bool = True  # whether the person's own words are an answer; always, before 0.2


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions with ready answers."""

    kind: ClassVar = Kind.QUESTION
    choices: ClassVar = (c.SUBMIT, c.CHAT, c.CANCEL)
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the agent would do, before it does it."""

    kind: ClassVar = Kind.PLAN
    choices: ClassVar = (c.APPROVE, c.ACCEPT_EDITS, c.CHANGE)
    plan: Shown


@dataclass(frozen=True, slots=True)
class Field:
    """One value that a form wants."""

    name: str
    label: str
    kind: str  # string, number, integer, boolean, enum
    required: bool
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """Values that a tool server wants."""

    kind: ClassVar = Kind.ELICITATION
    choices: ClassVar = (c.ACCEPT, c.DECLINE, c.CLOSE)
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """An automatic mode refused a call."""

    kind: ClassVar = Kind.BLOCKED
    risk: Risk | None
    rule: str | None  # what would let this very call pass; None where no rule is that exact

    @property
    def choices(self) -> Choices:
        """It can be allowed next time where a rule for it alone can be written."""
        return (*((c.ALLOW_NEXT,) if self.rule else ()), c.TELL, c.DISMISS)


NoteKind = Literal[Kind.FALLBACK, Kind.LIMIT, Kind.FAILURE, Kind.NOTIFICATION, Kind.DONE]


class Trouble(StrEnum):
    """What a turn that is over ended with, instead of success."""

    TESTS = "tests"  # some fail
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know, or to see to at the terminal."""

    kind: NoteKind
    trouble: Trouble | None = None  # of a turn that is over; an older version did not tell

    @property
    def choices(self) -> Choices:
        """How this kind of note is answered."""
        return _NOTE_CHOICES[self.kind]


_NOTE_CHOICES: dict[NoteKind, Choices] = {
    Kind.FALLBACK: (c.FOCUS, c.DISMISS),
    Kind.LIMIT: (c.RETRY, c.DISMISS),
    Kind.FAILURE: (c.RETRY, c.DISMISS),
    Kind.NOTIFICATION: (c.DISMISS,),
    Kind.DONE: (c.DISMISS,),
}

HookBody = Permission | Questions | Plan | Form | Blocked | Note


# What an agent can say through a tool of ours

ToolBody = Questions | Note


# What a screen can tell


@dataclass(frozen=True, slots=True)
class PermissionDialog:
    """Whether a tool may run, as a screen asks it."""

    kind: ClassVar = Kind.PERMISSION
    risk: Risk | None
    choices: Choices


@dataclass(frozen=True, slots=True)
class OtherDialog:
    """Some other dialog on a screen; one key takes each of its options."""

    kind: ClassVar = Kind.FALLBACK
    options: Choices

    @property
    def choices(self) -> Choices:
        """What it offers itself, or to see to it at the terminal."""
        return (*self.options, c.FOCUS, c.DISMISS)


ScreenBody = PermissionDialog | OtherDialog


# What we tell ourselves


@dataclass(frozen=True, slots=True)
class UnreadableScreen:
    """A screen that nobody can read."""

    kind: ClassVar = Kind.NOTIFICATION
    choices: ClassVar = (c.FOCUS, c.DISMISS)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownOutcome:
    """A critical answer with an unknown outcome."""

    kind: ClassVar = Kind.NOTIFICATION
    choices: ClassVar = (c.FOCUS, c.DISMISS)
    about: AskId
    risk: Risk | None
    shown: Shown | None


OwnBody = UnreadableScreen | UnknownOutcome
Body = HookBody | ScreenBody | OwnBody
