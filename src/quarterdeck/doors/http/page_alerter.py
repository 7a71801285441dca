"""Has open pages show a notification instead of the desktop."""

from quarterdeck.domain.ids import AskId
from quarterdeck.doors.http.hub import Hub
from quarterdeck.ports import REFUSED, AlertMessage, Unreachable


class PageAlerter:
    """All pages that have notifications turned on."""

    where = "pages that show notifications"

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def alert(self, message: AlertMessage) -> None:
        """Have the pages show a notification."""
        if not self._hub.listeners:
            raise Unreachable("No page is open.", REFUSED)
        self._hub.alerted(message.ask, message.title, message.text, message.risk)

    async def update(self, message: AlertMessage) -> None:
        """Have the pages replace it."""
        await self.alert(message)

    async def withdraw(self, ask: AskId) -> None:
        """Have the pages close it."""
        self._hub.withdrawn(ask)
