"""The surfaces: who is looking, since when each face is shown, and what a press on it means."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import assert_never

from quarterdeck.domain.agenda import Agenda
from quarterdeck.domain.bindings import Binding, binding_to
from quarterdeck.domain.board_state import BoardState, browsed
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.effects import Effect, Record, Refuse, SurfaceChanged
from quarterdeck.domain.events import BoardShown, PressBegan, Pressed, SurfaceJoined
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import AskId, FaceId, SessionId, SurfaceId
from quarterdeck.domain.journal import SurfaceBound
from quarterdeck.domain.meanings import (
    Act,
    Bind,
    Browse,
    Choose,
    ListSessions,
    Means,
    OpenSession,
    Pick,
    Step,
    StopAll,
    Toggle,
    Turn,
    Wake,
)
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.surfaces import Eyes, Face, Sight, Surface
from quarterdeck.domain.timers import NobodyLooks, Timers

MOST_FINGERS = 32  # on faces that a surface does not show yet
BACK_WITHIN = 1.0  # a page that is loaded again is back by then

_NOT_SHOWN = "It is no longer shown."
_GUARDED = "It was not in sight long enough to be meant."
_NOT_HELD = "It must be held."
_ANOTHERS = "It belongs to another session than this surface."


@dataclass(frozen=True, slots=True)
class Meant:
    """What a press that counts means, whose it is, and whether it was held."""

    means: Means
    caller: Caller
    held: bool


class SurfaceTable:
    """The surfaces that are connected."""

    def __init__(
        self, agenda: Agenda, timers: Timers, guards: Guards, bindings: tuple[Binding, ...]
    ) -> None:
        self._agenda = agenda
        self._bindings = {binding.surface: binding for binding in bindings}
        self._timers = timers
        self._guards = guards
        self._surfaces: dict[SurfaceId, Surface] = {}
        self._looked_away = -inf

    def all(self) -> tuple[Surface, ...]:
        """Every surface, in order of joining."""
        return tuple(self._surfaces.values())

    def somebody_looks(self, now: float) -> bool:
        """Whether a person can see any of them."""
        return any(surface.is_present(now) for surface in self._surfaces.values())

    def seen_until(self) -> float:
        """Until when a person could see any of them, as far as is known."""
        return max(self._looked_away, *(s.seen_until for s in self._surfaces.values()), -inf)

    def notifies(self) -> bool:
        """Whether one of them shows notifications itself."""
        return any(surface.profile.notifies for surface in self._surfaces.values())

    # What they tell

    def join(self, event: SurfaceJoined, remembers: Session | None) -> Iterator[Effect]:
        """A surface is connected; if nobody knows its session, its own memory counts."""
        known = self._bindings.get(event.surface)
        if known is None and remembers and not remembers.ended:
            known = binding_to(event.surface, remembers, event.at)
        if known:
            yield from self._tie(event.surface, replace(known, at=event.at))
        emulated = event.profile.eyes is Eyes.NONE
        self._surfaces[event.surface] = Surface(
            event.surface,
            event.profile,
            event.caller,
            seen=None,
            shown={},
            down={},
            touched=-inf if emulated else event.at,
            bound=known,
        )
        yield SurfaceChanged(event.surface)

    def bindings(self) -> Mapping[SurfaceId, Binding]:
        """The session of each surface that has one, connected or not."""
        return dict(self._bindings)

    def bind(self, name: SurfaceId, session: Session | None, at: float) -> Iterator[Effect]:
        """A person ties a surface to a session, or to all of them again."""
        bound = binding_to(name, session, at) if session else None
        yield from self._tie(name, bound)
        if surface := self._surfaces.get(name):
            self._surfaces[name] = replace(surface, bound=bound, state=BoardState())
            yield SurfaceChanged(name)

    def _tie(self, name: SurfaceId, bound: Binding | None) -> Iterator[Effect]:
        if bound:
            self._bindings[name] = bound
        else:
            self._bindings.pop(name, None)
        yield Record(SurfaceBound(name, bound))

    def show(self, event: BoardShown, now: float) -> Iterator[Effect]:
        """A surface shows these faces; those that it showed before keep their time."""
        surface = self._surfaces.get(event.surface)
        if surface is None:
            return
        shown = {face.id: Sight(face, now) for face in event.faces}
        for name, before in surface.shown.items():
            if name in shown and shown[name].face == before.face:
                shown[name] = before
        down = {name: at for name, at in surface.down.items() if name in shown}
        self._note_end(surface, now)  # it may go dark
        self._surfaces[surface.id] = replace(surface, seen=now, shown=shown, down=down)
        if shown.keys() != surface.shown.keys():
            yield SurfaceChanged(surface.id)

    def look_away(self, name: SurfaceId, now: float) -> None:
        """Nobody sees a surface now."""
        if surface := self._surfaces.get(name):
            self._note_end(surface, now)
            self._surfaces[name] = replace(surface, seen=None, shown={}, down={})
            self._timers.set(now + BACK_WITHIN, NobodyLooks())

    def leave(self, name: SurfaceId, now: float) -> None:
        """A surface is gone; what was pressed on it is let go without a word."""
        if surface := self._surfaces.pop(name, None):
            self._note_end(surface, now)
            self._timers.set(now + BACK_WITHIN, NobodyLooks())

    def _note_end(self, surface: Surface, now: float) -> None:
        self._looked_away = max(self._looked_away, min(now, surface.seen_until))

    # What a press means

    def begin(self, event: PressBegan) -> None:
        """A face is pressed, and not yet let go; perhaps before we know that it is shown."""
        surface = self._surfaces.get(event.surface)
        if surface and (event.face in surface.shown or len(surface.down) < MOST_FINGERS):
            down = {**surface.down, event.face: event.at}
            self._surfaces[surface.id] = replace(surface, down=down, touched=event.at)

    def press(self, event: Pressed, now: float) -> Meant | Refuse:
        """What a press means, if it counts and its face is still there."""
        surface = self._surfaces.get(event.surface)
        sight = surface.shown.get(event.face) if surface else None
        if surface is None or sight is None:
            return Refuse(event.id, "not_shown", _NOT_SHOWN)
        face = sight.face
        if surface.bound and not self._is_about(face.means, surface.bound.session):
            return Refuse(event.id, "other_session", _ANOTHERS)
        began = surface.down.get(event.face)
        let_go = _let_go(surface, face)
        self._surfaces[surface.id] = replace(surface, down=let_go, touched=now)
        since_seen = (now if began is None else began) - sight.since
        guard = self._guards.of_press(face.means, self._agenda)
        if guard and since_seen < guard:
            return Refuse(event.id, "guarded", _GUARDED)
        held = self._was_held(surface, event, began)
        if face.hold and not held:
            return Refuse(event.id, "needs_confirmation", _NOT_HELD)
        return Meant(face.means, event.by or surface.caller, held)

    def turn(self, name: SurfaceId, means: Browse) -> Iterator[Effect]:
        """A person turned a surface to something else."""
        if surface := self._surfaces.get(name):
            state = surface.state.without_ended({ask.id for ask in self._agenda})
            self._surfaces[name] = replace(surface, state=browsed(state, means))
            yield SurfaceChanged(name)

    def _is_about(self, means: Means, session: SessionId) -> bool:
        """Whether a press on a surface of this session concerns no other one."""
        match means:
            case Choose(ask) | Toggle(ask) | Pick(ask) | Step(ask):
                return self._asked_by(ask) in (session, None)
            case Turn(ask):
                return ask is None or self._asked_by(ask) in (session, None)
            case Act(other) | OpenSession(other):
                return other in (session, None)
            case StopAll():
                return False
            case Bind() | ListSessions() | Wake():
                return True
            case _:
                assert_never(means)

    def _asked_by(self, name: AskId) -> SessionId | None:
        ask = self._agenda.get(name)
        return ask.session if ask else None

    def _was_held(self, surface: Surface, event: Pressed, began: float | None) -> bool:
        if event.held is None:
            return False
        if event.by:  # a program holds nothing: it says that it is sure
            return self._guards.was_held(event.held, event.held)
        if not surface.profile.hold or began is None:
            return False
        return self._guards.was_held(event.held, event.at - began)


def _let_go(surface: Surface, face: Face[Means]) -> dict[FaceId, float]:
    """What is still down when a face is let go: nothing of its key, if it has one."""
    return {
        name: at
        for name, at in surface.down.items()
        if name != face.id
        and not (face.key and name in surface.shown and surface.shown[name].face.key == face.key)
    }
