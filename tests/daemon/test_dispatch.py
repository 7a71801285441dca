"""Each effect goes to the neighbour it is meant for."""

import asyncio
from dataclasses import replace

import pytest
from tests.contracts.test_store import ALLOW, HELLO, LS, a_session
from tests.fakes.carriers import GoodTerminal, NoTerminal
from tests.fakes.neighbours import HandClock, Neighbours
from tests.fakes.terminal import FakeTerminal

from quarterdeck.daemon.dispatch import Carrier, Dispatch
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.daemon.performing import Performer
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.actions import Interrupt, Progress, Result
from quarterdeck.domain.actions import Stage as Stage_
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.effects import (
    Cancel,
    Carry,
    Effect,
    KeepOpen,
    Perform,
    Record,
    Release,
    Reply,
    ShowAction,
    ShowAsk,
    ShowSession,
    SurfaceChanged,
    Tell,
    WaitUntilFree,
    WithdrawKeys,
)
from quarterdeck.domain.events import ActionEnded, Delivered, Event, TerminalFree
from quarterdeck.domain.ids import AnswerId, RequestId, SurfaceId
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
        self.performer = Performer(
            FakeTerminal(Prompts().of), stopped, self.outbox, HandClock(), Prompts().last
        )
        self.performer.put = self.inbox.put_nowait
        self.dispatch = Dispatch(
            replies=(self.neighbours,),
            carrier=carrier,
            performer=self.performer,
            boards=[self.neighbours],
            alerts=self.neighbours,
            audience=self.neighbours.audience(),
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
        (ShowAction(Progress(HELLO, Stage_.STARTED, None)), "hello is started"),
        (SurfaceChanged(SurfaceId("deck")), "deck is drawn"),
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


def test_whoever_wanted_something_done_hears_how_it_ended(stage: Stage) -> None:
    stage.outcomes.expect(HELLO.id, stage.neighbours.hear)
    stage.dispatch.carry_out(ShowAction(Progress(HELLO, Stage_.STARTED, None)))
    over = Progress(HELLO, Stage_.ENDED, Result(Outcome.BLOCKED, "why"))
    stage.dispatch.carry_out(ShowAction(over))
    assert stage.neighbours.heard == ["hello is started", "hello is ended", "hello: blocked"]


async def test_what_is_wanted_done_is_done_and_can_be_cancelled(stage: Stage) -> None:
    running = asyncio.ensure_future(stage.outbox.run())
    stage.dispatch.carry_out(Perform(SESSION, replace(HELLO, do=Interrupt())))
    assert await stage.inbox.get() == ActionEnded(HELLO.id, Result(Outcome.ACCEPTED, ""), 1000.0)
    stage.dispatch.carry_out(Perform(SESSION, HELLO))
    stage.dispatch.carry_out(Cancel(HELLO.id))
    ended = await stage.inbox.get()
    assert isinstance(ended, ActionEnded)
    assert ended.result.outcome is Outcome.NOT_DELIVERED
    stage.dispatch.carry_out(WaitUntilFree(SESSION, HELLO))
    assert await stage.inbox.get() == TerminalFree(HELLO.id, 1000.0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def stopped(session: Session) -> Delivery:
    del session
    return Delivery(Outcome.ACCEPTED, "")


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


async def test_keys_that_are_withdrawn_before_their_turn_are_not_pressed() -> None:
    terminal = SlowTerminal()
    stage = Stage(terminal)
    running = asyncio.ensure_future(stage.outbox.run())
    second = replace(ALLOW, id=AnswerId("second"))
    stage.dispatch.carry_out(Carry(SESSION, LS, ALLOW))
    stage.dispatch.carry_out(Carry(SESSION, LS, second))
    await terminal.begun.wait()
    stage.dispatch.carry_out(WithdrawKeys(second.id))
    stage.dispatch.carry_out(WithdrawKeys(ALLOW.id))  # too late: these are under way
    terminal.free.set()
    heard = [await stage.inbox.get(), await stage.inbox.get()]
    assert [(d.answer, d.outcome) for d in heard if isinstance(d, Delivered)] == [
        (second.id, Outcome.NOT_DELIVERED),
        (ALLOW.id, Outcome.ACCEPTED),
    ]
    stage.dispatch.carry_out(Carry(SESSION, LS, replace(ALLOW, id=AnswerId("third"))))
    await stage.inbox.get()
    assert terminal.pressed == [ALLOW.id, "third"]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


class SlowTerminal:
    """A carrier that says when it began, and goes on when it may."""

    def __init__(self) -> None:
        self.begun, self.free = asyncio.Event(), asyncio.Event()
        self.pressed: list[AnswerId] = []

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        self.begun.set()
        await self.free.wait()
        self.pressed.append(answer.id)
        return Delivery(Outcome.ACCEPTED, "")


class Clumsy:
    """A carrier with a fault of ours."""

    async def carry(self, session: Session, ask: Ask, answer: Answer) -> Delivery:
        raise RuntimeError("we are wrong")


async def test_hands_that_fail_leave_it_unknown_whether_the_answer_arrived() -> None:
    event = await carried(Clumsy())
    assert event.outcome is Outcome.UNKNOWN
