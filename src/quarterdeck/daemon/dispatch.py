"""Carries out effects: each goes to its neighbour, and none is waited for."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, assert_never

from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.daemon.performing import Performer
from quarterdeck.domain.actions import Progress
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.effects import (
    Acknowledge,
    Alert,
    Cancel,
    Carry,
    Effect,
    KeepOpen,
    Perform,
    Record,
    Refuse,
    Release,
    Reply,
    ShowAction,
    ShowAsk,
    ShowSession,
    SurfaceChanged,
    Tell,
    UpdateAlert,
    WaitUntilFree,
    WithdrawAlert,
    WithdrawKeys,
)
from quarterdeck.domain.events import Delivered, Event
from quarterdeck.domain.ids import AnswerId, SurfaceId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Clock, Delivery, Replies, Unreachable

log = logging.getLogger(__name__)

_GONE = "its dialog was gone before a key was pressed"


@dataclass(frozen=True, slots=True)
class Audience:
    """The listeners: they are told what changed, each at its own pace."""

    sessions: tuple[Callable[[Session], None], ...]
    asks: tuple[Callable[[Ask], None], ...]
    actions: tuple[Callable[[Progress], None], ...]


class Boards(Protocol):
    """Knows what surfaces show."""

    def surface_changed(self, name: SurfaceId) -> None:
        """A surface should be given its board again."""


class Alerts(Protocol):
    """Whoever sends alerts."""

    def carry_out(self, effect: Alert | UpdateAlert | WithdrawAlert) -> None:
        """Send, update or withdraw an alert."""


class Carrier(Protocol):
    """Delivers an answer to an agent that has no hook open."""

    def carry(self, session: Session, ask: Ask, answer: Answer) -> Awaitable[Delivery]:
        """Deliver an answer, and report its outcome."""


class Dispatch:
    """Knows who carries out what."""

    def __init__(
        self,
        *,
        replies: Sequence[Replies],
        carrier: Carrier,
        performer: Performer,
        boards: Sequence[Boards],
        alerts: Alerts,
        audience: Audience,
        outcomes: Outcomes,
        outbox: Outbox,
        clock: Clock,
    ) -> None:
        self._replies = replies
        self._carrier = carrier
        self._performer = performer
        self._boards = boards
        self._alerts = alerts
        self._audience = audience
        self._outcomes = outcomes
        self._outbox = outbox
        self._clock = clock
        self._to_carry: set[AnswerId] = set()  # answers whose turn has yet to come
        self.put: Callable[[Event], None] = lambda _: None  # the loop's inbox, once there is one

    def carry_out(self, effect: Effect) -> None:  # noqa: C901, PLR0912 - a table
        """Do what an effect says."""
        match effect:
            case Reply() | KeepOpen() | Release():
                self._send_back(effect)
            case Carry(session, ask, answer):
                self._to_carry.add(answer.id)
                self._outbox.add(session.id, lambda: self._carry(session, ask, answer))
            case WithdrawKeys(answer_id):
                self._withdraw(answer_id)
            case ShowSession() | ShowAsk() | ShowAction():
                self._show(effect)
            case Perform(session, action):
                self._performer.perform(session, action)
            case WaitUntilFree(session, action):
                self._performer.wait_until_free(session, action)
            case Cancel(action_id):
                self._performer.cancel(action_id)
            case SurfaceChanged(surface):
                for boards in self._boards:
                    boards.surface_changed(surface)
            case Alert() | UpdateAlert() | WithdrawAlert():
                self._alerts.carry_out(effect)
            case Tell() | Refuse() | Acknowledge():
                self._outcomes.hear(effect)
            case Record():
                log.error("an entry reached dispatch: %r", effect)
            case _:
                assert_never(effect)

    def _show(self, effect: ShowSession | ShowAsk | ShowAction) -> None:
        match effect:
            case ShowSession(session):
                for told in self._audience.sessions:
                    told(session)
            case ShowAsk(ask):
                for hear in self._audience.asks:
                    hear(ask)
            case ShowAction(progress):
                for tell in self._audience.actions:
                    tell(progress)
                if progress.result:
                    self._outcomes.hear(progress)
            case _:
                assert_never(effect)

    def _send_back(self, effect: Reply | KeepOpen | Release) -> None:
        """Answer a request where it came in; whose session it is does not matter."""
        way = next((way for way in self._replies if way.holds(effect.request)), None)
        if way is None:
            return  # it went away, and that was told
        match effect:
            case Reply(request, ask, answer):
                way.reply(request, ask, answer)
            case KeepOpen(request):
                way.keep(request)
            case Release(request):
                way.release(request)
            case _:
                assert_never(effect)

    def _withdraw(self, name: AnswerId) -> None:
        """Press nothing, and say so; keys that are under way report for themselves."""
        if name in self._to_carry:
            self._to_carry.remove(name)
            self.put(Delivered(name, Outcome.NOT_DELIVERED, _GONE, self._clock()))

    async def _carry(self, session: Session, ask: Ask, answer: Answer) -> None:
        if answer.id not in self._to_carry:
            return  # it was withdrawn
        self._to_carry.remove(answer.id)
        try:
            delivery = await self._carrier.carry(session, ask, answer)
        except Unreachable as error:
            delivery = Delivery(Outcome.NOT_DELIVERED, str(error), error.cause)
        except Exception:
            log.exception("could not carry %s to %s", answer.choice, session.id)
            delivery = Delivery(Outcome.UNKNOWN, "it failed on the way")
        self.put(
            Delivered(answer.id, delivery.outcome, delivery.note, self._clock(), delivery.error)
        )
