"""Several kinds of terminals as one: each session is reached in the terminal it runs in."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

from quarterdeck.domain.sessions import Session
from quarterdeck.ports import Delivery, Drawn, Glimpse, Picture, Script, Terminal, Written


class Terminals:
    """Asks each kind in turn; if a session runs in none of them, the first one says why."""

    def __init__(self, first: Terminal, *others: Terminal) -> None:
        self._first = first
        self._others = others

    async def has(self, session: Session) -> bool:
        """Whether a session runs in one of them."""
        return await (await self._of(session)).has(session)

    async def wait_until_free(self, session: Session) -> None:
        """Wait until an agent can take a text."""
        await (await self._of(session)).wait_until_free(session)

    async def send(
        self, session: Session, text: str, pasted: Callable[[], None], *, queue: bool = False
    ) -> Delivery:
        """Type a text into the composer."""
        return await (await self._of(session)).send(session, text, pasted, queue=queue)

    async def press(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press keys while what is asked stays the same."""
        return await (await self._of(session)).press(session, keys)

    async def strike(self, session: Session, keys: Sequence[str]) -> Delivery:
        """Press keys, whatever the screen shows."""
        return await (await self._of(session)).strike(session, keys)

    async def run_script(self, session: Session, script: Script) -> Delivery:
        """Answer an open dialog."""
        return await (await self._of(session)).run_script(session, script)

    async def focus(self, session: Session) -> Delivery:
        """Bring the terminal to the front."""
        return await (await self._of(session)).focus(session)

    async def look(self, session: Session) -> Picture:
        """Its screen as it is now."""
        return await (await self._of(session)).look(session)

    async def glimpse(self, session: Session) -> Glimpse | None:
        """Its screen as it was last seen."""
        return await (await self._of(session)).glimpse(session)

    async def view(self, session: Session) -> AsyncGenerator[Drawn | Written, None]:
        """Its screen with its history, then what is written on it."""
        async with aclosing((await self._of(session)).view(session)) as shown:
            async for one in shown:
                yield one

    async def health(self, session: Session) -> tuple[bool, bool]:
        """Whether its terminal is there, and whether an agent runs in it."""
        return await (await self._of(session)).health(session)

    async def _of(self, session: Session) -> Terminal:
        for terminal in (self._first, *self._others):
            if await terminal.has(session):
                return terminal
        return self._first
