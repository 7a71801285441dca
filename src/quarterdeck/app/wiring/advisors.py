"""The advisors, each loaded when a session first has use for its advice."""

import asyncio
from collections.abc import Callable

from quarterdeck.app.wiring.later import Later
from quarterdeck.domain.ask_bodies import Trouble
from quarterdeck.domain.buttons import Buttons, Situation
from quarterdeck.ports import Advisor, Clock


class LaterAdvisor:
    """An advisor that is loaded when it is first asked; see the port `Advisor`."""

    def __init__(self, module: str, make: Callable[[], Advisor]) -> None:
        async def made() -> Advisor:
            return make()

        self._advisor = Later(module, made)

    async def advise(self, situation: Situation) -> Buttons:
        """The buttons that fit."""
        return await (await self._advisor()).advise(situation)


async def load_trouble() -> None:
    """Have what `trouble_in` needs, before a turn ends."""
    await asyncio.to_thread(trouble_in, "", "")


def trouble_in(message: str, failed: str) -> Trouble | None:
    """What is wrong at the end of a turn; loaded with the first that ends."""
    from quarterdeck.advisors import trouble

    return trouble.trouble_in(message, failed)


def rules(clock: Clock) -> Advisor:
    """The advisor that answers at once."""

    def make() -> Advisor:
        from quarterdeck.advisors.rules import Rules

        return Rules(clock)

    return LaterAdvisor("quarterdeck.advisors.rules", make)


def model(name: str, clock: Clock) -> Advisor | None:
    """The advisor that asks a model; None if the settings name none."""

    def make() -> Advisor:
        from quarterdeck.advisors.model import ModelAdvisor

        return ModelAdvisor(name, clock)

    return LaterAdvisor("quarterdeck.advisors.model", make) if name else None
