"""Rules that would have saved asks: which follow from what the person decided.

A rule is suggested for a call that was allowed again and again, exactly as it was, and for
nothing else. One refusal of it, or one high rating, and it is never suggested.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.asks import How
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.states import Outcome

DAY = 86400.0


class Verdict(StrEnum):
    """What the person thought of a call, as far as it is known."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # nobody decided, or nobody can tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One ask about a call, as the history knows it."""

    agent: str
    cwd: str
    tool: str
    input: Mapping[str, object] | None  # None where it does not matter: it was asked too rarely
    digest: str  # of the input as the agent sent it
    what: str  # the call as it was shown
    risk: Level | None
    verdict: Verdict
    at: float
    waited: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """One ask about a call, with the agent's own rule for it."""

    agent: str
    project: str
    rule: str  # for this very call and no other; empty where no rule is that exact
    what: str
    risk: Level | None
    verdict: Verdict
    at: float
    waited: float


@dataclass(frozen=True, slots=True)
class Enough:
    """How often, and over which time, a call must have been allowed."""

    times: int
    span: float  # seconds between the first time and the last


# Five times on one afternoon are one piece of work; when it comes back on another day, and is
# allowed again, it is a habit.
ENOUGH = Enough(5, DAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A rule that would have saved asks, and what speaks for it."""

    agent: str
    project: str
    rule: str
    what: str  # all that it would allow
    times: int
    first: float
    last: float
    waited: float  # for how long the agent stood still for it, all in all


@dataclass(frozen=True, slots=True)
class Offer:
    """A suggestion by its name, with its rating of today, and the file its rule would go into."""

    id: str
    suggestion: Suggestion
    risk: Risk
    place: str


def verdict_of(choice: str | None, outcome: str | None, how: str | None, *, ran: bool) -> Verdict:
    """What an answer to a permission, and its end, say about the person's will."""
    if choice in ("allow", "always"):
        return Verdict.ALLOWED if outcome == Outcome.ACCEPTED else Verdict.UNKNOWN
    if choice is not None and choice != "dismiss":
        return Verdict.REFUSED
    if how == How.TERMINAL:
        # That it ran is told by the agent alone, which could make a habit of it for the person.
        return Verdict.UNKNOWN if ran else Verdict.REFUSED
    return Verdict.REFUSED if how == How.INTERRUPTED else Verdict.UNKNOWN


def suggestions(decided: Iterable[Decided], enough: Enough) -> tuple[Suggestion, ...]:
    """The rules that follow, those that would have saved most first."""
    everything = tuple(decided)
    refused = [_solid(d.what) for d in everything if d.verdict is Verdict.REFUSED]
    risky = {_solid(d.what) for d in everything if not _is_harmless(d.risk)}
    allowed: dict[tuple[str, str, str], list[Decided]] = defaultdict(list)
    for one in everything:
        if one.rule and one.verdict is Verdict.ALLOWED:
            allowed[one.agent, one.project, one.rule].append(one)
    found = [_suggestion(times) for times in allowed.values() if _is_habit(times, enough)]
    safe = (s for s in found if not _speaks_against(_solid(s.what), refused, risky))
    return tuple(sorted(safe, key=lambda s: (-s.times, s.project, s.rule)))


def _is_habit(times: list[Decided], enough: Enough) -> bool:
    moments = [one.at for one in times]
    same = len({one.what for one in times}) == 1
    return same and len(times) >= enough.times and max(moments) - min(moments) >= enough.span


def _speaks_against(what: str, refused: Iterable[str], risky: set[str]) -> bool:
    """Whether it was refused, in whatever it was a part of, or rated high."""
    return not what or what in risky or any(what in other for other in refused)


def _is_harmless(risk: Level | None) -> bool:
    return risk is not None and not risk.reaches(Level.HIGH)


def _suggestion(times: list[Decided]) -> Suggestion:
    one = times[0]
    return Suggestion(
        agent=one.agent,
        project=one.project,
        rule=one.rule,
        what=one.what,
        times=len(times),
        first=min(d.at for d in times),
        last=max(d.at for d in times),
        waited=sum(d.waited for d in times),
    )


def _solid(text: str) -> str:
    """A text without its spaces: those that a screen adds, or somebody types, change nothing."""
    return "".join(text.split())
