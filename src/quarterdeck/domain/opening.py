"""How an ask comes up: which hooks wait for it, and how long they may."""

from collections.abc import Iterator

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.calls import Call, Calls
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.effects import Effect, KeepOpen, Release
from quarterdeck.domain.events import AskOpened, ToolRan, ToolRefused, ToolStarted
from quarterdeck.domain.ids import CallId, RequestId
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.surface_table import SurfaceTable
from quarterdeck.domain.timers import Expires, GateEnds, Timers


class Opening:
    """Puts asks on the list of open asks and lets their hooks wait."""

    def __init__(
        self,
        open_asks: OpenAsks,
        calls: Calls,
        timers: Timers,
        surface_table: SurfaceTable,
        gate: float,
    ) -> None:
        self._open_asks = open_asks
        self._calls = calls
        self._timers = timers
        self._surface_table = surface_table
        self._gate = gate

    def uncover(self, now: float) -> Iterator[Effect]:
        """A surface left: no hook may hide a dialog from the last eyes that could see it."""
        if self._surface_table.somebody_looks(now):
            return
        for channel in self._open_asks.hooks:
            if channel.keep is Keep.GATE and self._open_asks.waits(channel.request):
                yield from self._open_asks.let_go(channel.request, now)

    def open(self, event: AskOpened, now: float) -> Iterator[Effect]:
        """An agent wants something."""
        ask, channel = event.ask, event.channel
        if channel and self._open_asks.hooks.knows(channel.request):
            yield from self._open_asks.take_back(channel, ask, now)
            yield from self._let_wait(channel, now)
            return
        if channel and channel.keep is Keep.NONE:
            yield Release(channel.request)
            return
        call = self._call_of(ask) if ask.call is None and ask.tool else None
        if call:
            ask = ask.about(call.id)
        if channel and self._calls.is_over(ask.session, ask.call):
            yield Release(channel.request)
            return
        since = call.started if call else 0.0
        twin = self._open_asks.twin_of(ask, since) if channel else None
        if twin is None and self._is_unwanted(ask):
            if channel:
                yield Release(channel.request)
            elif self._open_asks.is_late(ask):
                yield from self._open_asks.put_on_record(ask, now)
            return
        if twin is None:
            yield from self._open_asks.open(ask, now)
            self.await_deadline(ask)
        else:
            yield from self._open_asks.warn(twin, ask.risk)
        if channel:
            yield from self._attach(channel, twin or ask, ask, now)

    def _is_unwanted(self, ask: Ask) -> bool:
        """Whether it would tell the person nothing, or is one too many."""
        asks = self._open_asks
        return asks.is_late(ask) or asks.is_said_better(ask) or asks.is_full(ask.session)

    def await_deadline(self, ask: Ask) -> None:
        """An ask whose dialog ends by itself ends with it."""
        if ask.deadline:
            self._timers.set(ask.deadline, Expires(ask.id))

    def start_tool(self, event: ToolStarted, now: float) -> Iterator[Effect]:
        """A call begins: an ask may be about it, and hooks that began later surely are."""
        for ask in self._open_asks.agenda.of(event.session):
            mine = (ask.subagent, ask.tool, ask.digest)
            if mine != (event.subagent, event.tool, event.digest) or ask.call == event.call:
                continue
            if ask.opened >= event.at:
                call = self._call_of(ask)
                if call and call.id != ask.call:
                    yield from self._open_asks.relink(ask.about(call.id))
            else:
                yield from self.tell_apart(ask, event.at, event.call, now)

    def end_tool(self, event: ToolRan | ToolRefused, now: float) -> Iterator[Effect]:
        """A call is over: hooks that began later ask about an identical one."""
        for ask in self._open_asks.agenda.of(event.session):
            if self._calls.is_about(event, ask):
                yield from self.tell_apart(ask, event.at, None, now)
            elif event.call and ask.call == event.call and event.at <= ask.opened:
                # It was over before it was asked about: the ask is about one not yet heard of.
                yield from self._open_asks.relink(ask.about(None))

    def tell_apart(
        self, ask: Ask, since: float, call: CallId | None, now: float
    ) -> Iterator[Effect]:
        """Hooks of an ask that began later than this are about another dialog with its words."""
        sent = self._open_asks.sent(ask.id)
        answered = sent.hook if sent else None
        was_answered = sent is not None and sent.on_later_hook(since)
        for channel, arrived in self._open_asks.hooks.take_later(ask.id, since, answered):
            if was_answered:
                yield Release(channel.request)  # another hook of that dialog got the answer
                continue
            if call:
                self._calls.claim(ask.session, call)
            later = arrived.about(call)
            twin = self._open_asks.twin_of(later, since)
            if twin is None and self._open_asks.is_late(later):
                yield Release(channel.request)  # its thread has asked something else since
                continue
            if twin is None:
                yield from self._open_asks.open(later, now)
                self.await_deadline(later)
            yield from self._attach(channel, twin or later, later, now)

    def end_gate(self, request: RequestId, now: float) -> Iterator[Effect]:
        """A hook that hides the terminal's dialog was kept long enough."""
        if self._open_asks.waits(request):
            yield from self._open_asks.let_go(request, now)

    def _call_of(self, ask: Ask) -> Call | None:
        """The newest call that fits, unless another dialog was about it."""
        call = self._calls.newest(ask)
        if call is None:
            return None
        twin = self._open_asks.twin_of(ask.about(call.id), since=call.started)
        if call.claimed and twin is None:
            return None
        self._calls.claim(ask.session, call.id)
        return call

    def _attach(self, channel: Channel, ask: Ask, arrived: Ask, now: float) -> Iterator[Effect]:
        yield from self._open_asks.attach(channel, ask, arrived)
        yield from self._let_wait(channel, now)

    def _let_wait(self, channel: Channel, now: float) -> Iterator[Effect]:
        if not self._open_asks.waits(channel.request):
            return
        if channel.keep in (Keep.RACE, Keep.CALL):
            yield KeepOpen(channel.request)
        elif self._surface_table.somebody_looks(now):
            self._timers.set(now + self._gate, GateEnds(channel.request))
        else:
            yield from self._open_asks.let_go(channel.request, now)
