"""Asks until they are over: opening, answering, ending.

An ask ends by an answer whose effect was seen, or by evidence that it was
settled elsewhere. While an answer is on its way nobody can answer again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never

from quarterdeck.domain.acceptance import Ends, Fails, Verdict, Waits, note_is_void
from quarterdeck.domain.agenda import Agenda
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.ask_relations import of_one_call, reads_like, replaces
from quarterdeck.domain.asks import (
    Answer,
    Ask,
    Ended,
    FromScreen,
    How,
    is_sight_of,
    tells_of_a_turn,
)
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.effects import (
    Carry,
    Effect,
    Record,
    Release,
    Reply,
    ShowAsk,
    Tell,
    WithdrawKeys,
)
from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import AnswerId, AskId, CallId, RequestId, SessionId
from quarterdeck.domain.journal import (
    AnswerWritten,
    AskEnded,
    AskWritten,
    ChannelWritten,
    OutcomeWritten,
)
from quarterdeck.domain.kept_hooks import KeptHooks
from quarterdeck.domain.latest import Latest
from quarterdeck.domain.risk import Risk
from quarterdeck.domain.sent_answers import (
    NEXT,
    OUTCOMES,
    SentAnswer,
    Stage,
    Step,
    restored,
    written,
)
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED = 256  # answers whose end was told, or may yet be told
MOST_OF_ONE = 100  # open asks of one session; what comes then is left to its terminal


@dataclass(frozen=True, slots=True)
class Doubt:
    """An ended ask whose answer has an unknown outcome."""

    ask: Ask
    sent: SentAnswer


class OpenAsks:
    """The open asks, the hooks that wait for them, and the answers on their way."""

    def __init__(self) -> None:
        self.agenda = Agenda()
        self.hooks = KeptHooks()
        self._sent: dict[AskId, SentAnswer] = {}
        self._told: dict[AnswerId, Tell] = {}
        self._doubts: dict[AskId, Doubt] = {}
        self._uncovered: dict[AskId, float] = {}  # when the hook that hid a dialog went
        self._prompts = Latest()

    # Opening

    def restore(self, asks: tuple[Ask, ...], channels: tuple[Channel, ...], now: float) -> None:
        """Take back the asks of an earlier run; their hooks are yet to return."""
        for ask in asks:
            self.agenda.add(ask)
        self.hooks.expect(channels)
        for channel in channels:
            self._uncover(channel, now)

    def restore_answer(self, answer: Answer, keep: Keep | None) -> None:
        """Take back an answer of an earlier run whose end is not known."""
        if self.agenda.get(answer.ask):
            self._sent[answer.ask] = restored(answer, keep)

    def take_back(self, channel: Channel, arrived: Ask, now: float) -> Iterator[Effect]:
        """A hook came back: it gets the answer it missed, or may wait on."""
        ask = self.agenda.get(self.hooks.ask_of(channel.request))
        if ask is None:
            yield Release(channel.request)
            return
        self.hooks.keep(channel, ask.id, arrived)
        sent = self._sent.get(ask.id)
        if sent and sent.stage is Stage.PRINTED:
            yield from self._let_go(channel.request)
        elif sent and (sent.stage is Stage.RETURNING or sent.hook == channel.request):
            # Had it printed before, it would not be here; but another hook may have.
            alone = self.hooks.is_alone(ask.id)
            self._sent[ask.id] = sent.back_on(channel, now, alone=alone)
            yield Reply(channel.request, ask, sent.answer)

    def waits(self, request: RequestId) -> bool:
        """Whether a hook is here and no answer was sent on it."""
        channel = self.hooks.get(request)
        sent = self._sent.get(channel.ask) if channel else None
        return channel is not None and (sent is None or sent.hook != request)

    def open(self, ask: Ask, now: float) -> Iterator[Effect]:
        """Put a new ask on the list of open asks; it may replace older ones."""
        for older in self.agenda.of(ask.session):
            if replaces(ask, older) and not self.is_answered(older.id):
                yield from self.end(older, Ended(How.REPLACED, now, "", None, ""))
        self.agenda.add(ask)
        yield Record(AskWritten(ask))
        yield ShowAsk(ask)

    def is_late(self, ask: Ask) -> bool:
        """Whether what makes it void was heard of before it was."""
        if self._is_old_news(ask):
            return True
        others = self.agenda.of(ask.session)
        return any(replaces(o, ask) for o in others if o.opened > ask.opened)

    def put_on_record(self, late: Ask, now: float) -> Iterator[Effect]:
        """What was told is in the history, although it came too late to be shown."""
        yield Record(AskWritten(late))
        yield from self.end(late, Ended(How.REPLACED, now, "", None, "came late"))

    def is_said_better(self, ask: Ask) -> bool:
        """Whether the screen itself shows what this only hints at."""
        others = self.agenda.of(ask.session)
        return ask.kind is Kind.FALLBACK and any(isinstance(o.origin, FromScreen) for o in others)

    def _is_old_news(self, ask: Ask) -> bool:
        """Whether the person has given its session something to do since."""
        return tells_of_a_turn(ask) and self._prompts.is_after(ask.session, ask.opened)

    def is_full(self, session: SessionId) -> bool:
        """Whether a session asks so much at once that the person would see nothing else."""
        return len(self.agenda.of(session)) >= MOST_OF_ONE

    def twin_of(self, ask: Ask, since: float) -> Ask | None:
        """The open ask about the same dialog, whose call began then."""
        if ask.by_tool:
            return self._left_behind(ask)
        others = (o for o in self.agenda.of(ask.session) if o.opened >= since and o.id != ask.id)
        mine = (o for o in others if o.same_dialog == ask.same_dialog)
        unanswered = (o for o in mine if not self._was_answered(o, ask.opened))
        return next((o for o in unanswered if of_one_call(o, ask)), None)

    def _left_behind(self, ask: Ask) -> Ask | None:
        """The open ask whose call was lost, and which is asked again."""
        others = (o for o in self.agenda.of(ask.session) if o.origin == ask.origin)
        return next((o for o in others if self._nobody_waits(o)), None)

    def _nobody_waits(self, ask: Ask) -> bool:
        return not self.hooks.of(ask.id) and not self.is_answered(ask.id)

    def _was_answered(self, ask: Ask, by: float) -> bool:
        sent = self._sent.get(ask.id)
        return sent is not None and sent.answer.at < by

    def attach(self, channel: Channel, ask: Ask, arrived: Ask) -> Iterator[Effect]:
        """Let a hook wait for an ask's answer."""
        yield Record(ChannelWritten(self.hooks.keep(channel, ask.id, arrived)))

    def relink(self, ask: Ask) -> Iterator[Effect]:
        """Replace an open ask by one that knows more of its call."""
        self.agenda.add(ask)
        yield Record(AskWritten(ask))

    def warn(self, ask: Ask, risk: Risk | None) -> Iterator[Effect]:
        """Show a higher risk, where another hook about the same dialog was rated so."""
        if risk and not (ask.risk and ask.risk.level.reaches(risk.level)):
            riskier = ask.rated(risk)
            yield from self.relink(riskier)
            yield ShowAsk(riskier)

    # Answering

    def told(self, answer: AnswerId) -> Tell | None:
        """What was said of this answer before."""
        return self._told.get(answer)

    def is_answered(self, ask: AskId) -> bool:
        """Whether an answer to it is on its way."""
        return ask in self._sent

    def sent(self, ask: AskId) -> SentAnswer | None:
        """The answer that is on its way to an ask."""
        return self._sent.get(ask)

    def answering(self) -> dict[AskId, Answer]:
        """Every answer that is on its way."""
        return {ask: sent.answer for ask, sent in self._sent.items()}

    def on_its_way(self, answer: AnswerId) -> tuple[Ask, SentAnswer] | None:
        """An answer whose end is not known, with its ask."""
        for name, sent in self._sent.items():
            if sent.answer.id == answer and (ask := self.agenda.get(name)):
                return ask, sent
        return None

    def answer(self, ask: Ask, answer: Answer, session: Session, now: float) -> Iterator[Effect]:
        """Send an answer on the best way there is."""
        # Of hooks that look the same the newest surely has its dialog open.
        way = max(self.hooks.of(ask.id), key=lambda c: c.at, default=None)
        yield Record(AnswerWritten(replace(answer, by_hand=way is None)))
        yield ShowAsk(ask)
        if way:
            self._sent[ask.id] = written(answer, now).on(way)
            yield Reply(way.request, ask, answer)
        else:
            self._sent[ask.id] = written(answer, now).by_keys()
            yield Carry(session, ask, answer)

    def is_ambiguous(self, ask: Ask) -> bool:
        """Whether keys for this ask may reach the dialog of another that reads the same."""
        if ask.by_tool or self.hooks.of(ask.id):
            return False
        others = (o for o in self.agenda.of(ask.session) if o.id != ask.id)
        alike = (o.id for o in others if reads_like(ask, o) or is_sight_of(ask, o))
        return any(self.is_answered(o) or self.hooks.of(o) for o in alike)

    def is_typed_at(self, ask: Ask) -> bool:
        """Whether keys are on their way to another dialog that reads like this one."""
        others = (o for o in self.agenda.of(ask.session) if o.id != ask.id)
        alike = (o.id for o in others if reads_like(o, ask) or is_sight_of(o, ask))
        return any((sent := self.sent(o)) and sent.stage is Stage.CARRIED for o in alike)

    def dismiss(self, ask: Ask, answer: Answer, now: float) -> Iterator[Effect]:
        """End an ask that only this side knows of."""
        self._sent[ask.id] = written(answer, now)
        yield Record(AnswerWritten(answer))
        yield from self.heed(ask, Ends(Step.DISMISSES, How.DISMISSED, ""), now)

    def printed(self, request: RequestId, at: float) -> None:
        """A hook handed our answer to its agent."""
        channel = self.hooks.drop(request)
        sent = self._sent.get(channel.ask) if channel else None
        if channel and sent and sent.hook == request:
            self._sent[channel.ask] = sent.printed(at)

    def lose(self, request: RequestId, now: float) -> Channel | None:
        """A hook is gone."""
        channel = self.hooks.drop(request)
        if channel:
            self._uncover(channel, now)
        return channel

    def heed(self, ask: Ask, verdict: Verdict, now: float) -> Iterator[Effect]:
        """Do what a verdict says of the answer that is on its way to an ask."""
        sent = self._sent[ask.id]
        match verdict:
            case None:
                return
            case Waits(dialog, left):
                if sent.keys_may_stray:
                    yield WithdrawKeys(sent.answer.id)
                self._sent[ask.id] = sent.seeing(dialog, left)
            case Ends(step, how, note):
                if sent.keys_may_stray and step is not Step.KEYS_WORKED:
                    yield WithdrawKeys(sent.answer.id)
                yield from self._conclude(ask, OUTCOMES[sent.end(step)], how, note, now)
            case Fails(step, outcome, note, error):
                assert sent.end(step) is Stage.FAILED
                if how_over := sent.dialog.how:
                    yield from self._conclude(ask, outcome, how_over, note, now)
                else:
                    yield from self._reopen(ask, outcome, note, error, now)
            case _:
                assert_never(verdict)

    def _reopen(
        self, ask: Ask, outcome: Outcome, note: str, error: str, now: float
    ) -> Iterator[Effect]:
        """The answer did not get through: somebody may give another."""
        answer = self._sent.pop(ask.id).answer
        yield Record(OutcomeWritten(answer.id, outcome, note, now))
        yield ShowAsk(ask)
        yield self._tell(answer, outcome, ask, note, error)

    def _conclude(
        self, ask: Ask, outcome: Outcome, how: How, note: str, now: float
    ) -> Iterator[Effect]:
        """The end of an answer is known: the ask ends with it."""
        sent = self._sent.pop(ask.id)
        yield Record(OutcomeWritten(sent.answer.id, outcome, note, now))
        if outcome is Outcome.UNKNOWN:
            self._doubts[ask.id] = Doubt(ask, sent.given_up())
            _keep_newest(self._doubts, REMEMBERED)
        by = sent.answer.by if how in (How.ANSWERED, How.DISMISSED) else ""
        over = Ended(how, now, by, outcome, note)
        yield from self.end(ask, over)
        yield self._tell(sent.answer, outcome, replace(ask, ended=over), note)

    def doubt(self, ask: AskId) -> Doubt | None:
        """What is not known about an ended ask."""
        return self._doubts.get(ask)

    def doubts_about(self, session: SessionId, call: CallId | None) -> list[Doubt]:
        """What is not known about the asks of one call."""
        doubts = self._doubts.values()
        return [d for d in doubts if call and (d.ask.session, d.ask.call) == (session, call)]

    def learn(self, doubt: Doubt, verdict: Verdict, now: float) -> Iterator[Effect]:
        """Late evidence may still decide an answer's outcome."""
        known = NEXT.get((Stage.DOUBTFUL, verdict.step)) if isinstance(verdict, Ends) else None
        if known is None:
            return
        ask, answer, taken = doubt.ask, doubt.sent.answer, known is Stage.ACCEPTED
        del self._doubts[ask.id]
        outcome, how = OUTCOMES[known], How.ANSWERED if taken else How.TERMINAL
        over = Ended(how, now, answer.by if taken else "", outcome, "known later")
        yield Record(OutcomeWritten(answer.id, outcome, "known later", now))
        yield Record(AskEnded(ask.id, over))
        yield ShowAsk(replace(ask, ended=over))

    # Ending

    def take_prompt(self, event: PromptSubmitted, now: float) -> Iterator[Effect]:
        """A new prompt makes old news of what the last turn left behind."""
        self._prompts.note(event.session, event.at)
        for ask in self.agenda.of(event.session):
            if self._is_old_news(ask):
                yield from self.make_void(ask, "a new prompt", now)

    def make_void(self, note: Ask, why: str, now: float) -> Iterator[Effect]:
        """A note has had its time: it ends, or does once the person was brought there."""
        if self.is_answered(note.id):
            yield from self.heed(note, note_is_void(), now)
        else:
            yield from self.end(note, Ended(How.REPLACED, now, "", None, why))

    def forget(self, session: SessionId) -> None:
        """Drop what is needed only while a session exists."""
        self._prompts.forget(session)

    def end(self, ask: Ask, ended: Ended) -> Iterator[Effect]:
        """Take an ask off the list of open asks and let its hooks go."""
        self.agenda.remove(ask.id)
        self._uncovered.pop(ask.id, None)
        yield Record(AskEnded(ask.id, ended))
        for channel in self.hooks.of(ask.id):
            yield from self._let_go(channel.request)
        yield ShowAsk(replace(ask, ended=ended))

    def let_go(self, request: RequestId, now: float) -> Iterator[Effect]:
        """Release a hook; its ask stays."""
        channel = self.lose(request, now)
        ask = self.agenda.get(channel.ask) if channel else None
        if ask:
            yield Release(request)
            yield ShowAsk(ask)

    def _let_go(self, request: RequestId) -> Iterator[Effect]:
        self.hooks.drop(request)
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
            if (a.kind.is_decision or a.kind is Kind.FALLBACK) and not self.is_answered(a.id)
        ]

    def at_terminal_since(self, ask: Ask) -> float | None:
        """Since when the agent's own dialog can be seen; None while a hook hides it, or none is."""
        sent = self._sent.get(ask.id)
        if ask.by_tool:
            return None
        if (sent and sent.hides_dialog) or any(c.keep is Keep.GATE for c in self.hooks.of(ask.id)):
            return None
        return self._uncovered.get(ask.id, ask.opened)

    def _uncover(self, channel: Channel, now: float) -> None:
        if channel.keep is Keep.GATE and self.agenda.get(channel.ask):
            self._uncovered[channel.ask] = now


def _keep_newest(things: dict[K, V], most: int) -> None:
    while len(things) > most:
        things.pop(next(iter(things)))
