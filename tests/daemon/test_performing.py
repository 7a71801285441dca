"""Actions are done in a session's terminal, and each is told how it ended."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from tests.contracts.test_store import HELLO
from tests.fakes.neighbours import HandClock
from tests.fakes.terminal import FakePane, FakeTerminal
from tests.stage.tmux import until
from typing_extensions import override

from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.performing import Performer
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.actions import Action, Do, Focus, Interrupt, Keys, Send
from quarterdeck.domain.events import ActionEnded, Event, PromptSubmitted, TerminalFree, TextPasted
from quarterdeck.domain.ids import ActionId, SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.stopping import CONTINUE
from quarterdeck.ports import Delivery, Unreachable


class Stage:
    """A performer on one pane, with its outbox at work."""

    def __init__(self, terminal: FakeTerminal) -> None:
        self.prompts = Prompts()
        self.terminal = terminal
        self.session, self.pane = terminal.add()
        self.outbox = Outbox()
        self.inbox: asyncio.Queue[Event] = asyncio.Queue()
        self.stopped = asyncio.Event()
        self.performer = Performer(
            terminal, self._interrupt, self.outbox, HandClock(), self._last_prompt
        )
        self.performer.put = self.inbox.put_nowait

    async def _interrupt(self, session: Session) -> Delivery:
        del session
        await self.stopped.wait()
        return Delivery(Outcome.ACCEPTED, "", latency_ms=7)

    def _last_prompt(self, session: SessionId) -> str:
        return self.prompts.last(session)

    def action(self, do: Do, name: str = "it") -> Action:
        return replace(HELLO, id=ActionId(name), session=self.session.id, do=do)

    def performs(self, do: Do, name: str = "it") -> None:
        self.performer.perform(self.session, self.action(do, name))

    async def ends(self) -> ActionEnded:
        """The next end of an action."""
        while not isinstance(event := await self.inbox.get(), ActionEnded):
            pass
        return event


@asynccontextmanager
async def working(terminal: FakeTerminal) -> AsyncIterator[Stage]:
    stage = Stage(terminal)
    running = asyncio.ensure_future(stage.outbox.run())
    try:
        yield stage
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    prompts = Prompts()
    async with working(FakeTerminal(prompts.of)) as stage:
        stage.prompts = prompts
        yield stage


def said(pane: FakePane, what: str) -> list[object]:
    return [line[what] for line in pane.lines if what in line]


async def submits(stage: Stage, text: str) -> None:
    await until(lambda: said(stage.pane, "submitted"))
    stage.prompts.submitted(PromptSubmitted(stage.session.id, text, 1.0))


async def test_a_text_is_typed_told_to_be_pasted_and_told_to_be_taken(stage: Stage) -> None:
    stage.performs(Send("hello"))
    await submits(stage, "hello")
    assert await stage.inbox.get() == TextPasted(ActionId("it"), 1000.0)
    ended = await stage.ends()
    assert (ended.action, ended.result.outcome) == ("it", Outcome.ACCEPTED)


async def test_an_agent_at_work_takes_a_text_for_its_own_queue_and_no_other(stage: Stage) -> None:
    stage.pane.working = True
    stage.performs(Send("hello"))
    assert (await stage.ends()).result.outcome is Outcome.BLOCKED
    stage.performs(Send("hello", queue=True), "queued")
    await submits(stage, "hello")
    assert (await stage.ends()).result.outcome is Outcome.ACCEPTED


async def test_continue_submits_the_prompt_that_the_agent_put_back(stage: Stage) -> None:
    stage.prompts.submitted(PromptSubmitted(stage.session.id, "fix the parser", 1.0))
    stage.pane.press(b"fix the parser")
    stage.performs(CONTINUE)
    await stage.ends()
    assert said(stage.pane, "submitted") == ["fix the parser"]


async def test_continue_leaves_any_other_draft_alone(stage: Stage) -> None:
    stage.prompts.submitted(PromptSubmitted(stage.session.id, "fix the parser", 1.0))
    stage.pane.press(b"fix the parser tomorrow")
    stage.performs(CONTINUE)
    assert (await stage.ends()).result.outcome is Outcome.BLOCKED
    assert said(stage.pane, "submitted") == []


@pytest.mark.parametrize(
    ("do", "outcome"), [(Keys(("Up",)), Outcome.UNKNOWN), (Focus(), Outcome.ACCEPTED)]
)
async def test_keys_and_going_there_are_done(stage: Stage, do: Do, outcome: Outcome) -> None:
    stage.performs(do)
    assert (await stage.ends()).result.outcome is outcome


async def test_an_interrupt_tells_how_long_it_took(stage: Stage) -> None:
    stage.performs(Interrupt())
    stage.stopped.set()
    assert (await stage.ends()).result.latency_ms == 7


async def test_what_cannot_be_reached_is_not_delivered_and_names_the_cause(stage: Stage) -> None:
    stage.terminal.panes.clear()
    stage.performs(Send("hello"))
    told = (await stage.ends()).result
    assert (told.outcome, bool(told.error)) == (Outcome.NOT_DELIVERED, True)


class Broken(FakeTerminal):
    """Terminals with a fault of ours, or out of reach."""

    error: Exception = RuntimeError("we are wrong")

    @override
    async def focus(self, session: Session) -> Delivery:
        raise self.error

    @override
    async def wait_until_free(self, session: Session) -> None:
        raise self.error


async def test_a_fault_of_ours_leaves_it_unknown() -> None:
    async with working(Broken(Prompts().of)) as stage:
        stage.performs(Focus())
        assert (await stage.ends()).result.outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("error", [RuntimeError("we are wrong"), Unreachable("it is gone")])
async def test_where_nobody_can_see_whether_a_text_can_be_typed_it_is_tried(
    error: Exception,
) -> None:
    terminal = Broken(Prompts().of)
    terminal.error = error
    async with working(terminal) as stage:
        stage.performer.wait_until_free(stage.session, stage.action(Send("hello")))
        assert await stage.inbox.get() == TerminalFree(ActionId("it"), 1000.0)


# What waits for what


async def test_an_interrupt_and_going_there_wait_for_nothing_that_is_typed(stage: Stage) -> None:
    stage.performs(Send("hello"), "text")
    stage.performs(Interrupt(), "stop")
    stage.performs(Focus(), "focus")
    stage.stopped.set()
    ended = {(await stage.ends()).action for _ in range(2)}
    assert ended == {"stop", "focus"}


async def test_a_text_that_waits_for_a_working_agent_keeps_nothing_waiting(stage: Stage) -> None:
    stage.pane.working = True
    stage.performer.wait_until_free(stage.session, stage.action(Send("hello"), "text"))
    stage.performs(Keys(("Up",)), "keys")
    assert (await stage.ends()).action == "keys"
    stage.pane.working = False
    stage.pane.draw()
    assert await stage.inbox.get() == TerminalFree(ActionId("text"), 1000.0)
    assert said(stage.pane, "submitted") == []


# What is cancelled


async def test_what_was_not_begun_is_not_done(stage: Stage) -> None:
    stage.performs(Send("hello"))
    stage.performer.cancel(ActionId("it"))
    assert (await stage.ends()).result.outcome is Outcome.NOT_DELIVERED
    assert said(stage.pane, "raw") == []


async def test_what_was_begun_is_stopped_and_nobody_knows_what_it_did(stage: Stage) -> None:
    stage.performs(Send("hello"))
    await until(lambda: said(stage.pane, "submitted"))
    stage.performer.cancel(ActionId("it"))
    assert (await stage.ends()).result.outcome is Outcome.UNKNOWN
    stage.performs(Keys(("Up",)), "keys")
    assert (await stage.ends()).action == "keys"


@pytest.mark.parametrize("begun", [False, True])
async def test_waiting_for_an_agent_can_be_stopped_and_says_nothing_more(
    stage: Stage, begun: bool
) -> None:
    stage.pane.working = True
    stage.performer.wait_until_free(stage.session, stage.action(Send("hello")))
    for _ in range(5 if begun else 0):
        await asyncio.sleep(0)
    stage.performer.cancel(ActionId("it"))
    stage.pane.working = False
    stage.pane.draw()
    stage.performs(Keys(("Up",)), "keys")
    first = await stage.inbox.get()
    assert isinstance(first, ActionEnded)
    assert first.action == "keys"
