"""Tells channels of asks that nobody sees, each once, and takes it back when an ask is over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import inf

from quarterdeck.domain.alerts import DESKTOP, PAGE, AlertPolicy, AlertRule
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.effects import Alert, Effect, Record, UpdateAlert, WithdrawAlert
from quarterdeck.domain.ids import AlertChannel, AskId
from quarterdeck.domain.journal import Alerted
from quarterdeck.domain.open_asks import OpenAsks
from quarterdeck.domain.risk import Level
from quarterdeck.domain.session_table import SessionTable
from quarterdeck.domain.surface_table import SurfaceTable
from quarterdeck.domain.timers import AlertDue, Timers


class Alerting:
    """Knows what was told where, and when to look at an ask again."""

    def __init__(
        self,
        policy: AlertPolicy,
        open_asks: OpenAsks,
        sessions: SessionTable,
        surfaces: SurfaceTable,
        timers: Timers,
        started: float,
    ) -> None:
        self._policy = policy
        self._open_asks = open_asks
        self._sessions = sessions
        self._surfaces = surfaces
        self._timers = timers
        self._started = started  # pages find their way back only after this
        self._told: dict[AskId, dict[AlertChannel, Level | None]] = defaultdict(dict)
        self._next: dict[AskId, float] = {}  # when each ask is looked at again

    def resume(self, told: Iterable[Alerted], asks: Iterable[Ask], now: float) -> None:
        """Take up what an earlier run told; what is over by now is taken back."""
        for alerted in told:
            self._told[alerted.ask][alerted.channel] = alerted.risk
            self._timers.set(now, AlertDue(alerted.ask))
        for ask in asks:
            self._look_again(ask, now)

    def follow(self, ask: Ask, now: float) -> Iterator[Effect]:
        """An ask came, changed, came back or ended."""
        if ask.ended:
            yield from self._withdraw(ask.id)
        else:
            yield from self._update(ask, now)
            self._look_again(ask, now)

    def due(self, name: AskId, now: float) -> Iterator[Effect]:
        """It is time to look at an ask."""
        self._next.pop(name, None)
        ask = self._open_asks.agenda.get(name)
        if ask is None:
            yield from self._withdraw(name)
            return
        for rule in self._policy.rules:
            at = self._when(rule, ask, now)
            if at is not None and at <= now:
                yield from self._alert(rule.channel, ask, now)
        self._look_again(ask, now)

    def _look_again(self, ask: Ask, now: float) -> None:
        """Come back to an ask when the next channel may have to be told."""
        moments = (self._when(rule, ask, now) for rule in self._policy.rules)
        soonest = min((at for at in moments if at is not None), default=inf)
        if soonest < self._next.get(ask.id, inf):
            self._next[ask.id] = soonest
            self._timers.set(soonest, AlertDue(ask.id))

    def _when(self, rule: AlertRule, ask: Ask, now: float) -> float | None:
        """When a channel is to be told, as it looks now; None until something changes."""
        agenda = self._open_asks.agenda
        if agenda.snoozed_until(ask.id) or self._open_asks.is_answered(ask.id):
            return None
        if rule.channel in self._told.get(ask.id, ()) or not rule.covers(ask):
            return None
        at = ask.opened + rule.wait
        if rule.away:
            at = max(at, max(self._started, self._surfaces.seen_until()) + rule.wait)
        at = max(at, now)
        return at + (self._policy.quiet.left(at) if self._policy.quiet else 0.0)

    def _alert(self, channel: AlertChannel, ask: Ask, now: float) -> Iterator[Effect]:
        risk = ask.risk.level if ask.risk else None
        self._told[ask.id][channel] = risk
        yield Record(Alerted(ask.id, channel, risk, now))
        yield Alert(self._way(channel), ask, self._sessions.get(ask.session))

    def _update(self, ask: Ask, now: float) -> Iterator[Effect]:
        """Whoever was told of a lower risk is told of this one."""
        risk = ask.risk.level if ask.risk else None
        for channel, told in list(self._told.get(ask.id, {}).items()):
            if told is not risk:
                self._told[ask.id][channel] = risk
                yield Record(Alerted(ask.id, channel, risk, now))
                yield UpdateAlert(self._way(channel), ask, self._sessions.get(ask.session))

    def _withdraw(self, name: AskId) -> Iterator[Effect]:
        self._next.pop(name, None)
        for channel in self._told.pop(name, {}):
            yield WithdrawAlert(channel, name)
            if channel == DESKTOP:
                yield WithdrawAlert(PAGE, name)

    def _way(self, channel: AlertChannel) -> AlertChannel:
        """A page that shows notifications by itself stands in for the desktop."""
        return PAGE if channel == DESKTOP and self._surfaces.notifies() else channel
