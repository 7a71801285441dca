"""Something that needs the person: who reported it, how it ended, and what was answered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from quarterdeck.domain.ask_bodies import (
    Blocked,
    Body,
    HookBody,
    Kind,
    Note,
    OwnBody,
    Permission,
    PermissionDialog,
    Plan,
    ScreenBody,
    ToolBody,
    Trouble,
    UnknownOutcome,
)
from quarterdeck.domain.choices import Choice, Choices
from quarterdeck.domain.ids import MAIN, AnswerId, AskId, CallId, SessionId, SubagentId
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Change, Shown
from quarterdeck.domain.states import Outcome


@dataclass(frozen=True, slots=True)
class ToolUse:
    """The use of a tool in whose course something is asked."""

    tool: str
    digest: str  # of the tool's input as the agent sent it
    call: CallId | None  # None until it is known which call it is


@dataclass(frozen=True, slots=True, kw_only=True)
class FromHook:
    """A hook of the agent reported it."""

    subagent: SubagentId
    prompt: str  # the person's prompt under which it came up
    cwd: str  # where the agent was when it asked; empty where it did not say
    use: ToolUse | None
    body: HookBody


@dataclass(frozen=True, slots=True, kw_only=True)
class FromScreen:
    """Only a screen shows it, and a screen does not say whose dialog it is."""

    sign: str  # what sets the dialog apart from others
    body: ScreenBody


@dataclass(frozen=True, slots=True, kw_only=True)
class FromTool:
    """The agent called a tool of ours; nothing of it is to be seen at its terminal."""

    digest: str  # of what it asks: equal when it asks the same again
    body: ToolBody


@dataclass(frozen=True, slots=True, kw_only=True)
class FromUs:
    """Quarterdeck itself has something to say."""

    body: OwnBody


Origin = FromHook | FromScreen | FromTool | FromUs


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
    """How an ask ended, when, where, and the answer's outcome."""

    how: How
    at: float
    by: str
    outcome: Outcome | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something that wants the person. It never changes what it says, so its id answers it."""

    id: AskId
    session: SessionId
    title: str
    text: str
    origin: Origin
    opened: float
    deadline: float | None
    ended: Ended | None

    @property
    def body(self) -> Body:
        """What it is about."""
        return self.origin.body

    @property
    def kind(self) -> Kind:
        """What sort of thing it is."""
        return self.origin.body.kind

    @property
    def choices(self) -> Choices:
        """How it can be answered."""
        return self.origin.body.choices

    def choice(self, name: str) -> Choice | None:
        """The choice with this id."""
        return next((c for c in self.choices if c.id == name), None)

    @property
    def risk(self) -> Risk | None:
        """How dangerous the call is that it is about."""
        match self.origin.body:
            case Permission() | PermissionDialog() | Blocked() | UnknownOutcome() as body:
                return body.risk
            case _:
                return None

    @property
    def trouble(self) -> Trouble | None:
        """What a turn ended with that is over, instead of success."""
        return self.origin.body.trouble if isinstance(self.origin.body, Note) else None

    @property
    def rule(self) -> str | None:
        """What an answer can add, so that it is not asked again."""
        body = self.origin.body
        return body.rule if isinstance(body, Permission | Blocked) else None

    @property
    def shown(self) -> Shown | None:
        """What is to be judged: the call's text, or the plan."""
        match self.origin.body:
            case Permission(shown=shown) | Plan(plan=shown) | UnknownOutcome(shown=shown):
                return shown
            case _:
                return None

    @property
    def change(self) -> Change | None:
        """What the call would change in a file."""
        body = self.origin.body
        return body.change if isinstance(body, Permission) else None

    @property
    def cwd(self) -> str:
        """Where the agent was when it asked; empty if unknown."""
        return self.origin.cwd if isinstance(self.origin, FromHook) else ""

    @property
    def critical(self) -> bool:
        """Whether allowing it needs a second, deliberate step."""
        risk = self.risk
        return risk is not None and risk.level is Level.CRITICAL

    @property
    def subagent(self) -> SubagentId:
        """Which subagent asks; the main thread if unknown."""
        return self.origin.subagent if isinstance(self.origin, FromHook) else MAIN

    @property
    def by_tool(self) -> bool:
        """Whether the agent called a tool of ours to ask it."""
        return isinstance(self.origin, FromTool)

    @property
    def sign(self) -> str | None:
        """What identifies its dialog, if only a screen shows it."""
        return self.origin.sign if isinstance(self.origin, FromScreen) else None

    @property
    def tool(self) -> str:
        """The tool in whose use it came up; empty if there is none."""
        return use.tool if (use := self._use) else ""

    @property
    def digest(self) -> str:
        """The digest of that tool's input."""
        return use.digest if (use := self._use) else ""

    @property
    def call(self) -> CallId | None:
        """The call that it is about, as far as it is known."""
        return use.call if (use := self._use) else None

    @property
    def _use(self) -> ToolUse | None:
        return self.origin.use if isinstance(self.origin, FromHook) else None

    def rated(self, risk: Risk) -> "Ask":
        """The same with another verdict on the call that it asks to run."""
        if isinstance(self.origin, FromHook) and isinstance(self.origin.body, Permission):
            return replace(
                self, origin=replace(self.origin, body=replace(self.origin.body, risk=risk))
            )
        return self

    def about(self, call: CallId | None) -> "Ask":
        """The same ask, about this call."""
        if not isinstance(self.origin, FromHook) or self.origin.use is None:
            return self
        use = replace(self.origin.use, call=call)
        return replace(self, origin=replace(self.origin, use=use))

    @property
    def same_dialog(self) -> tuple[str, ...]:
        """Equal for several hooks about one dialog."""
        prompt = self.origin.prompt if isinstance(self.origin, FromHook) else ""
        return (self.session, self.subagent, prompt, self.kind, self.tool, self.digest)


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


def stays(ask: Ask) -> bool:
    """Whether only the person ends it: nothing that an agent does makes it void."""
    return isinstance(ask.body, UnknownOutcome)


def tells_of_a_turn(ask: Ask) -> bool:
    """Whether it only tells how a turn went; a dialog on a screen stands, whatever went before."""
    return not ask.kind.is_decision and ask.sign is None and not stays(ask)


def of_main_thread(ask: Ask) -> bool:
    """Whether the session's main thread asks; a screen and a tool do not show that."""
    return ask.subagent == MAIN and ask.sign is None and not ask.by_tool


def is_sight_of(seen: Ask, told: Ask) -> bool:
    """Whether what was seen on a screen matches what a hook reports."""
    alike = (seen.kind is Kind.PERMISSION) is (told.kind is Kind.PERMISSION)
    about = _solid(told.text or told.title)
    if seen.sign is None or told.by_tool:
        return False
    return alike and bool(about) and about in _solid(seen.text)


def _solid(text: str) -> str:
    """A text without the breaks that a screen adds."""
    return "".join(text.split())
