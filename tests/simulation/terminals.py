"""Hands that type into a model agent's terminal, if it shows the dialog and luck will have it."""

import asyncio

from tests.simulation.promises import Promises
from tests.simulation.world import World

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Delivery, Unreachable


class SimulatedTerminal:
    """Keys take a while, and whether they were taken is known a while later."""

    def __init__(self, world: World, promises: Promises) -> None:
        self._world = world
        self._promises = promises

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        del session
        if answer.choice == "focus":
            return Delivery(Outcome.ACCEPTED, "")
        meant = self._promises.carries(ask, answer, self._world.now)
        luck = self._world.random.random()
        if luck < 0.2:
            raise Unreachable("there is no terminal")
        if luck < 0.4:
            return Delivery(Outcome.BLOCKED, "a draft is in the way")
        await self._pause(0.3)
        dialog = meant.agent.screen if meant else None
        if dialog is None or not dialog.visible or dialog.face != (meant and meant.face):
            return Delivery(Outcome.NOT_DELIVERED, "the dialog is not on screen")
        dialog.agent.carried(dialog, ask, answer)
        await self._pause(0.2)
        return Delivery(Outcome.ACCEPTED, "")

    async def _pause(self, seconds: float) -> None:
        over = asyncio.get_running_loop().create_future()
        self._world.later(seconds, lambda: None if over.done() else over.set_result(None))
        await over
