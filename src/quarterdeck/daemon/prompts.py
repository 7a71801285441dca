"""Which prompts agents say that they took: the best proof that typing arrived."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId


class Prompts:
    """Tells whoever types into a session what its agent took meanwhile."""

    def __init__(self) -> None:
        self._awaited: dict[SessionId, asyncio.Future[str]] = {}

    def submitted(self, event: PromptSubmitted) -> None:
        """An agent says that it took a prompt."""
        waiting = self._awaited.pop(event.session, None)
        if waiting and not waiting.done():
            waiting.set_result(event.text)

    @contextmanager
    def of(self, session: SessionId) -> Iterator[asyncio.Future[str]]:
        """The next prompt that a session's agent takes meanwhile."""
        taken: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._awaited[session] = taken
        try:
            yield taken
        finally:
            self._awaited.pop(session, None)
