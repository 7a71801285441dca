"""A second agent joins: nothing of the daemon, the domain or the terminals knows its name."""

import asyncio
from importlib import resources

import pytest
from tests.fakes.agent import FakeAgent
from tests.fakes.neighbours import HandClock, Neighbours
from tests.fakes.store import MemoryStore
from tests.fakes.terminal import FakePane, FakeTerminal
from tests.stage.tmux import until
from tests.stories.happened import CLI, an_answer, runs
from tests.stories.story import RULES

from quarterdeck.daemon.dispatch import Dispatch
from quarterdeck.daemon.loop import Loop
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes, Word
from quarterdeck.daemon.performing import Performer
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.daemon.screen_reading import ScreenReader
from quarterdeck.daemon.terminal_actions import TerminalActions
from quarterdeck.domain.asks import Ask, How
from quarterdeck.domain.effects import Tell
from quarterdeck.domain.events import Answered, Delivered, Event, SessionNoted
from quarterdeck.domain.evidence import LATE_HOOKS
from quarterdeck.domain.journal import NOTHING
from quarterdeck.domain.screen_dialogs import HOOKS_WITHIN
from quarterdeck.domain.sessions import Facts, Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.watch import Watch
from quarterdeck.judgement.risk import read_additions
from quarterdeck.judgement.screens import Rules
from quarterdeck.judgement.screens.rule_loading import rules_from


def rules_for(agent: str) -> Rules:
    """How the screens of an agent are read that look like another's."""
    sheets = resources.files("quarterdeck.judgement.screens").joinpath("agent_rules")
    texts = [sheets.joinpath(name).read_text() for name in ("claude.toml", "shell.toml")]
    return rules_from([texts[0].replace('agent = "claude"', f'agent = "{agent}"'), texts[1]])


class Desk:
    """The real loop and dispatch, two kinds of agents, and one terminal for both."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.terminal = FakeTerminal(Prompts().of)
        self.agents = {name: FakeAgent(name, self.put) for name in ("claude", "parrot")}
        self.screens = ScreenReader(lambda: rules_for("parrot"), read_additions({}), self.agents)
        self.neighbours, self.store, self.outbox = Neighbours(), MemoryStore(), Outbox()
        self.outcomes = Outcomes()
        actions = TerminalActions(
            self.terminal, self.agents, lambda _: State.IDLE, critical_by_keys=False
        )
        performer = Performer(
            self.terminal, actions.interrupt, self.outbox, self.clock, Prompts().last
        )
        dispatch = Dispatch(
            replies=tuple(self.agents.values()),
            carrier=actions,
            performer=performer,
            boards=[self.neighbours],
            alerts=self.neighbours,
            audience=self.neighbours.audience(),
            outcomes=self.outcomes,
            outbox=self.outbox,
            clock=self.clock,
        )
        watch = Watch(RULES, NOTHING, self.clock())
        self.loop = Loop(watch, self.store, dispatch, self.clock)
        dispatch.put = performer.put = self.put
        self.told: list[Word] = []
        self.came: list[Event] = []

    @property
    def parrot(self) -> FakeAgent:
        return self.agents["parrot"]

    def put(self, event: Event) -> None:
        self.came.append(event)
        self.loop.put(event)

    async def goes_on(self, seconds: float = 0.01) -> None:
        """Time passes, and what came in is handled."""
        self.clock.now += seconds
        await self.loop.step()

    async def session(self, agent: str) -> tuple[Session, FakePane]:
        """A session of an agent of this kind, known to everybody."""
        made, pane = self.terminal.add()
        self.put(SessionNoted(made.id, made.process, agent, Facts(), self.clock()))
        await self.goes_on()
        return next(s for s in self.loop.view().sessions if s.id == made.id), pane

    async def outbox_done(self) -> None:
        """Whatever is on its way to a terminal arrives."""
        working = asyncio.ensure_future(self.outbox.run())
        await until(lambda: any(isinstance(event, Delivered) for event in self.came))
        working.cancel()
        await asyncio.wait([working])

    async def answer(self, ask: Ask, choice: str) -> None:
        answer = an_answer(ask, choice)
        self.outcomes.expect(answer.id, self.told.append)
        self.put(Answered(answer, CLI))
        await self.goes_on()


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_its_asks_are_opened_answered_and_end_with_evidence(desk: Desk) -> None:
    session, _ = await desk.session("parrot")
    ask, request = desk.parrot.ask(session.id, "ls")
    await desk.goes_on()
    assert [a.id for a in desk.loop.view().asks] == [ask.id]
    await desk.answer(ask, "allow")
    assert desk.parrot.told[request] == ["kept", f"allow for {ask.id}"]
    await desk.goes_on()
    desk.put(runs(ask)(desk.clock()))
    await desk.goes_on()
    await desk.goes_on(LATE_HOOKS)
    [told] = desk.told
    assert isinstance(told, Tell)
    assert (told.outcome, told.ask.ended and told.ask.ended.how) == (
        Outcome.ACCEPTED,
        How.ANSWERED,
    )


async def test_a_reply_goes_back_the_way_it_came_whatever_the_session_is(desk: Desk) -> None:
    session, _ = await desk.session("claude")
    ask, request = desk.parrot.ask(session.id, "ls")
    other, untouched = desk.agents["claude"].ask(session.id, "make")
    await desk.goes_on()
    await desk.answer(ask, "deny")
    assert desk.parrot.told[request] == ["kept", f"deny for {ask.id}"]
    assert desk.agents["claude"].told[untouched] == ["kept"]
    assert [a.id for a in desk.loop.view().asks if a.id not in desk.loop.view().answering] == [
        other.id
    ]


async def test_a_dialog_that_only_its_screen_shows_is_answered_with_its_own_keys(
    desk: Desk,
) -> None:
    session, pane = await desk.session("parrot")
    pane.dialog = True
    for event in desk.screens.events(session, pane.screen(), desk.clock()):
        desk.put(event)
    await desk.goes_on()
    await desk.goes_on(HOOKS_WITHIN)
    [ask] = desk.loop.view().asks
    assert ask.text == "rm -rf build"
    await desk.answer(ask, "deny")
    await desk.outbox_done()
    await desk.goes_on()
    [told] = desk.told
    assert isinstance(told, Tell)
    assert told.outcome is Outcome.ACCEPTED
    assert [line["dialog"] for line in pane.lines if "dialog" in line] == ["2"]


async def test_an_agent_that_went_away_is_sent_nothing(desk: Desk) -> None:
    session, _ = await desk.session("parrot")
    ask, request = desk.parrot.ask(session.id, "ls")
    await desk.goes_on()
    desk.parrot.hang_up(request)
    await desk.answer(ask, "allow")
    assert desk.parrot.told[request] == ["kept"]
