"""What is promised of actions, held against the truth at every entry and every key."""

from dataclasses import dataclass
from typing import assert_never

from tests.simulation.broken import hold
from tests.simulation.rights import may_act
from tests.simulation.truth import Truth, Wish

from quarterdeck.domain.actions import Focus, Interrupt, Progress, Send, Stage
from quarterdeck.domain.callers import Right
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import ActionId, CallerId
from quarterdeck.domain.journal import (
    ActionMoved,
    ActionOutcome,
    ActionWritten,
    DeviceWritten,
    Entry,
)
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.watch import View

VERDICT_WITHIN = 1.0
LATE = 0.5  # what is due may be handled together with what comes next

_RIGHTS = {
    "send": Right.SEND,
    "keys": Right.PRESS,
    "interrupt": Right.INTERRUPT,
    "focus": Right.FOCUS,
}


@dataclass(slots=True)
class Written:
    """An action as the journal knows it."""

    wish: Wish
    order: int  # its place among all that were written
    at: float  # when it was wanted
    heard: float
    run: int
    stage: Stage = Stage.WAITING
    outcome: Outcome | None = None

    @property
    def runs(self) -> bool:
        return self.stage in (Stage.STARTED, Stage.PASTED) and self.outcome is None

    @property
    def types(self) -> bool:
        return not isinstance(self.wish.action.do, Focus)


class ActionPromises:
    """Compares what is written, typed and told of actions with what is true."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self._written: dict[ActionId, Written] = {}
        self.devices: dict[CallerId, Device] = {}
        self.run = 0

    # What is written, in the order in which it was decided

    def written(self, entry: Entry, now: float) -> None:
        match entry:
            case DeviceWritten(device):
                self.devices[device.id] = device
            case ActionWritten(action):
                wish = self._truth.wishes.get(action.id)
                hold(wish is not None, f"nobody wanted {action.id}")
                assert wish is not None
                hold(action.id not in self._written, f"{action.id} is written twice")
                self._allowed(wish)
                order = len(self._written)
                self._written[action.id] = Written(wish, order, action.at, now, self.run)
            case ActionMoved(name, stage, at):
                self._moved(self._written[name], stage, at)
            case ActionOutcome(name, outcome, _, _):
                if known := self._written.get(name):
                    hold(known.outcome is None, f"{name} ends twice")
                    known.outcome, known.stage = outcome, Stage.ENDED
                    self._outcome(known.wish, outcome)
            case _:
                pass

    def _moved(self, known: Written, stage: Stage, at: float) -> None:
        name = known.wish.action.id
        hold(known.outcome is None, f"{name} goes on after its end")
        known.stage = stage
        if stage is Stage.STARTED:
            self._started(known, at)

    def _started(self, known: Written, at: float) -> None:
        """It is done now: by somebody who may, who is still there, and in its turn."""
        action = known.wish.action
        self._allowed(known.wish)
        gone = known.wish.withdrawn
        # Of two things that came while the disk was slow, the one that came first is heard first.
        unheard = gone is None or at <= gone or known.heard >= gone
        hold(unheard, f"{action.id} is done for somebody who vanished")
        mine = [w for w in self._written.values() if w.wish.action.session == action.session]
        others = [w for w in mine if w is not known and w.run == self.run]
        later_stop = any(_stops(w) and w.order > known.order for w in others)
        free = isinstance(action.do, Focus | Interrupt)
        hold(free or not later_stop, f"{action.id} is done after an interrupt that came later")
        running = [w for w in others if w.runs and w.types]
        if isinstance(action.do, Interrupt):
            self._interrupts(known, running, others, at)
        elif not isinstance(action.do, Focus):
            hold(not running, f"{action.id} is done while {[w.wish.action.id for w in running]}")
        if isinstance(action.do, Send):
            earlier = [w for w in others if _waits(w) and w.order < known.order]
            hold(not earlier, f"{action.id} passes {[w.wish.action.id for w in earlier]}")

    def _interrupts(
        self, known: Written, running: list[Written], others: list[Written], at: float
    ) -> None:
        name, waited = known.wish.action.id, at - known.at
        hold(not any(_stops(w) for w in running), f"{name} is done while another interrupts")
        hold(not running or waited >= VERDICT_WITHIN, f"{name} waits for nothing typed")
        behind = any(_stops(w) and w.order < known.order for w in others)
        in_time = waited <= VERDICT_WITHIN + LATE
        hold(in_time or behind, f"{name} waited for {waited:.2f} s")

    def _allowed(self, wish: Wish) -> None:
        action = wish.action
        right = _RIGHTS[action.do.kind]
        hold(may_act(action.by, right, self.devices), f"{action.by.name} may not: {action.id}")

    # What is typed

    def typed(self, name: str) -> None:
        """A text or a key of an action reaches a terminal."""
        known = self._written.get(ActionId(name))
        hold(known is not None, f"{name} is typed and not in the journal")
        assert known is not None
        hold(known.runs, f"{name} is typed and is {known.stage} in the journal")
        hold(not known.wish.typed, f"{name} is typed twice")
        known.wish.typed = True

    def taken(self, name: str) -> None:
        """An agent took a text."""
        self._truth.wishes[ActionId(name)].taken = True

    # What is told

    def told(self, progress: Progress) -> None:
        """Somebody hears of an action."""
        name, result = progress.action.id, progress.result
        if result:
            self._outcome(self._truth.wishes[name], result.outcome)
        else:
            hold(name in self._written, f"{name} is shown and not in the journal")

    def _outcome(self, wish: Wish, outcome: Outcome) -> None:
        name, types = wish.action.id, isinstance(wish.action.do, Send)
        match outcome:
            case Outcome.ACCEPTED:
                hold(wish.taken or not types, f"{name} was not accepted")
            case Outcome.NOT_DELIVERED:
                hold(not wish.typed, f"{name} was typed, and is called not delivered")
            case Outcome.BLOCKED:
                hold(not wish.taken, f"{name} was accepted")
            case Outcome.UNKNOWN:
                pass
            case _:
                assert_never(outcome)

    # When all is quiet

    def quiet(self, view: View) -> None:
        """Everything came to its end."""
        for known in self._written.values():
            name = known.wish.action.id
            hold(known.outcome is not None, f"{name} never ended: {known.stage}")
        hold(not view.actions, f"{[p.action.id for p in view.actions]} never ended")


def _stops(written: Written) -> bool:
    return isinstance(written.wish.action.do, Interrupt)


def _waits(written: Written) -> bool:
    waiting = written.stage is Stage.WAITING and written.outcome is None
    return waiting and isinstance(written.wish.action.do, Send)
