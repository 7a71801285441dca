"""Carries out effects: each goes to the neighbour it is meant for, and none is waited for."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, assert_never

from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.effects import (
    Carry,
    Effect,
    KeepOpen,
    Record,
    Refuse,
    Release,
    Reply,
    ShowAsk,
    ShowSession,
    Tell,
)
from quarterdeck.domain.events import Delivered, Event
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Clock, Delivery, Replies, Unreachable

log = logging.getLogger(__name__)


class Audience(Protocol):
    """Those who look on: they are told what changed, each at its own pace."""

    def session_changed(self, session: Session) -> None:
        """A session is not what it was."""

    def ask_changed(self, ask: Ask) -> None:
        """An ask came, ended or moved."""


class Carrier(Protocol):
    """Whoever brings an answer to an agent that has no hook open."""

    def carry(self, session: Session, ask: Ask, answer: Answer) -> Awaitable[Delivery]:
        """Bring an answer there, and tell what became of it."""


class Everybody:
    """Several who look on, as one."""

    def __init__(self, members: Sequence[Audience]) -> None:
        self._members = members

    def session_changed(self, session: Session) -> None:
        """Tell each that a session is not what it was."""
        for member in self._members:
            member.session_changed(session)

    def ask_changed(self, ask: Ask) -> None:
        """Tell each that an ask came, ended or moved."""
        for member in self._members:
            member.ask_changed(ask)


class Dispatch:
    """Knows who carries out what."""

    def __init__(
        self,
        *,
        replies: Sequence[Replies],
        carrier: Carrier,
        audience: Audience,
        outcomes: Outcomes,
        outbox: Outbox,
        clock: Clock,
    ) -> None:
        self._replies = replies
        self._carrier = carrier
        self._audience = audience
        self._outcomes = outcomes
        self._outbox = outbox
        self._clock = clock
        self.put: Callable[[Event], None] = lambda _: None  # the loop's inbox, once there is one

    def carry_out(self, effect: Effect) -> None:
        """Do what an effect says."""
        match effect:
            case Reply() | KeepOpen() | Release():
                self._send_back(effect)
            case Carry(session, ask, answer):
                self._outbox.add(session.id, lambda: self._carry(session, ask, answer))
            case ShowSession(session):
                self._audience.session_changed(session)
            case ShowAsk(ask):
                self._audience.ask_changed(ask)
            case Tell() | Refuse():
                self._outcomes.hear(effect)
            case Record():
                log.error("an entry reached dispatch: %r", effect)
            case _:
                assert_never(effect)

    def _send_back(self, effect: Reply | KeepOpen | Release) -> None:
        """Answer a request where it came in; whose session it is says nothing."""
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

    async def _carry(self, session: Session, ask: Ask, answer: Answer) -> None:
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
