"""What the daemon needs from its neighbours: one page."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Protocol

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.events import Event
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.journal import Entry, Remembered
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome


class Unreachable(Exception):
    """A neighbour is gone. That is expected; it is said once, and once when it is back."""


class Unwritable(Exception):
    """The journal cannot be written now."""


class Clock(Protocol):
    """Time that never runs backwards."""

    def __call__(self) -> float:
        """The time now."""


class Inbox(Protocol):
    """Where adapters put what happened."""

    def put(self, event: Event) -> None:
        """Take an event; it is handled soon, in order."""


class Agent(Protocol):
    """The kept hooks of one kind of coding agent."""

    def keep(self, request: RequestId) -> None:
        """Tell a hook that it is kept and may come back to a restarted daemon."""

    def reply(self, request: RequestId, ask: Ask, answer: Answer) -> None:
        """Send an answer on a kept hook."""

    def release(self, request: RequestId) -> None:
        """Let a hook go without an answer."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of an answer that was carried by hand."""

    outcome: Outcome
    note: str


class Hands(Protocol):
    """Brings an answer to an agent that has no hook open: keys, text, focus."""

    def carry(self, session: Session, ask: Ask, answer: Answer) -> Awaitable[Delivery]:
        """Bring an answer there, and tell what became of it."""


class Store(Protocol):
    """What is remembered across restarts."""

    def remembered(self) -> Remembered:
        """What an earlier run left."""

    def write(self, entries: Sequence[Entry], now: float) -> Awaitable[None]:
        """Write these down, all or none; raises Unwritable."""
