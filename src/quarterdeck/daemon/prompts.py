"""Which prompts agents say that they took: the best proof that typing arrived."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId


class Prompts:
    """Tells whoever types into a session what its agent took meanwhile."""

    def __init__(self) -> None:
        # Texts for one session are typed in the order in which they came.
        self._awaited: dict[SessionId, list[asyncio.Future[str]]] = defaultdict(list)

    def submitted(self, event: PromptSubmitted) -> None:
        """An agent says that it took a prompt."""
        for waiting in self._awaited.get(event.session, []):
            if not waiting.done():
                waiting.set_result(event.text)
                return

    @contextmanager
    def of(self, session: SessionId) -> Iterator[asyncio.Future[str]]:
        """The next prompt that a session's agent takes, after those that others wait for."""
        taken: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._awaited[session].append(taken)
        try:
            yield taken
        finally:
            self._awaited[session].remove(taken)
            if not self._awaited[session]:
                del self._awaited[session]
