"""Each effect goes to the neighbour it is meant for."""

import asyncio

import pytest
from tests.contracts.test_store import ALLOW, LS, a_session
from tests.fakes.carriers import GoodTerminal, NoTerminal
from tests.fakes.neighbours import HandClock, Neighbours

from quarterdeck.daemon.dispatch import Carrier, Dispatch, Everybody
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.effects import (
    Carry,
    Effect,
    KeepOpen,
    Record,
    Release,
    Reply,
    ShowAsk,
    ShowSession,
    Tell,
)
from quarterdeck.domain.events import Delivered, Event
from quarterdeck.domain.ids import RequestId
from quarterdeck.domain.journal import AskWritten
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Delivery

HOOK = RequestId("hook")
SESSION = a_session("desk")


class Stage:
    """A dispatch with neighbours that write down what they hear."""

    def __init__(self, carrier: Carrier) -> None:
        self.neighbours = Neighbours()
        self.outcomes = Outcomes()
        self.outbox = Outbox()
        self.inbox: asyncio.Queue[Event] = asyncio.Queue()
        self.dispatch = Dispatch(
            replies=(self.neighbours,),
            carrier=carrier,
            audience=self.neighbours,
            outcomes=self.outcomes,
            outbox=self.outbox,
            clock=HandClock(),
        )
        self.dispatch.put = self.inbox.put_nowait


@pytest.fixture
def stage() -> Stage:
    return Stage(NoTerminal())


@pytest.mark.parametrize(
    ("effect", "heard"),
    [
        (KeepOpen(HOOK), "hook is kept"),
        (Reply(HOOK, LS, ALLOW), "hook gets allow for ls"),
        (Release(HOOK), "hook is let go"),
        (ShowAsk(LS), "ls is open"),
        (ShowSession(SESSION), "desk is idle"),
    ],
)
def test_an_effect_reaches_its_neighbour(stage: Stage, effect: Effect, heard: str) -> None:
    stage.dispatch.carry_out(effect)
    assert stage.neighbours.heard == [heard]


def test_whoever_answered_hears_what_became_of_it(stage: Stage) -> None:
    stage.outcomes.expect(ALLOW.id, stage.neighbours.hear)
    stage.dispatch.carry_out(Tell(ALLOW.id, Outcome.ACCEPTED, LS, ""))
    assert stage.neighbours.heard == ["answer: accepted"]


def test_an_entry_is_not_for_dispatch(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    stage.dispatch.carry_out(Record(AskWritten(LS)))
    assert "an entry reached dispatch" in caplog.text


def test_several_who_look_on_all_hear(stage: Stage) -> None:
    everybody = Everybody([stage.neighbours, stage.neighbours])
    everybody.ask_changed(LS)
    everybody.session_changed(SESSION)
    assert stage.neighbours.heard == ["ls is open"] * 2 + ["desk is idle"] * 2


# Carried by hand


async def carried(carrier: Carrier) -> Delivered:
    stage = Stage(carrier)
    running = asyncio.ensure_future(stage.outbox.run())
    stage.dispatch.carry_out(Carry(SESSION, LS, ALLOW))
    event = await stage.inbox.get()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert isinstance(event, Delivered)
    return event


async def test_what_became_of_a_carried_answer_comes_in_as_an_event() -> None:
    event = await carried(GoodTerminal())
    assert (event.answer, event.outcome) == (ALLOW.id, Outcome.ACCEPTED)


async def test_a_terminal_out_of_reach_is_not_delivered_with_the_reason() -> None:
    event = await carried(NoTerminal())
    assert event.outcome is Outcome.NOT_DELIVERED
    assert event.note == "desk has no terminal"


class Clumsy:
    """Hands with a fault of ours."""

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        raise RuntimeError("we are wrong")


async def test_hands_that_fail_leave_it_unknown_whether_the_answer_arrived() -> None:
    event = await carried(Clumsy())
    assert event.outcome is Outcome.UNKNOWN
