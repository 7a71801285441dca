"""Something that wants the person: what is asked, and how it can be answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from quarterdeck.domain.ids import MAIN, AnswerId, AskId, CallId, SessionId, SubagentId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Change, Shown
from quarterdeck.domain.states import Outcome


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
        """Whether the agent stands still until somebody decides."""
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


class Meaning(StrEnum):
    """What choosing something means for the agent."""

    ALLOWS = "allows"
    REFUSES = "refuses"
    SETTLES = "settles"  # nothing is allowed or refused: answered, dismissed


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer."""

    id: str
    label: str
    description: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Option:
    """One ready answer to a question."""

    label: str
    description: str
    preview: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with ready answers; free text is always possible."""

    text: str
    header: str
    options: tuple[Option, ...]
    multi: bool


@dataclass(frozen=True, slots=True)
class Field:
    """One value that an elicitation wants."""

    name: str
    label: str
    kind: str  # string, number, integer, boolean, enum
    required: bool
    options: tuple[str, ...]


class How(StrEnum):
    """How an ask ended."""

    ANSWERED = "answered"  # by a person, through Quarterdeck
    TERMINAL = "terminal"  # at the agent's own terminal
    INTERRUPTED = "interrupted"
    EXPIRED = "expired"
    REPLACED = "replaced"
    DISMISSED = "dismissed"
    GONE = "gone"  # its session ended


@dataclass(frozen=True, slots=True)
class Ended:
    """How an ask ended, when, where, and what became of the answer."""

    how: How
    at: float
    by: str
    outcome: Outcome | None
    note: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that wants the person. It never changes what it says, so its id answers it."""

    id: AskId
    session: SessionId
    subagent: SubagentId
    kind: Kind
    title: str
    text: str
    tool: str
    input: Mapping[str, object]
    digest: str  # of the tool's input as the agent sent it
    prompt: str  # the person's prompt under which it came up
    call: CallId | None
    risk: Risk | None
    choices: tuple[Choice, ...]
    questions: tuple[Question, ...]
    fields: tuple[Field, ...]
    plan: str
    opened: float
    deadline: float | None
    rule: str  # what Always would add, in the agent's own words
    ended: Ended | None
    sign: str = ""  # a piece of the dialog, where only the screen tells of it
    cwd: str = ""  # where the agent was when it asked
    shown: Shown | None = None  # what is to be judged: the call's text, or the plan
    change: Change | None = None  # what the call would change in a file

    def choice(self, name: str) -> Choice | None:
        """The choice with this id."""
        return next((c for c in self.choices if c.id == name), None)

    @property
    def same_dialog(self) -> tuple[str, ...]:
        """Equal for several hooks about one dialog."""
        return (self.session, self.subagent, self.prompt, self.kind, self.tool, self.digest)

    @property
    def critical(self) -> bool:
        """Whether allowing it needs a second sign of will."""
        return self.risk is not None and self.risk.level is Level.CRITICAL


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person decided, and where."""

    id: AnswerId
    ask: AskId
    choice: str
    text: str
    answers: Mapping[str, str | tuple[str, ...]]
    confirmed: bool
    by: str
    at: float
    by_hand: bool = False  # it went by keys; no hook may answer beside them


NO_ANSWERS: Mapping[str, str | tuple[str, ...]] = MappingProxyType({})


def of_main_thread(ask: Ask) -> bool:
    """Whether the session's main thread asks, not a subagent; a screen does not tell."""
    return ask.subagent == MAIN and not ask.sign


def is_sight_of(seen: Ask, told: Ask) -> bool:
    """Whether what was seen on a screen reads like what a hook tells."""
    alike = (seen.kind is Kind.PERMISSION) is (told.kind is Kind.PERMISSION)
    about = _solid(told.text or told.title)
    return bool(seen.sign and alike and about and about in _solid(seen.text))


def _solid(text: str) -> str:
    """A text without the breaks that a screen adds."""
    return "".join(text.split())
