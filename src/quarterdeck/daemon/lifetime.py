"""When a daemon that only a hook wanted has served its time."""

import asyncio
import logging
from collections.abc import Callable

from quarterdeck.domain.states import State
from quarterdeck.domain.watch import View
from quarterdeck.ports import Clock

log = logging.getLogger(__name__)

UNUSED_FOR = 24 * 3600.0
LOOK_EVERY = 60.0


class Lifetime:
    """Counts how long nobody needed the daemon: no deck or page, no program, no session."""

    def __init__(
        self, view: Callable[[], View], listeners: Callable[[], int], clock: Clock
    ) -> None:
        self._view = view
        self._listeners = listeners
        self._clock = clock
        self._needed = clock()

    def is_over(self) -> bool:
        """Whether nobody has needed it for a day."""
        now = self._clock()
        if self._is_needed():
            self._needed = now
        return now - self._needed >= UNUSED_FOR

    async def run(self, end: Callable[[], None]) -> None:
        """Look now and then; end the daemon once it is over."""
        while not self.is_over():  # noqa: ASYNC110 - what is over is not an event
            await asyncio.sleep(LOOK_EVERY)
        log.info("Nobody has needed this daemon for a day: it ends. A hook starts the next one.")
        end()

    def _is_needed(self) -> bool:
        view = self._view()
        living = any(session.state is not State.ENDED for session in view.sessions)
        return bool(living or view.surfaces or self._listeners())
