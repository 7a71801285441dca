"""Who is calling, and what they may do: one table, used by the doors and by the watch."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from quarterdeck.domain.ids import CallerId, SessionId
from quarterdeck.domain.risk import Level


class CallerKind(StrEnum):
    """From where somebody calls."""

    CLI = "cli"
    PAGE = "page"
    DEVICE = "device"
    PROGRAM = "program"
    AGENT = "agent"  # a process below an agent, whatever token it has


class Role(StrEnum):
    """How much a caller may do; each role includes the one before."""

    VIEW = "view"
    ANSWER = "answer"
    TYPE = "type"


class Right(StrEnum):
    """What a caller may want to do."""

    SEE = "see"
    ANSWER = "answer"
    SNOOZE = "snooze"
    INTERRUPT = "interrupt"
    FOCUS = "focus"
    RENAME = "rename"
    SEND = "send"
    PRESS = "press keys"
    WATCH_TYPING = "type into a terminal"
    CONFIGURE = "change settings"
    PAIR = "pair"
    ASK = "ask the person"
    BUTTONS = "set buttons"


class CriticalFrom(StrEnum):
    """Who may allow what is critical."""

    ANY = "any"
    PAIRED = "paired"  # only callers with a token of their own


@dataclass(frozen=True, slots=True)
class AccessRules:
    """What the person set about callers."""

    agents_may_type: bool
    critical_from: CriticalFrom


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who wants something done."""

    id: CallerId
    kind: CallerKind
    name: str
    role: Role
    ceiling: Level  # the highest risk that it may allow
    session: SessionId | None  # the session that an agent's process belongs to, if it is known
    own_token: bool  # whether its token belongs to it alone, and can be revoked


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a caller may not do something: a code and a sentence."""

    code: str
    why: str


_SEES = frozenset({Right.SEE})
_ANSWERS = _SEES | {Right.ANSWER, Right.SNOOZE, Right.INTERRUPT, Right.FOCUS}
_TYPES = _ANSWERS | {
    Right.RENAME,
    Right.SEND,
    Right.PRESS,
    Right.WATCH_TYPING,
    Right.CONFIGURE,
    Right.PAIR,
    Right.ASK,
    Right.BUTTONS,
}

RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {Role.VIEW: _SEES, Role.ANSWER: _ANSWERS, Role.TYPE: _TYPES}
)


def may(caller: Caller, right: Right, risk: Level | None, rules: AccessRules) -> Refusal | None:
    """The objection to it; `risk` is that of the call to be allowed."""
    if caller.kind is CallerKind.AGENT:
        return _may_agent(right, rules)
    if right not in RIGHTS[caller.role]:
        return Refusal("refused", f"{caller.name} may not {right}: its role is {caller.role!r}.")
    if risk is None:
        return None
    if not caller.ceiling.reaches(risk):
        why = f"{caller.name} may allow up to {caller.ceiling}; this is {risk}."
        return Refusal("too_risky", why)
    paired_only = rules.critical_from is CriticalFrom.PAIRED
    if risk is Level.CRITICAL and paired_only and not caller.own_token:
        return Refusal("not_paired", "Only a paired device may allow something critical.")
    return None


def _may_agent(right: Right, rules: AccessRules) -> Refusal | None:
    own = (Right.SEE, Right.ASK, Right.BUTTONS)
    if right in own or (right is Right.SEND and rules.agents_may_type):
        return None
    return Refusal("refused", "An agent may not do this; a person must.")
