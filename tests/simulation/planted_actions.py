"""Bugs that somebody could write in actions, surfaces and callers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from tests.simulation.planted import Planted
from typing_extensions import override

from quarterdeck.daemon.surfaces import SurfaceBoards
from quarterdeck.domain import acting
from quarterdeck.domain.access import Access
from quarterdeck.domain.acting import Acting
from quarterdeck.domain.actions import Progress, Result, Stage, Step
from quarterdeck.domain.callers import Caller, CallerKind, Refusal, Right, may
from quarterdeck.domain.devices import Device
from quarterdeck.domain.effects import Effect, Record
from quarterdeck.domain.events import ActionEnded, BoardShown, Pressed
from quarterdeck.domain.guards import Guards
from quarterdeck.domain.ids import ActionId, AskId, CallerId, FaceId, SurfaceId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.surface_table import SurfaceTable
from quarterdeck.domain.surfaces import Sight

# Texts that wait, and interrupts that overtake


def an_interrupt_withdraws_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Acting, "_overtake", lambda *_: iter(()))


def an_interrupt_waits_for_what_is_typed_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Acting, "interrupt_due", lambda *_: iter(()))


def an_interrupt_does_not_wait_for_what_is_typed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(acting, "VERDICT_WITHIN", 0.0)


def two_interrupts_are_under_way_at_once(patch: pytest.MonkeyPatch) -> None:
    def hasty(self: Acting, name: ActionId, now: float) -> Iterator[Effect]:
        if progress := self._waiting(name):
            yield from self._start(progress, now)

    patch.setattr(Acting, "interrupt_due", hasty)


def a_text_waits_on_behind_an_interrupt(patch: pytest.MonkeyPatch) -> None:
    end = Acting.end

    def forgetful(self: Acting, event: ActionEnded, now: float) -> Iterator[Effect]:
        real = self._in
        self._in = lambda session: []  # type: ignore[method-assign]
        steps = end(self, event, now)
        first = next(steps, None)
        self._in = real  # type: ignore[method-assign]
        if first:
            yield first
        yield from steps

    patch.setattr(Acting, "end", forgetful)


def several_things_are_typed_at_once(patch: pytest.MonkeyPatch) -> None:
    running = Acting._running

    def blind(self: Acting, session: str) -> list[Progress]:
        return [p for p in running(self, session) if p.stage is Stage.PASTED]  # type: ignore[arg-type]

    patch.setattr(Acting, "_running", blind)


def a_later_text_passes_one_that_waits(patch: pytest.MonkeyPatch) -> None:
    def impatient(self: Acting, session: str) -> Progress | None:
        waiting = [p for p in self._in(session) if p.stage is Stage.WAITING]  # type: ignore[arg-type]
        return next((p for p in waiting if p.action.id not in self._hindered), None)

    patch.setattr(Acting, "_next", impatient)
    patch.setattr(Acting, "_has_waiting_text", lambda *_: False)


# Callers that vanish


def a_text_is_typed_for_somebody_who_vanished(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Acting, "withdraw", lambda *_: iter(()))


def what_is_being_typed_is_called_undelivered_when_its_caller_vanishes(
    patch: pytest.MonkeyPatch,
) -> None:
    def hasty(self: Acting, name: ActionId, now: float) -> Iterator[Effect]:
        if progress := self._actions.get(name):
            yield from self._end(progress, Result(Outcome.NOT_DELIVERED, ""), now)

    patch.setattr(Acting, "withdraw", hasty)


# Restarts


def what_was_begun_before_a_restart_is_called_undelivered(patch: pytest.MonkeyPatch) -> None:
    cut_short = Acting.cut_short

    def sure(self: Acting, progress: Progress, now: float) -> Iterator[Effect]:
        yield from cut_short(self, replace(progress, stage=Stage.WAITING), now)

    patch.setattr(Acting, "cut_short", sure)


def an_action_of_an_earlier_run_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Acting, "resume", lambda *_: None)


def an_action_is_not_written_down(patch: pytest.MonkeyPatch) -> None:
    move = Acting._move

    def silent(self: Acting, progress: Progress, step: Step, now: float) -> Iterator[Effect]:
        return (f for f in move(self, progress, step, now) if not isinstance(f, Record))

    patch.setattr(Acting, "_move", silent)


# Boards and faces


def a_face_that_is_not_shown_can_be_pressed(patch: pytest.MonkeyPatch) -> None:
    press = SurfaceTable.press

    def trusting(self: SurfaceTable, event: Pressed, now: float) -> object:
        mine = self._surfaces.get(event.surface)
        everywhere = [s.shown for s in self._surfaces.values()]
        found = next((shown[event.face] for shown in everywhere if event.face in shown), None)
        if mine and found:
            shown = {**mine.shown, event.face: found}
            self._surfaces[mine.id] = replace(mine, shown=shown)
        return press(self, event, now)

    patch.setattr(SurfaceTable, "press", trusting)


def a_forged_board_number_is_believed(patch: pytest.MonkeyPatch) -> None:
    def gullible(self: SurfaceBoards, name: SurfaceId, number: int, asks: Sequence[AskId]) -> None:
        del number
        known = {ask.id: ask for ask in self._view().asks}
        faces = (face for ask in asks if ask in known for face in self.faces(known[ask]))
        self._put(BoardShown(name, tuple(faces), self._clock()))

    patch.setattr(SurfaceBoards, "shown", gullible)


def what_was_out_of_sight_keeps_its_time(patch: pytest.MonkeyPatch) -> None:
    show, seen = SurfaceTable.show, dict[FaceId, Sight]()

    def remembering(self: SurfaceTable, event: BoardShown, now: float) -> Iterator[Effect]:
        yield from show(self, event, now)
        if surface := self._surfaces.get(event.surface):
            shown = {name: seen.setdefault(name, sight) for name, sight in surface.shown.items()}
            self._surfaces[surface.id] = replace(surface, shown=shown)

    patch.setattr(SurfaceTable, "show", remembering)


def a_hold_is_as_long_as_the_surface_says(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Guards, "was_held", lambda self, held, _: held >= self.hold)


def a_press_is_a_hold(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SurfaceTable, "_was_held", lambda *_: True)


# Rights


def a_revoked_device_answers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Access, "revoke", lambda *_: iter(()))
    write = Access._write

    def unrevoked(self: Access, device: Device) -> Iterator[Effect]:
        yield from write(self, replace(device, revoked=True))
        self._devices[device.id] = device

    def revoke(self: Access, name: CallerId) -> Iterator[Effect]:
        if device := self._devices.get(name):
            yield from unrevoked(self, device)

    patch.setattr(Access, "revoke", revoke)


def rights_are_asked_only_when_something_is_wanted(patch: pytest.MonkeyPatch) -> None:
    start = Acting._start

    def late(self: Acting, progress: Progress, now: float) -> Iterator[Effect]:
        access, self._access = self._access, Anybody(self._access)
        yield from list(start(self, progress, now))
        self._access = access

    patch.setattr(Acting, "_start", late)


class Anybody(Access):
    """Lets everybody do everything."""

    def __init__(self, before: Access) -> None:
        super().__init__(before._rules, before.devices())

    @override
    def may(self, caller: Caller, right: Right, risk: Level | None) -> Refusal | None:
        del caller, right, risk
        return None


def a_device_allows_what_is_above_its_ceiling(patch: pytest.MonkeyPatch) -> None:
    def lenient(self: Access, caller: Caller, right: Right, risk: Level | None) -> Refusal | None:
        del risk
        return checked(self, caller, right, None)

    checked = Access.may
    patch.setattr(Access, "may", lenient)


def an_agent_answers_for_the_person(patch: pytest.MonkeyPatch) -> None:
    def friendly(self: Access, caller: Caller, right: Right, risk: Level | None) -> Refusal | None:
        if caller.kind is CallerKind.AGENT:
            return may(replace(caller, kind=CallerKind.CLI), right, risk, self._rules)
        return checked(self, caller, right, risk)

    checked = Access.may
    patch.setattr(Access, "may", friendly)


# Each bug, a seed that finds it, and what is said of it.
PLANTED: Planted = [
    (an_interrupt_withdraws_nothing, 2, "after an interrupt that came later"),
    (an_interrupt_waits_for_what_is_typed_for_ever, 28, "waited for"),
    (an_interrupt_does_not_wait_for_what_is_typed, 5, "waits for nothing typed"),
    (two_interrupts_are_under_way_at_once, 27, "while another interrupts"),
    (a_text_waits_on_behind_an_interrupt, 6700, "after an interrupt that came later"),
    (several_things_are_typed_at_once, 0, "is done while"),
    (a_later_text_passes_one_that_waits, 0, "passes"),
    (a_text_is_typed_for_somebody_who_vanished, 0, "somebody who vanished"),
    (
        what_is_being_typed_is_called_undelivered_when_its_caller_vanishes,
        35,
        "is called not delivered",
    ),
    (what_was_begun_before_a_restart_is_called_undelivered, 0, "is called not delivered"),
    (an_action_of_an_earlier_run_is_forgotten, 0, "never ended"),
    (an_action_is_not_written_down, 0, "in the journal"),
    (a_face_that_is_not_shown_can_be_pressed, 23, "a face that was not shown"),
    (a_forged_board_number_is_believed, 145, "a face that was not shown"),
    (what_was_out_of_sight_keeps_its_time, 5, "a face that just appeared"),
    (a_hold_is_as_long_as_the_surface_says, 97, "counts as held"),
    (a_press_is_a_hold, 6700, "counts as held"),
    (a_revoked_device_answers, 6700, "may not"),
    (rights_are_asked_only_when_something_is_wanted, 619, "may not"),
    (a_device_allows_what_is_above_its_ceiling, 157, "may not give"),
    (an_agent_answers_for_the_person, 60, "may not give"),
]
