"""The calls about alerts: how the channels do, and a test of them."""

import asyncio
from collections.abc import Awaitable
from dataclasses import asdict
from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from quarterdeck.domain.alerts import PAGE
from quarterdeck.domain.callers import Right
from quarterdeck.domain.ids import AlertChannel
from quarterdeck.doors.facade import Facade, NotFound
from quarterdeck.doors.http.bodies import body_of
from quarterdeck.doors.http.connections import permitted
from quarterdeck.ports import ChannelHealth


class AlertChannels(Protocol):
    """Whoever sends alerts."""

    def health(self) -> tuple[ChannelHealth, ...]:
        """How each channel did."""

    def test(self, channel: AlertChannel) -> Awaitable[str]:
        """Send a test message; returns what failed, empty if nothing did."""


class AlertRoutes:
    """What can be called about alerts."""

    def __init__(self, facade: Facade, channels: AlertChannels) -> None:
        self._facade = facade
        self._channels = channels

    def routes(self) -> list[BaseRoute]:
        """Where these calls are found."""
        return [
            Route("/api/alerts", self.every),
            Route("/api/alerts/test", self.test, methods=["POST"]),
        ]

    async def every(self, _: Request) -> Response:
        """Each channel, and how it did."""
        return JSONResponse([asdict(health) for health in self._channels.health()])

    async def test(self, request: Request) -> Response:
        """Send a test message to one channel or to all, and report each result."""
        await permitted(self._facade, request, Right.CONFIGURE)
        wanted = (await body_of(request)).get("channel")
        every = self._channels.health()
        # A page only replaces the desktop: it is tested if it is named.
        known = [h for h in every if wanted == h.channel or (wanted is None and h.channel != PAGE)]
        if wanted is not None and not known:
            raise NotFound(f"There is no channel {wanted!r}.")
        failures = await asyncio.gather(*(self._channels.test(one.channel) for one in known))
        results = [
            {"channel": one.channel, "where": one.where, "sent": not why, "why": why}
            for one, why in zip(known, failures, strict=True)
        ]
        return JSONResponse({"results": results})
