"""Speaks to an ntfy server."""

from collections.abc import Callable

from quarterdeck.domain.ids import AskId
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable
from quarterdeck.surfaces.push.http_call import http_call
from quarterdeck.surfaces.push.ntfy import wire


class Ntfy:
    """One topic of one server."""

    def __init__(self, url: str, token: str) -> None:
        self._topic = wire.topic(url, token)

    @property
    def where(self) -> str:
        """The server; the topic stays a secret."""
        return f"ntfy at {self._topic.host}"

    async def alert(self, message: AlertMessage) -> None:
        """Publish a message."""
        await self._call(wire.tell(self._topic, message, update=False))

    async def update(self, message: AlertMessage) -> None:
        """Replace it."""
        await self._call(wire.tell(self._topic, message, update=True))

    async def withdraw(self, ask: AskId) -> None:
        """Delete it everywhere; servers before 2.16 cannot."""
        await self._call(wire.delete(self._topic, ask), fine=wire.cannot_delete)

    async def _call(self, call: wire.Call, fine: Callable[[int], bool] = lambda _: False) -> None:
        status, body = await http_call(call.method, call.url, call.body, self._topic.headers)
        if not 200 <= status < 300 and not fine(status):
            cause = REFUSED if wire.is_refusal(status) else ""
            raise Unreachable(wire.complaint(status, body), cause)
