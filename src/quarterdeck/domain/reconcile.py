"""One state out of sightings that disagree.

The newest exact source (hook, registry) wins, because both say when a thing
happened. The screen alone corrects them only after a while, except that a
dialog on it is believed at once; a guess corrects nobody. What nobody can tell
is unknown, not idle.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from quarterdeck.domain.sessions import Confidence, Sighting, Source
from quarterdeck.domain.states import State

AT_ONCE = 0.0  # a dialog can be seen, whatever other sources say
ANSWERED_AFTER = 2.0  # the screen shows no dialog, the hooks say waiting
IDLE_AFTER = 5.0  # the screen shows an idle prompt, the hooks say working
BLIND_AFTER = 10.0  # nothing on the screen is known
REGISTRY_WITHIN = 1.0  # by then the agent has rewritten its registry

# What the screen may correct: from what others say to what it shows, and after how long.
CORRECTIONS = MappingProxyType(
    {
        (State.STARTING, State.IDLE): IDLE_AFTER,
        (State.STARTING, State.UNKNOWN): BLIND_AFTER,
        (State.WORKING, State.WAITING): AT_ONCE,
        (State.WORKING, State.IDLE): IDLE_AFTER,
        (State.WORKING, State.FAILED): IDLE_AFTER,
        (State.WORKING, State.LIMITED): IDLE_AFTER,
        (State.WORKING, State.UNKNOWN): BLIND_AFTER,
        (State.WAITING, State.WORKING): ANSWERED_AFTER,
        (State.WAITING, State.IDLE): ANSWERED_AFTER,
    }
)

_LASTING = {State.FAILED, State.LIMITED}


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a session is doing, by whose word, and how sure that is."""

    state: State
    source: Source
    reason: str
    confidence: Confidence
    at: float


def conclude(sightings: Iterable[Sighting], now: float) -> Conclusion:
    """The state that explains all sightings best."""
    by = {s.source: s for s in sightings}
    gone = by.get(Source.PROCESS)
    if gone and gone.state is State.ENDED:
        return _trust(gone)
    exact = _newest_exact(by, now)
    screen = by.get(Source.SCREEN)
    if exact is None:
        only = screen or gone
        return _trust(only) if only else _nobody(now)
    if screen and screen.at >= exact.at and (better := _corrected(exact, screen, now)):
        return better
    return _trust(exact)


def next_look(sightings: Iterable[Sighting], now: float) -> float | None:
    """When a disagreement becomes old enough to be decided by the screen."""
    by = {s.source: s for s in sightings}
    hook, registry = _said(by), by.get(Source.REGISTRY)
    if hook and registry and hook.state is not registry.state and hook.at > registry.at:
        due = hook.at + REGISTRY_WITHIN
        if due > now:
            return due
    screen, exact = by.get(Source.SCREEN), _newest_exact(by, now)
    if screen is None or exact is None:
        return None
    after = CORRECTIONS.get((exact.state, screen.state))
    due = max(screen.at, exact.at) + after if after is not None else now
    return due if due > now else None


def _newest_exact(by: dict[Source, Sighting], now: float) -> Sighting | None:
    hook, registry = _said(by), by.get(Source.REGISTRY)
    if hook is None or registry is None:
        return hook or registry
    # A failed turn leaves an idle prompt behind; that is no news.
    if hook.state in _LASTING and registry.state is State.IDLE:
        return hook
    # A hook's client starts a little after the fact, so a hook that seems newer may be
    # the older news; the registry has the last word once it had time to be rewritten. An
    # agent that had no time for it yet, on a busy machine, shows on its screen what the hook says.
    fresh = now - hook.at < REGISTRY_WITHIN or _shows(by.get(Source.SCREEN), hook.state, hook.at)
    return hook if hook.at > registry.at and fresh else registry


def _said(by: dict[Source, Sighting]) -> Sighting | None:
    """What hooks say: ours, or a program's word where we have none.

    A limit or an error is believed from either: no hook of ours may have seen it.
    """
    hook, told = by.get(Source.HOOK), by.get(Source.TOLD)
    if hook is None or told is None:
        return hook or told
    return told if told.state in _LASTING and told.at > hook.at else hook


def _shows(screen: Sighting | None, state: State, since: float) -> bool:
    if screen is None or screen.confidence is Confidence.LOW:
        return False
    return screen.state is state and screen.at >= since


def _corrected(exact: Sighting, screen: Sighting, now: float) -> Conclusion | None:
    """What the screen says, if it may overrule an exact source."""
    after = CORRECTIONS.get((exact.state, screen.state))
    guessed = screen.confidence is Confidence.LOW and screen.state is not State.UNKNOWN
    if after is None or guessed:
        return None
    if after == AT_ONCE:
        return _trust(screen)
    alone = exact.source is not Source.REGISTRY
    if alone and now - max(screen.at, exact.at) >= after:
        return Conclusion(screen.state, Source.SCREEN, screen.reason, Confidence.MEDIUM, screen.at)
    return None


def _trust(sighting: Sighting) -> Conclusion:
    return Conclusion(
        sighting.state, sighting.source, sighting.reason, sighting.confidence, sighting.at
    )


def _nobody(now: float) -> Conclusion:
    return Conclusion(State.UNKNOWN, Source.PROCESS, "no sign yet", Confidence.LOW, now)
