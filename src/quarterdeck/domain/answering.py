"""How a person's answer becomes something the agent took, or did not."""

from collections.abc import Iterator

from quarterdeck.domain import acceptance
from quarterdeck.domain.access import Access
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.callers import Caller, Right
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.choices import Meaning
from quarterdeck.domain.effects import Effect, Refuse
from quarterdeck.domain.events import Answered, ChannelClosed, Closing, Delivered, JournalFailed
from quarterdeck.domain.objections import objection
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.session_table import SessionTable
from quarterdeck.domain.timers import OutcomeDue, Timers

OUTCOME_WITHIN = 5.0  # an answer without any sign by then is unknown


class Answering:
    """Takes answers, sends them, and follows them to their end."""

    def __init__(
        self, open_asks: OpenAsks, session_table: SessionTable, timers: Timers, access: Access
    ) -> None:
        self._open_asks = open_asks
        self._session_table = session_table
        self._timers = timers
        self._access = access

    def take(self, event: Answered, now: float) -> Iterator[Effect]:
        """A person decided."""
        answer = event.answer
        if told := self._open_asks.told(answer.id):
            yield told
            return
        ask = self._open_asks.agenda.get(answer.ask)
        if ask is None:
            yield Refuse(
                answer.id, "not_open", "This ask is no longer open: it was answered or is gone."
            )
        elif sent := self._open_asks.sent(ask.id):
            if sent.answer.id != answer.id:
                why = f"It was already answered, from {sent.answer.by}."
                yield Refuse(answer.id, "answered", why)
        elif why_not := self._forbidden(ask, answer, event.by) or objection(ask, answer):
            yield Refuse(answer.id, *why_not)
        else:
            yield from self._send(ask, answer, now)

    def _send(self, ask: Ask, answer: Answer, now: float) -> Iterator[Effect]:
        session = self._session_table.get(ask.session)
        if answer.choice == "dismiss":
            yield from self._open_asks.dismiss(ask, answer, now)
        elif session is None:
            yield Refuse(answer.id, "not_open", "Its session is no longer known.")
        elif why_not := self._in_the_way(ask, answer):
            yield Refuse(answer.id, *why_not)
        else:
            yield from self._open_asks.answer(ask, answer, session, now)
            if self._open_asks.hooks.of(ask.id):
                self._timers.set(now + OUTCOME_WITHIN, OutcomeDue(answer))

    def _in_the_way(self, ask: Ask, answer: Answer) -> tuple[str, str] | None:
        """The objection to sending an answer now; focus presses nothing."""
        if answer.choice == "focus":
            return None
        if ask.by_tool and not self._open_asks.hooks.of(ask.id):
            why = "The agent that asks is not connected now; wait until it comes back."
            return "not_connected", why
        if self._open_asks.is_typed_at(ask):
            why = "Keys are on their way to a dialog with the same words: wait for their effect."
            return "answered", why
        if self._open_asks.is_ambiguous(ask):
            why = "Another ask of this session has the same words: answer that one instead."
            return "ambiguous", why
        return None

    def _forbidden(self, ask: Ask, answer: Answer, by: Caller) -> tuple[str, str] | None:
        """The objection to the caller; anybody who may answer may refuse."""
        choice = ask.choice(answer.choice)
        allows = choice is not None and choice.meaning is Meaning.ALLOWS
        risk = ask.risk.level if ask.risk and allows else None
        refusal = self._access.may(by, Right.ANSWER, risk)
        return (refusal.code, refusal.why) if refusal else None

    def deliver(self, event: Delivered, now: float) -> Iterator[Effect]:
        """The typist reports the outcome of an answer by keys."""
        if waiting := self._open_asks.on_its_way(event.answer):
            ask, sent = waiting
            yield from self._open_asks.heed(ask, acceptance.keys_pressed(sent, event), now)

    def unwrite(self, event: JournalFailed, now: float) -> Iterator[Effect]:
        """Answers that could not be written down were not sent: the terminal may have to do."""
        for name in event.answers:
            if waiting := self._open_asks.on_its_way(name):
                ask, _ = waiting
                yield from self._open_asks.heed(ask, acceptance.unwritable(event.why), now)
                yield from self._uncover(ask, now)

    def _uncover(self, ask: Ask, now: float) -> Iterator[Effect]:
        for channel in self._open_asks.hooks.of(ask.id):
            if channel.keep is Keep.GATE:
                yield from self._open_asks.let_go(channel.request, now)

    def close(self, event: ChannelClosed, now: float) -> Iterator[Effect]:
        """A hook is gone; one that its agent ended cannot have answered."""
        channel = self._open_asks.lose(event.request, now)
        ask = self._open_asks.agenda.get(channel.ask) if channel else None
        sent = self._open_asks.sent(ask.id) if ask else None
        if ask and sent and sent.hook == event.request and event.how is Closing.TERMINATED:
            yield from self._open_asks.heed(ask, acceptance.hook_ended(sent), now)
        # A connection that broke may have printed before: the evidence will tell.

    def outcome_due(self, answer: Answer, now: float) -> Iterator[Effect]:
        """An answer should have shown an effect by now."""
        if not (waiting := self._open_asks.on_its_way(answer.id)):
            return
        ask, sent = waiting
        if sent.hook and self._open_asks.hooks.get(sent.hook):
            # Its hook has yet to print it, and may at any time: no other answer may pass it.
            self._timers.set(now + OUTCOME_WITHIN, OutcomeDue(answer))
        else:
            yield from self._open_asks.heed(ask, acceptance.no_sign(sent), now)
