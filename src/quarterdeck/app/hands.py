"""Answers without a hook: which adapter carries them."""

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Delivery


class NoHands:
    """Nothing but hooks can reach an agent."""

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        """Say that it cannot be done, and where it can."""
        del ask, answer
        return Delivery(
            Outcome.NOT_DELIVERED, f"its hook is gone: answer {session.name} at its terminal"
        )
