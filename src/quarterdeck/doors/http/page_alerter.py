"""Has pages that are open show what the desktop would be told."""

from quarterdeck.domain.ids import AskId
from quarterdeck.doors.http.hub import Hub
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable


class PageAlerter:
    """Every page on which the person turned notifications on."""

    where = "pages that show notifications"

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def alert(self, message: AlertMessage) -> None:
        """Have it shown."""
        if not self._hub.listeners:
            raise Unreachable("No page is open.", REFUSED)
        self._hub.alerted(message.ask, message.title, message.text, message.risk)

    async def update(self, message: AlertMessage) -> None:
        """Have it shown otherwise."""
        await self.alert(message)

    async def withdraw(self, ask: AskId) -> None:
        """Have it taken away."""
        self._hub.withdrawn(ask)
