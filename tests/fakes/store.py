"""A store that remembers as long as it lives; it can be told to fail."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from quarterdeck.domain.actions import Progress, Result, Stage
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.devices import Device
from quarterdeck.domain.ids import (
    ActionId,
    AlertChannel,
    AnswerId,
    AskId,
    CallerId,
    PressId,
    RequestId,
    SessionId,
    SurfaceId,
)
from quarterdeck.domain.journal import (
    ActionMoved,
    ActionOutcome,
    ActionWritten,
    Alerted,
    AnswerWritten,
    AskEnded,
    AskSnoozed,
    AskWritten,
    CallWritten,
    ChannelWritten,
    DeviceWritten,
    Entry,
    OutcomeWritten,
    PressesTaken,
    PressWritten,
    Remembered,
    RuleOutcome,
    RuleWritten,
    SessionWritten,
    StateChanged,
    SurfaceBound,
    TurnWritten,
)
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Unwritable


class MemoryStore:
    """Remembers sessions, asks, answers and outcomes without a file."""

    def __init__(self) -> None:
        self.journal: list[Entry] = []
        self.sessions: dict[SessionId, Session] = {}
        self.asks: dict[AskId, Ask] = {}
        self.channels: dict[RequestId, Channel] = {}
        self.answers: dict[AnswerId, Answer] = {}
        self.outcomes: dict[AnswerId, Outcome] = {}
        self.snoozed: dict[AskId, AskSnoozed] = {}
        self.actions: dict[ActionId, Progress] = {}
        self.action_ends: dict[ActionId, float] = {}
        self.devices: dict[CallerId, Device] = {}
        self.alerts: dict[tuple[AskId, AlertChannel], Alerted] = {}
        self.bindings: dict[SurfaceId, Binding] = {}
        self.presses: dict[PressId, QueuedPress] = {}
        self.last = 0.0  # when it was written to
        self.broken = ""  # why nothing can be written now

    def remembered(self) -> Remembered:
        """What an earlier run left: sessions not known to have ended, and open asks."""
        open_asks = [ask for ask in self.asks.values() if ask.ended is None]
        names = {ask.id for ask in open_asks}
        ended = {a.id for a in self.asks.values() if a.ended and a.ended.at > self.last - 600}
        return Remembered(
            tuple(s for s in self.sessions.values() if not s.ended),
            tuple(sorted(open_asks, key=lambda ask: ask.opened)),
            tuple(c for c in self.channels.values() if c.ask in names | ended),
            tuple(a for a in self.answers.values() if a.ask in names and a.id not in self.outcomes),
            tuple(sorted((s for s in self.snoozed.values() if s.ask in names), key=_until)),
            tuple(
                progress
                for name, progress in self.actions.items()
                if self.action_ends.get(name, self.last) > self.last - 600
            ),
            tuple(self.devices.values()),
            tuple(a for a in self.alerts.values() if a.ask in names | ended),
            tuple(self.bindings.values()),
            tuple(self.presses.values()),
        )

    async def write(self, entries: Sequence[Entry], now: float) -> None:
        """Write all of these or none."""
        if self.broken:
            raise Unwritable(self.broken)
        self.last = now
        for entry in entries:
            self._write(entry)

    def _write(self, entry: Entry) -> None:  # noqa: C901, PLR0912 - a table
        match entry:
            case SessionWritten(session):
                self.sessions[session.id] = session
            case AskWritten(ask):
                self.asks[ask.id] = ask
            case ChannelWritten(channel):
                self.channels[channel.request] = channel
            case AnswerWritten(answer):
                self.answers[answer.id] = answer
                self.outcomes.pop(answer.id, None)
            case OutcomeWritten(answer_id, outcome):
                if answer_id in self.answers:
                    self.outcomes[answer_id] = outcome
            case AskEnded(ask_id, ended):
                if ask_id in self.asks:
                    self.asks[ask_id] = replace(self.asks[ask_id], ended=ended)
            case Alerted(ask_id, channel):
                self.alerts[ask_id, channel] = entry
            case AskSnoozed(ask_id):
                self.snoozed[ask_id] = entry
            case ActionWritten(action):
                self.actions[action.id] = Progress(action, Stage.WAITING, None)
            case ActionMoved(action_id, stage):
                if action_id in self.actions:
                    self.actions[action_id] = replace(self.actions[action_id], stage=stage)
            case ActionOutcome(action_id, outcome, note, at):
                if action_id in self.actions:
                    self.action_ends[action_id] = at
                    over = Progress(
                        self.actions[action_id].action, Stage.ENDED, Result(outcome, note)
                    )
                    self.actions[action_id] = over
            case DeviceWritten(device):
                self.devices[device.id] = device
            case SurfaceBound(surface, binding):
                self.bindings.pop(surface, None)
                if binding:
                    self.bindings[surface] = binding
            case PressWritten(press):
                self.presses[press.id] = press
            case PressesTaken(names):
                for name in names:
                    self.presses.pop(name, None)
            case StateChanged() | TurnWritten() | CallWritten() | RuleWritten() | RuleOutcome():
                pass
            case _:
                assert_never(entry)
        self.journal.append(entry)


def _until(snoozed: AskSnoozed) -> float:
    return snoozed.until
