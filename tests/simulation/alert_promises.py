"""What is promised of alerts: none twice, none for an ask that is over, and none left behind."""

from collections.abc import Mapping

from tests.simulation.broken import hold

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId
from quarterdeck.ports import AlertMessage


class AlertPromises:
    """A channel that never fails, and holds what it is told against the journal."""

    where = "the simulated person"

    def __init__(self, written: Mapping[AskId, Ask]) -> None:
        self._written = written
        self.told: set[AskId] = set()
        self.withdrawn: set[AskId] = set()

    async def alert(self, message: AlertMessage) -> None:
        ask = self._written.get(message.ask)
        hold(ask is not None, f"an alert tells of {message.ask}, which was never written")
        hold(bool(ask and ask.ended is None), f"an alert tells of {message.ask}, which is over")
        hold(message.ask not in self.told, f"an alert tells of {message.ask} twice")
        self.told.add(message.ask)

    async def update(self, message: AlertMessage) -> None:
        hold(message.ask in self.told, f"{message.ask} is told otherwise, and was never told")

    async def withdraw(self, ask: AskId) -> None:
        known = self._written.get(ask)
        hold(bool(known and known.ended), f"{ask} is taken back, and is still open")
        self.withdrawn.add(ask)

    def quiet(self) -> None:
        """Nothing more will happen: what is over was taken back wherever it was told."""
        over = {name for name in self.told if self._written[name].ended}
        left = sorted(over - self.withdrawn)
        hold(not left, f"{', '.join(left)} is over, and was never taken back")
