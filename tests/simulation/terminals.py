"""Terminals of model agents: keys and texts take a while, and what they did is known later."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence

from tests.simulation.action_promises import ActionPromises
from tests.simulation.promises import Promises
from tests.simulation.truth import Truth
from tests.simulation.world import World

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import MAIN
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Delivery, Drawn, Glimpse, Picture, Script, Unreachable, Written

GLANCE = 0.2


class SimulatedTerminal:
    """Types into a model agent's terminal, if luck will have it."""

    def __init__(
        self, world: World, truth: Truth, promises: Promises, deeds: ActionPromises
    ) -> None:
        self._world = world
        self._truth = truth
        self._promises = promises
        self._deeds = deeds

    # Answers by keys

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

    # Actions

    async def has(self, session: Session) -> bool:
        return session.id in self._truth.agents

    async def wait_until_free(self, session: Session) -> None:
        while self._busy(session):
            await self._pause(GLANCE)

    async def send(
        self, session: Session, text: str, pasted: Callable[[], None], *, queue: bool = False
    ) -> Delivery:
        if self._world.random.random() < 0.1:
            raise Unreachable("there is no terminal")
        if self._busy(session):
            return Delivery(Outcome.BLOCKED, "the agent is working")
        await self._pause(0.05)
        self._deeds.typed(text)
        pasted()
        await self._pause(self._world.random.choice((0.1, 0.4, 3.0)))
        luck = self._world.random.random()
        if luck < 0.15:
            return Delivery(Outcome.BLOCKED, "a dialog opened before it was submitted")
        if luck < 0.3:
            return Delivery(Outcome.UNKNOWN, "the agent said nothing")
        self._deeds.taken(text)
        self._truth.agents[session.id].prompt()
        return Delivery(Outcome.ACCEPTED, "")

    async def press(self, session: Session, keys: Sequence[str]) -> Delivery:
        del session
        await self._pause(0.05)
        self._deeds.typed(keys[0])
        await self._pause(self._world.random.choice((0.1, 2.0)))
        return Delivery(Outcome.UNKNOWN, "")

    async def interrupt(self, session: Session) -> Delivery:
        await self._pause(0.05)
        agent = self._truth.agents[session.id]
        if not agent.alive or not agent.threads[MAIN].active:
            return Delivery(Outcome.BLOCKED, "there is nothing to stop")
        agent.interrupt()
        await self._pause(self._world.random.choice((0.2, 2.5)))
        return Delivery(Outcome.ACCEPTED, "")

    async def focus(self, session: Session) -> Delivery:
        del session
        await self._pause(0.1)
        return Delivery(Outcome.ACCEPTED, "")

    def _busy(self, session: Session) -> bool:
        agent = self._truth.agents[session.id]
        return agent.threads[MAIN].active or agent.screen is not None

    async def _pause(self, seconds: float) -> None:
        over = asyncio.get_running_loop().create_future()
        self._world.later(seconds, lambda: None if over.done() else over.set_result(None))
        await over

    # What nobody wants here

    async def strike(self, session: Session, keys: Sequence[str]) -> Delivery:
        raise NotImplementedError

    async def run_script(self, session: Session, script: Script) -> Delivery:
        raise NotImplementedError

    async def look(self, session: Session) -> Picture:
        raise NotImplementedError

    async def glimpse(self, session: Session) -> Glimpse | None:
        raise NotImplementedError

    def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        raise NotImplementedError

    async def health(self, session: Session) -> tuple[bool, bool]:
        raise NotImplementedError
