"""Sends alerts: each channel at its own pace, and its failures are known."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from quarterdeck.daemon.alert_texts import AlertTexts
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.domain.effects import Alert, UpdateAlert, WithdrawAlert
from quarterdeck.domain.ids import AlertChannel, AskId
from quarterdeck.ports import REFUSED, Alerter, ChannelHealth, Clock, Unreachable

log = logging.getLogger(__name__)

WITHIN = 15.0  # seconds that a channel may take for one message
PAUSES = (1.0, 5.0, 15.0)  # seconds before an unreachable channel is tried again
REMEMBERED = 1000  # asks that are over


class Alerts:
    """The alert channels; a slow or dead one delays no other."""

    def __init__(
        self,
        channels: Mapping[AlertChannel, Alerter],
        texts: AlertTexts,
        outbox: Outbox,
        clock: Clock,
        changed: Callable[[], None],  # a channel fails, or works again
    ) -> None:
        self._channels = channels
        self._texts = texts
        self._outbox = outbox
        self._clock = clock
        self._changed = changed
        self._over: dict[AskId, None] = {}
        self._health = {name: ChannelHealth(name, a.where) for name, a in channels.items()}

    def health(self) -> tuple[ChannelHealth, ...]:
        """How each channel did."""
        return tuple(self._health.values())

    def carry_out(self, effect: Alert | UpdateAlert | WithdrawAlert) -> None:
        """Carry out an effect, in its channel's turn."""
        alerter = self._channels.get(effect.channel)
        if alerter is None:
            return  # only an earlier run had this channel
        if isinstance(effect, WithdrawAlert):
            self._forget(effect.ask)
            self._add(effect.channel, lambda: self._withdraw(effect, alerter))
        else:
            self._over.pop(effect.ask.id, None)
            self._add(effect.channel, lambda: self._send(effect, alerter))

    async def test(self, channel: AlertChannel) -> str:
        """Send a test message; returns what failed, empty if nothing did."""
        alerter = self._channels[channel]
        failure = await self._attempt(channel, lambda: alerter.alert(self._texts.trial()))
        return "" if failure is None else str(failure)

    async def _send(self, effect: Alert | UpdateAlert, alerter: Alerter) -> None:
        message = self._texts.message(effect.ask, effect.session)
        way = alerter.alert if isinstance(effect, Alert) else alerter.update
        for pause in (0.0, *PAUSES):
            await asyncio.sleep(pause)
            if effect.ask.id in self._over:
                return
            failure = await self._attempt(
                effect.channel, lambda: way(message), proves=isinstance(effect, Alert)
            )
            if failure is None or failure.cause == REFUSED:
                return

    async def _withdraw(self, effect: WithdrawAlert, alerter: Alerter) -> None:
        await self._attempt(effect.channel, lambda: alerter.withdraw(effect.ask), proves=False)

    async def _attempt(
        self, channel: AlertChannel, send: Callable[[], Awaitable[None]], *, proves: bool = True
    ) -> Unreachable | None:
        """The failure, if it failed; success counts only if it proves that the channel works."""
        try:
            async with asyncio.timeout(WITHIN):
                await send()
        except TimeoutError:
            failure = Unreachable(f"It did not answer within {WITHIN:g} seconds.")
        except Unreachable as error:
            failure = error
        else:
            if proves:
                self._note(channel, sent=self._clock(), why="")
            return None
        self._note(channel, failed=self._clock(), why=str(failure))
        return failure

    def _note(self, channel: AlertChannel, **news: float | str) -> None:
        before = self._health[channel]
        self._health[channel] = now = replace(before, **news)  # type: ignore[arg-type]
        if now.why == before.why:
            return
        if now.why:
            log.warning("alerts to %s fail: %s", channel, now.why)
        else:
            log.warning("alerts to %s work again", channel)
        self._changed()

    def _add(self, channel: AlertChannel, work: Callable[[], Awaitable[None]]) -> None:
        self._outbox.add(("alerts", channel), work)

    def _forget(self, ask: AskId) -> None:
        self._over[ask] = None
        while len(self._over) > REMEMBERED:
            self._over.pop(next(iter(self._over)))
