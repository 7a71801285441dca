"""Carriers of answers to terminals: some reach none, some reach every one."""

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import AnswerId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Delivery, Unreachable


class NoTerminal:
    """Every terminal is out of reach."""

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        del ask, answer
        raise Unreachable(f"{session.id} has no terminal")


class GoodTerminal:
    """Whatever is carried arrives."""

    def __init__(self) -> None:
        self.carried: list[AnswerId] = []

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        del session, ask
        self.carried.append(answer.id)
        return Delivery(Outcome.ACCEPTED, "")
