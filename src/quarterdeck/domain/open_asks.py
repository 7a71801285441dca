"""Where asks lie until they are answered: opening, answering, ending.

An ask ends by an answer whose effect was seen, or by evidence that it was
settled elsewhere. Until an answer's effect is seen it is a *pledge*: nobody
can answer again, and nobody claims that the agent took it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from quarterdeck.domain.agenda import Agenda
from quarterdeck.domain.asks import Answer, Ask, Ended, How, Kind, Meaning
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.effects import (
    Carry,
    Effect,
    Record,
    Release,
    Reply,
    ShowAsk,
    Tell,
)
from quarterdeck.domain.ids import AnswerId, AskId, CallId, RequestId, SessionId
from quarterdeck.domain.journal import (
    AnswerWritten,
    AskEnded,
    AskWritten,
    ChannelWritten,
    OutcomeWritten,
)
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED = 256  # answers whose end was told, or may yet be told
HOOKS_REMEMBERED = 4096
MOST_OF_ONE = 100  # open asks of one session; what comes then is left to its terminal


@dataclass(frozen=True, slots=True)
class Pledge:
    """An answer on its way: sent on this hook, printed by it or not."""

    answer: Answer
    request: RequestId | None
    keep: Keep | None  # of that hook
    printed: bool
    sent: float  # evidence from before cannot be its doing
    by_hand: bool = False  # carried there by keys; no hook may answer beside them
    again: bool = False  # it may have reached the agent before, in an earlier run
    settled: How | None = None  # the dialog is over; by whose answer is not yet known
    ran: bool = False  # the call ran; that this let it run will be said if nobody objects

    @property
    def in_hand(self) -> bool:
        """Whether somebody is carrying it, and will tell what became of it."""
        return self.by_hand and not self.again


@dataclass(frozen=True, slots=True)
class Doubt:
    """An ended ask of which nobody knows whether the agent took the answer."""

    ask: Ask
    pledge: Pledge


class OpenAsks:
    """The open asks, the hooks that wait for them, and the answers on their way."""

    def __init__(self) -> None:
        self.agenda = Agenda()
        self.channels: dict[RequestId, Channel] = {}
        self.pledges: dict[AskId, Pledge] = {}
        self._ask_of: dict[RequestId, AskId] = {}
        self._arrived: dict[RequestId, Ask] = {}  # each hook's own ask, before it was merged
        self._told: dict[AnswerId, Tell] = {}
        self._doubts: dict[AskId, Doubt] = {}
        self._uncovered: dict[AskId, float] = {}  # when the hook that hid a dialog went

    # Opening

    def restore(self, asks: tuple[Ask, ...], channels: tuple[Channel, ...], now: float) -> None:
        """Take back the asks of an earlier run; their hooks are yet to return."""
        for ask in asks:
            self.agenda.add(ask)
        for channel in channels:
            self._ask_of[channel.request] = channel.ask
            self._uncover(channel, now)

    def repledge(self, answer: Answer, keep: Keep | None) -> None:
        """Take back an answer of an earlier run whose end is not known."""
        if self.agenda.get(answer.ask):
            by_hand = answer.by_hand
            self.pledges[answer.ask] = Pledge(
                answer, None, keep, printed=False, sent=answer.at, by_hand=by_hand, again=by_hand
            )

    def knows(self, request: RequestId) -> bool:
        """Whether this hook was here before."""
        return request in self._ask_of

    def take_back(self, channel: Channel, arrived: Ask, now: float) -> Iterator[Effect]:
        """A hook came back: it gets the answer it missed, or may wait on."""
        ask = self.agenda.get(self._ask_of[channel.request])
        if ask is None:
            yield Release(channel.request)
            return
        self.channels[channel.request] = replace(channel, ask=ask.id)
        self._arrived[channel.request] = arrived
        pledge = self.pledges.get(ask.id)
        if pledge and pledge.printed:
            yield from self._let_go(channel.request)
        elif pledge and pledge.request in (None, channel.request) and not pledge.by_hand:
            # Had it printed before, it would not be here; but another hook may have.
            alone = list(self._ask_of.values()).count(ask.id) == 1
            self.pledges[ask.id] = replace(
                pledge,
                request=channel.request,
                keep=channel.keep,
                sent=now if alone else pledge.sent,
                again=not alone,
            )
            yield Reply(channel.request, ask, pledge.answer)

    def waits(self, request: RequestId) -> bool:
        """Whether a hook is here and no answer was sent on it."""
        channel = self.channels.get(request)
        pledge = self.pledges.get(channel.ask) if channel else None
        return channel is not None and (pledge is None or pledge.request != request)

    def open(self, ask: Ask, now: float) -> Iterator[Effect]:
        """Put a new ask on the list of open asks; it may replace older ones."""
        for older in self.agenda.of(ask.session):
            if replaces(ask, older) and older.id not in self.pledges:
                yield from self.end(older, Ended(How.REPLACED, now, "", None, ""))
        self.agenda.add(ask)
        yield Record(AskWritten(ask))
        yield ShowAsk(ask)

    def is_outdated(self, ask: Ask) -> bool:
        """Whether one that came up later, or the screen itself, said it better before."""
        others = self.agenda.of(ask.session)
        if ask.kind is Kind.FALLBACK and any(o.sign for o in others):
            return True
        return any(replaces(o, ask) for o in others if o.opened > ask.opened)

    def is_full(self, session: SessionId) -> bool:
        """Whether a session asks so much at once that the person would see nothing else."""
        return len(self.agenda.of(session)) >= MOST_OF_ONE

    def twin_of(self, ask: Ask, since: float) -> Ask | None:
        """The open ask that speaks of the same dialog, whose call began then."""
        others = (o for o in self.agenda.of(ask.session) if o.opened >= since and o.id != ask.id)
        mine = (o for o in others if o.same_dialog == ask.same_dialog)
        unanswered = (o for o in mine if not self._was_answered(o, ask.opened))
        return next(
            (o for o in unanswered if o.call is None or ask.call is None or o.call == ask.call),
            None,
        )

    def _was_answered(self, ask: Ask, by: float) -> bool:
        pledge = self.pledges.get(ask.id)
        return pledge is not None and pledge.answer.at < by

    def attach(self, channel: Channel, ask: Ask, arrived: Ask) -> Iterator[Effect]:
        """Let a hook wait for an ask's answer."""
        bound = replace(channel, ask=ask.id)
        self.channels[channel.request] = bound
        self._ask_of[channel.request] = ask.id
        self._arrived[channel.request] = arrived
        _keep_newest(self._ask_of, HOOKS_REMEMBERED)
        yield Record(ChannelWritten(bound))

    def channels_of(self, ask: AskId) -> list[Channel]:
        """The hooks that wait for an ask now."""
        return [c for c in self.channels.values() if c.ask == ask]

    def relink(self, ask: Ask) -> Iterator[Effect]:
        """Replace an open ask by one that knows more of its call."""
        self.agenda.add(ask)
        yield Record(AskWritten(ask))

    def warn(self, ask: Ask, risk: Risk | None) -> Iterator[Effect]:
        """Show a higher risk, where another hook about the same dialog was rated so."""
        if risk and not (ask.risk and ask.risk.level.reaches(risk.level)):
            riskier = replace(ask, risk=risk)
            yield from self.relink(riskier)
            yield ShowAsk(riskier)

    def split(self, ask: Ask, since: float) -> list[tuple[Channel, Ask]]:
        """Take away hooks that began after `since`: they ask about an identical later call."""
        later = [c for c in self.channels_of(ask.id) if c.at >= since]
        arrived = [(c, own) for c in later if (own := self._arrived.get(c.request))]
        others = [(channel, own) for channel, own in arrived if own.id != ask.id]
        for channel, _ in others:
            self._drop(channel.request)
        return others

    # Answering

    def told(self, answer: AnswerId) -> Tell | None:
        """What was said of this answer before."""
        return self._told.get(answer)

    def on_its_way(self, answer: Answer) -> tuple[Ask, Pledge] | None:
        """The open ask of an answer whose end is not known, and the pledge."""
        ask, pledge = self.agenda.get(answer.ask), self.pledges.get(answer.ask)
        return (ask, pledge) if ask and pledge and pledge.answer.id == answer.id else None

    def answer(self, ask: Ask, answer: Answer, session: Session, now: float) -> Iterator[Effect]:
        """Send an answer on the best way there is."""
        # Of hooks that look the same the newest surely has its dialog open.
        way = max(self.channels_of(ask.id), key=lambda c: c.at, default=None)
        yield Record(AnswerWritten(replace(answer, by_hand=way is None)))
        yield ShowAsk(ask)
        if way:
            self.pledges[ask.id] = Pledge(answer, way.request, way.keep, printed=False, sent=now)
            yield Reply(way.request, ask, answer)
        else:
            self.pledges[ask.id] = Pledge(answer, None, None, printed=False, sent=now, by_hand=True)
            yield Carry(session, ask, answer)

    def is_ambiguous(self, ask: Ask) -> bool:
        """Whether keys for this ask may reach the dialog of another that reads the same."""
        if not ask.kind.is_decision or self.channels_of(ask.id):
            return False
        reads = (ask.kind, ask.tool, ask.digest)
        others = (o for o in self.agenda.of(ask.session) if o.id != ask.id)
        alike = (o.id for o in others if (o.kind, o.tool, o.digest) == reads)
        return any(o in self.pledges or self.channels_of(o) for o in alike)

    def dismiss(self, ask: Ask, answer: Answer, now: float) -> Iterator[Effect]:
        """End an ask that only this side knows of."""
        self.pledges[ask.id] = Pledge(answer, None, None, printed=True, sent=now)
        yield Record(AnswerWritten(answer))
        yield from self.conclude(ask, Outcome.ACCEPTED, "", now, How.DISMISSED)

    def printed(self, request: RequestId) -> None:
        """A hook handed our answer to its agent."""
        channel = self._drop(request)
        pledge = self.pledges.get(channel.ask) if channel else None
        if channel and pledge and pledge.request == request:
            self.pledges[channel.ask] = replace(pledge, printed=True)

    def lose(self, request: RequestId, now: float) -> Channel | None:
        """A hook is gone."""
        channel = self._drop(request)
        if channel:
            self._uncover(channel, now)
        return channel

    def undo(
        self, ask: Ask, outcome: Outcome, note: str, now: float, error: str = ""
    ) -> Iterator[Effect]:
        """The answer did not get through; the ask is open again, if it was not settled since."""
        pledge = self.pledges.get(ask.id)
        if pledge is None:
            return
        if pledge.settled:
            yield from self.conclude(ask, outcome, note, now, pledge.settled)
            return
        del self.pledges[ask.id]
        yield Record(OutcomeWritten(pledge.answer.id, outcome, note, now))
        yield ShowAsk(ask)
        yield self._tell(pledge.answer, outcome, ask, note, error)

    def settled(self, ask: AskId, how: How) -> None:
        """The dialog is over, and what became of the answer on its way is yet to be heard."""
        self.pledges[ask] = replace(self.pledges[ask], settled=how)

    def ran(self, ask: AskId) -> None:
        """The call that an answer on its way let run has run."""
        self.pledges[ask] = replace(self.pledges[ask], ran=True)

    def conclude(
        self, ask: Ask, outcome: Outcome, note: str, now: float, how: How = How.ANSWERED
    ) -> Iterator[Effect]:
        """The end of an answer is known: the ask ends with it."""
        pledge = self.pledges.pop(ask.id)
        yield Record(OutcomeWritten(pledge.answer.id, outcome, note, now))
        if outcome is Outcome.UNKNOWN:
            self._doubts[ask.id] = Doubt(ask, pledge)
            _keep_newest(self._doubts, REMEMBERED)
        by = pledge.answer.by if how in (How.ANSWERED, How.DISMISSED) else ""
        over = Ended(how, now, by, outcome, note)
        yield from self.end(ask, over)
        yield self._tell(pledge.answer, outcome, replace(ask, ended=over), note)

    def doubt(self, ask: AskId) -> Doubt | None:
        """What is not known about an ended ask."""
        return self._doubts.get(ask)

    def doubts_about(self, session: SessionId, call: CallId | None) -> list[Doubt]:
        """What is not known about the asks of one call."""
        doubts = self._doubts.values()
        return [d for d in doubts if call and (d.ask.session, d.ask.call) == (session, call)]

    def refine(self, doubt: Doubt, *, taken: bool, now: float) -> Iterator[Effect]:
        """Late evidence says what became of an answer."""
        ask, answer = doubt.ask, doubt.pledge.answer
        del self._doubts[ask.id]
        outcome = Outcome.ACCEPTED if taken else Outcome.NOT_DELIVERED
        how = How.ANSWERED if taken else How.TERMINAL
        over = Ended(how, now, answer.by if taken else "", outcome, "known later")
        yield Record(OutcomeWritten(answer.id, outcome, "known later", now))
        yield Record(AskEnded(ask.id, over))
        yield ShowAsk(replace(ask, ended=over))

    # Ending

    def end(self, ask: Ask, ended: Ended) -> Iterator[Effect]:
        """Take an ask off the list of open asks and let its hooks go."""
        self.agenda.remove(ask.id)
        self._uncovered.pop(ask.id, None)
        yield Record(AskEnded(ask.id, ended))
        for channel in self.channels_of(ask.id):
            yield from self._let_go(channel.request)
        yield ShowAsk(replace(ask, ended=ended))

    def let_go(self, request: RequestId, now: float) -> Iterator[Effect]:
        """Release a hook; its ask stays."""
        channel = self.lose(request, now)
        ask = self.agenda.get(channel.ask) if channel else None
        if ask:
            yield Release(request)
            yield ShowAsk(ask)

    def _drop(self, request: RequestId) -> Channel | None:
        self._arrived.pop(request, None)
        return self.channels.pop(request, None)

    def _let_go(self, request: RequestId) -> Iterator[Effect]:
        self._drop(request)
        yield Release(request)

    def _tell(self, answer: Answer, outcome: Outcome, ask: Ask, note: str, error: str = "") -> Tell:
        tell = Tell(answer.id, outcome, ask, note, error)
        self._told[answer.id] = tell
        _keep_newest(self._told, REMEMBERED)
        return tell

    def waiting_in(self, session: SessionId) -> list[Ask]:
        """What waits for a person there, with no answer on its way."""
        return [
            a
            for a in self.agenda.of(session)
            if (a.kind.is_decision or a.kind is Kind.FALLBACK) and a.id not in self.pledges
        ]

    def at_terminal_since(self, ask: Ask) -> float | None:
        """Since when the agent's own dialog can be seen; None while a hook hides it."""
        pledge = self.pledges.get(ask.id)
        hidden = pledge is not None and pledge.keep is Keep.GATE
        if hidden or any(c.keep is Keep.GATE for c in self.channels_of(ask.id)):
            return None
        return self._uncovered.get(ask.id, ask.opened)

    def _uncover(self, channel: Channel, now: float) -> None:
        if channel.keep is Keep.GATE and self.agenda.get(channel.ask):
            self._uncovered[channel.ask] = now


def replaces(new: Ask, old: Ask) -> bool:
    """Whether a newer ask of the same session makes an older one void."""
    if new.sign or old.sign:
        return False  # a screen does not tell whose dialog it is; it ends when it leaves
    if new.kind.is_decision and old.kind.is_decision:
        both_permissions = new.kind is old.kind is Kind.PERMISSION
        return new.subagent == old.subagent and not both_permissions
    if new.kind is Kind.FALLBACK:
        return old.kind is Kind.FALLBACK
    if new.kind in (Kind.LIMIT, Kind.FAILURE):
        return old.kind in (Kind.LIMIT, Kind.FAILURE, Kind.NOTIFICATION, Kind.DONE)
    if new.kind in (Kind.NOTIFICATION, Kind.DONE):
        return old.kind in (Kind.NOTIFICATION, Kind.DONE)
    return False


def _keep_newest(things: dict[K, V], most: int) -> None:
    while len(things) > most:
        things.pop(next(iter(things)))


def refuses(ask: Ask, answer: Answer) -> bool:
    """Whether this answer says no to the agent."""
    choice = ask.choice(answer.choice)
    return choice is not None and choice.meaning is Meaning.REFUSES
