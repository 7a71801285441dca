"""Presses of a session come one after the other, with a pause between them."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from quarterdeck.domain.ids import SessionId


@dataclass(slots=True)
class _Turn:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0  # with the one whose turn it is
    rests_until: float = 0.0


class Turns:
    """Whose turn it is in each session."""

    def __init__(self) -> None:
        self._turns: dict[SessionId, _Turn] = {}

    def waiting(self, session: SessionId) -> int:
        """How many have their turn, or wait for it."""
        turn = self._turns.get(session)
        return turn.waiting if turn else 0

    @asynccontextmanager
    async def of(self, session: SessionId, rest: float) -> AsyncGenerator[None]:
        """One turn; the next one comes so many seconds after it."""
        turn = self._turn(session)
        turn.waiting += 1
        try:
            async with turn.lock:
                await asyncio.sleep(turn.rests_until - _now())
                try:
                    yield
                finally:
                    self.pause(session, rest)
        finally:
            turn.waiting -= 1

    def pause(self, session: SessionId, rest: float) -> None:
        """Nobody has a turn for so many seconds."""
        turn = self._turn(session)
        turn.rests_until = max(turn.rests_until, _now() + rest)

    def _turn(self, session: SessionId) -> _Turn:
        now = _now()
        kept = {s: t for s, t in self._turns.items() if t.waiting or t.rests_until > now}
        self._turns = kept | {session: self._turns.get(session) or _Turn()}
        return self._turns[session]


def _now() -> float:
    return asyncio.get_running_loop().time()
