"""When buttons are picked, and when a model is asked for better ones."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

import pytest_asyncio
from tests.contracts.test_store import a_session
from tests.fakes.neighbours import HandClock
from tests.stories.happened import CLI

from quarterdeck.advisors.rules import Rules, buttons_for
from quarterdeck.daemon.advising import Advising
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.domain.buttons import Buttons, Context, Origin, Situation
from quarterdeck.domain.events import (
    BoardShown,
    ButtonsChosen,
    CallRated,
    Event,
    PromptSubmitted,
)
from quarterdeck.domain.ids import CallId, SurfaceId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.domain.surfaces import Profile, Surface
from quarterdeck.domain.watch import View
from quarterdeck.ports import Unreachable

DECK = SurfaceId("deck")


class Model:
    """A model that answers when it is let."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[Situation] = asyncio.Queue()
        self.answers = asyncio.Event()
        self.fails = False

    async def advise(self, situation: Situation) -> Buttons:
        self.asked.put_nowait(situation)
        await self.answers.wait()
        if self.fails:
            raise Unreachable("it is nonsense")
        return replace(buttons_for(situation, 5.0), by=Origin.MODEL)


class Stage:
    """An advised daemon in which only buttons are picked."""

    def __init__(self) -> None:
        self.model = Model()
        self.outbox = Outbox()
        self.chosen: asyncio.Queue[ButtonsChosen] = asyncio.Queue()
        self.clock = HandClock()
        self.session = a_session("desk")
        self.surfaces: tuple[Surface, ...] = ()
        self.advising = Advising(
            Rules(self.clock), self.model, self.outbox, self._view, self._put, self.clock
        )

    def _view(self) -> View:
        return View((self.session,), (), {}, {}, (), self.surfaces, ())

    def _put(self, event: Event) -> None:
        assert isinstance(event, ButtonsChosen)
        self.chosen.put_nowait(event)

    def somebody_looks(self) -> None:
        seen = self.clock()
        self.surfaces = (Surface(DECK, Profile("deck", hold=True), CLI, seen, {}, {}),)

    def says(self, message: str) -> None:
        facts = replace(self.session.facts, last_message=message)
        self.becomes(replace(self.session, state=State.IDLE, facts=facts))

    def becomes(self, session: Session) -> None:
        self.session = session
        self.advising.session_changed(session)

    async def next(self) -> ButtonsChosen:
        return await asyncio.wait_for(self.chosen.get(), 10)


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[Stage]:
    stage = Stage()
    running = asyncio.ensure_future(stage.outbox.run())
    yield stage
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_a_session_that_becomes_idle_gets_buttons_once(stage: Stage) -> None:
    stage.says("Should I go on?")
    stage.says("Should I go on?")
    stage.says("It is done.")
    first, second = await stage.next(), await stage.next()
    assert (first.about, first.buttons.context) == ("Should I go on?", Context.QUESTION)
    assert (second.about, second.buttons.context) == ("It is done.", Context.DONE)
    assert stage.chosen.empty()


async def test_who_works_in_between_gets_them_again(stage: Stage) -> None:
    stage.says("It is done.")
    stage.becomes(replace(stage.session, state=State.WORKING))
    stage.says("It is done.")
    assert [(await stage.next()).about for _ in range(2)] == ["It is done."] * 2


async def test_the_last_call_of_a_turn_counts_if_it_failed(stage: Stage) -> None:
    failed = CallRated(stage.session.id, CallId("1"), "Bash", "make build", None, False, 1.0)
    stage.advising.hear(failed)
    stage.says("Hm.")
    assert (await stage.next()).buttons.context is Context.ERROR
    stage.advising.hear(PromptSubmitted(stage.session.id, "go on", 2.0))
    stage.says("Hm!")
    assert (await stage.next()).buttons.context is Context.NOTHING


async def test_buttons_that_the_agent_set_are_left_alone(stage: Stage) -> None:
    own = replace(buttons_for(Situation(""), 1.0), by=Origin.AGENT, asked=True)
    stage.somebody_looks()
    stage.session = replace(stage.session, buttons=own)
    stage.says("It is done.")
    stage.advising.hear(BoardShown(DECK, (), 1.0))
    stage.becomes(replace(stage.session, buttons=None))
    stage.says("Another thing is done.")
    assert (await stage.next()).about == "Another thing is done.", "only this is advised"
    assert (await asyncio.wait_for(stage.model.asked.get(), 10)).message == "Another thing is done."


async def test_nothing_is_spent_while_nobody_looks(stage: Stage) -> None:
    stage.says("Should I go on?")
    assert (await stage.next()).buttons.by is Origin.RULES
    assert stage.model.asked.empty()

    stage.somebody_looks()
    stage.advising.hear(BoardShown(DECK, (), 1.0))
    stage.advising.hear(BoardShown(DECK, (), 2.0))
    stage.model.answers.set()
    refined = await stage.next()
    assert (refined.buttons.by, refined.about) == (Origin.MODEL, "Should I go on?")
    assert stage.model.asked.qsize() == 1, "once for each message"


async def test_one_model_at_a_time_and_not_for_what_is_over(stage: Stage) -> None:
    stage.somebody_looks()
    stage.says("First.")
    await stage.next()
    assert (await asyncio.wait_for(stage.model.asked.get(), 10)).message == "First."
    stage.says("Second.")
    stage.says("Third.")
    await stage.next()
    await stage.next()
    assert stage.model.asked.empty(), "the first is not answered yet"
    stage.model.answers.set()
    assert (await stage.next()).about == "First."
    assert (await stage.next()).about == "Third."
    assert (await asyncio.wait_for(stage.model.asked.get(), 10)).message == "Third."
    assert stage.model.asked.empty()


async def test_a_model_that_fails_leaves_what_the_rules_picked(stage: Stage) -> None:
    stage.somebody_looks()
    stage.model.fails = True
    stage.model.answers.set()
    stage.says("First.")
    assert (await stage.next()).buttons.by is Origin.RULES
    await asyncio.wait_for(stage.model.asked.get(), 10)
    stage.model.fails = False
    stage.says("Second.")
    assert [(await stage.next()).buttons.by for _ in range(2)] == [Origin.RULES, Origin.MODEL]


async def test_what_an_agent_tells_is_advised_at_once(stage: Stage) -> None:
    buttons = await stage.advising.told(stage.session, Context.GIT, "Two files are staged.")
    told = await stage.next()
    assert (told.buttons, told.about) == (buttons, None)
    assert (buttons.row[0].text, buttons.asked) == ("Commit", True)
