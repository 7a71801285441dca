"""The surfaces: who is looking, since when each face is shown, and what a press on it means."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from quarterdeck.domain.agenda import Agenda
from quarterdeck.domain.board_state import browsed
from quarterdeck.domain.callers import Caller
from quarterdeck.domain.effects import Effect, Refuse, SurfaceChanged
from quarterdeck.domain.events import BoardShown, PressBegan, Pressed, SurfaceJoined
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import FaceId, SurfaceId
from quarterdeck.domain.meanings import Browse, Means
from quarterdeck.domain.surfaces import Face, Sight, Surface
from quarterdeck.domain.timers import NobodyLooks, Timers

MOST_FINGERS = 32  # on faces that a surface does not show yet
BACK_WITHIN = 1.0  # a page that is loaded again is back by then

_NOT_SHOWN = "It is no longer shown."
_GUARDED = "It was not in sight long enough to be meant."
_NOT_HELD = "It must be held."


@dataclass(frozen=True, slots=True)
class Meant:
    """What a press that counts means, whose it is, and whether it was held."""

    means: Means
    caller: Caller
    held: bool


class SurfaceTable:
    """The surfaces that are connected."""

    def __init__(self, agenda: Agenda, timers: Timers, guards: Guards) -> None:
        self._agenda = agenda
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

    def join(self, event: SurfaceJoined) -> Iterator[Effect]:
        """A surface is connected; it shows nothing yet."""
        self._surfaces[event.surface] = Surface(
            event.surface, event.profile, event.caller, seen=None, shown={}, down={}
        )
        yield SurfaceChanged(event.surface)

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
