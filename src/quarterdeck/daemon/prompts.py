"""Which prompts agents report: the best proof that typing arrived."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId

REMEMBERED = 256  # sessions whose last prompt is known
LONGEST = 2000  # characters of one: a longer one is not found again in a composer


class Prompts:
    """Tells the typist of a session which prompts its agent has taken since."""

    def __init__(self) -> None:
        self._awaited: dict[SessionId, list[asyncio.Future[str]]] = {}  # in the order of typing
        self._last: dict[SessionId, str] = {}

    def submitted(self, event: PromptSubmitted) -> None:
        """An agent reports a prompt: the first typist that waits is told."""
        self._last.pop(event.session, None)
        self._last[event.session] = event.text[:LONGEST]
        if len(self._last) > REMEMBERED:
            del self._last[next(iter(self._last))]
        waiting = self._awaited.get(event.session, [])
        if first := next((one for one in waiting if not one.done()), None):
            first.set_result(event.text)

    def last(self, session: SessionId) -> str:
        """The prompt that a session's agent took last, as far as it is remembered."""
        return self._last.get(session, "")

    @contextmanager
    def of(self, session: SessionId) -> Iterator[asyncio.Future[str]]:
        """The next prompt that a session's agent takes."""
        taken: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._awaited.setdefault(session, []).append(taken)
        try:
            yield taken
        finally:
            self._awaited[session].remove(taken)
            if not self._awaited[session]:
                del self._awaited[session]
