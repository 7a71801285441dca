"""Alerts the person to asks nobody sees, once per channel, and withdraws alerts of ended asks."""

from collections import defaultdict, deque
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

BURST = 10  # alerts on one channel within `BURST_WITHIN` seconds; the rest follow later
BURST_WITHIN = 60.0


class Alerting:
    """Knows which channels were alerted, and when to look at an ask again."""

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
        self._started = started  # pages need time to reconnect after this
        self._alerted: dict[AskId, dict[AlertChannel, Level | None]] = defaultdict(dict)
        self._recent: dict[AlertChannel, deque[float]] = defaultdict(lambda: deque(maxlen=BURST))
        self._next: dict[AskId, float] = {}  # when each ask is looked at again

    def resume(self, alerts: Iterable[Alerted], asks: Iterable[Ask], now: float) -> None:
        """Continue after a restart; alerts of asks that are over are withdrawn."""
        for alerted in alerts:
            self._alerted[alerted.ask][alerted.channel] = alerted.risk
            self._timers.set(now, AlertDue(alerted.ask))
        for ask in asks:
            self._look_again(ask, now)

    def follow(self, ask: Ask, now: float) -> Iterator[Effect]:
        """An ask opened, changed, came back or ended."""
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
        """Set a timer for when the next channel may be due."""
        moments = (self._when(rule, ask, now) for rule in self._policy.rules)
        soonest = min((at for at in moments if at is not None), default=inf)
        if soonest < self._next.get(ask.id, inf):
            self._next[ask.id] = soonest
            self._timers.set(soonest, AlertDue(ask.id))

    def _when(self, rule: AlertRule, ask: Ask, now: float) -> float | None:
        """When a channel is due, as far as is known now; None until something changes."""
        agenda = self._open_asks.agenda
        if agenda.snoozed_until(ask.id) or self._open_asks.is_answered(ask.id):
            return None
        if rule.channel in self._alerted.get(ask.id, ()) or not rule.covers(ask):
            return None
        at = ask.opened + rule.wait
        if rule.away:
            at = max(at, max(self._started, self._surfaces.seen_until()) + rule.wait)
        recent = self._recent[rule.channel]
        if len(recent) == BURST:
            at = max(at, recent[0] + BURST_WITHIN)
        at = max(at, now)
        return at + (self._policy.quiet.left(at) if self._policy.quiet else 0.0)

    def _alert(self, channel: AlertChannel, ask: Ask, now: float) -> Iterator[Effect]:
        risk = ask.risk.level if ask.risk else None
        self._alerted[ask.id][channel] = risk
        self._recent[channel].append(now)
        yield Record(Alerted(ask.id, channel, risk, now))
        yield Alert(self._way(channel), ask, self._sessions.get(ask.session))

    def _update(self, ask: Ask, now: float) -> Iterator[Effect]:
        """Update alerts that reported a different risk."""
        risk = ask.risk.level if ask.risk else None
        for channel, reported in list(self._alerted.get(ask.id, {}).items()):
            if reported is not risk:
                self._alerted[ask.id][channel] = risk
                yield Record(Alerted(ask.id, channel, risk, now))
                yield UpdateAlert(self._way(channel), ask, self._sessions.get(ask.session))

    def _withdraw(self, name: AskId) -> Iterator[Effect]:
        self._next.pop(name, None)
        for channel in self._alerted.pop(name, {}):
            yield WithdrawAlert(channel, name)
            if channel == DESKTOP:
                yield WithdrawAlert(PAGE, name)

    def _way(self, channel: AlertChannel) -> AlertChannel:
        """A page that shows notifications itself replaces the desktop."""
        return PAGE if channel == DESKTOP and self._surfaces.notifies() else channel
