"""What an agent asks through a tool of ours: it ends with the call that asks it.

Nothing of it stands at the agent's terminal, so no hook, record or screen tells of it. The
call itself does: its connection takes the answer, is withdrawn, or is lost.
"""

from collections.abc import Iterable, Iterator

from quarterdeck.domain import acceptance
from quarterdeck.domain.acceptance import Waits
from quarterdeck.domain.asks import Ask, Ended, How
from quarterdeck.domain.effects import Effect
from quarterdeck.domain.events import ChannelClosed, Closing, Printed
from quarterdeck.domain.ids import AskId, RequestId
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.sent_answers import DialogState
from quarterdeck.domain.timers import CallAbandoned, Timers

RETURNS_WITHIN = 60.0  # an agent whose connection broke asks again by then, or not at all


class ToolAsks:
    """Follows the calls that ask something to their end."""

    def __init__(self, open_asks: OpenAsks, timers: Timers) -> None:
        self._open_asks = open_asks
        self._timers = timers

    def resume(self, asks: Iterable[Ask], now: float) -> None:
        """Wait for the calls of an earlier run to come back."""
        for ask in asks:
            if ask.by_tool and ask.kind.is_decision:
                self._timers.set(now + RETURNS_WITHIN, CallAbandoned(ask.id))

    def waiting_for(self, request: RequestId) -> Ask | None:
        """The ask for whose answer this call waits; None for a hook."""
        channel = self._open_asks.hooks.get(request)
        ask = self._open_asks.agenda.get(channel.ask) if channel else None
        return ask if ask and ask.by_tool else None

    def take(self, ask: Ask, event: Printed, now: float) -> Iterator[Effect]:
        """The call's connection took what it was sent."""
        self._open_asks.printed(event.request, event.at)
        if (sent := self._open_asks.sent(ask.id)) and sent.hook == event.request:
            yield from self._open_asks.heed(ask, acceptance.call_took_it(), now)

    def close(self, ask: Ask, event: ChannelClosed, now: float) -> Iterator[Effect]:
        """A call is gone: its agent withdrew it, or its connection broke."""
        sent = self._open_asks.sent(ask.id)
        self._open_asks.lose(event.request, now)
        if event.how is Closing.CLOSED:
            self._timers.set(now + RETURNS_WITHIN, CallAbandoned(ask.id))
        elif self._open_asks.hooks.of(ask.id) or (sent and sent.hook != event.request):
            return  # another call asks the same, and waits for the answer or has it
        elif sent:
            yield from self._open_asks.heed(ask, Waits(DialogState.INTERRUPTED), now)
            yield from self._open_asks.heed(ask, acceptance.call_ended_first(), now)
        else:
            withdrawn = Ended(How.INTERRUPTED, now, "", None, "the agent withdrew it")
            yield from self._open_asks.end(ask, withdrawn)

    def abandon(self, ask_id: AskId, now: float) -> Iterator[Effect]:
        """A call was lost for a while; unless it came back, nobody waits for an answer."""
        ask = self._open_asks.agenda.get(ask_id)
        if ask is None or self._open_asks.hooks.of(ask_id) or self._open_asks.is_answered(ask_id):
            return
        yield from self._open_asks.end(ask, Ended(How.GONE, now, "", None, "the agent went away"))
