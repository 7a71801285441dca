"""Questions through tools and buttons under random schedules: calls that break, come back, end.

Whatever happens, an answer goes once to a call that waits for it, an outcome says what became
of it, a question stays as long as somebody waits, and advice overrules no agent.
"""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from tests.fakes.store import MemoryStore
from tests.stories.happened import CLI, noted, prompted, registry, turn_ends
from tests.stories.story import BEGIN, RULES

from quarterdeck.domain import events as e
from quarterdeck.domain import session_table
from quarterdeck.domain.acceptance import call_took_it
from quarterdeck.domain.ask_bodies import Option, Question, Questions
from quarterdeck.domain.asks import Answer, Ask, Ended, FromTool, How
from quarterdeck.domain.buttons import Button, Buttons, Context, Origin
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.effects import Effect, Record, Release, Reply, ShowSession
from quarterdeck.domain.ids import AnswerId, AskId, RequestId, SessionId
from quarterdeck.domain.journal import AskEnded, ChannelWritten, OutcomeWritten
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.tool_asks import RETURNS_WITHIN, ToolAsks
from quarterdeck.domain.watch import Watch

STEPS = 200
SEEDS = range(25)
PAUSES = (0.01, 0.1, 0.5, 2.0, 20.0)
OPTIONS = (Option("red", "", ""), Option("blue", "", ""))


class BrokenPromise(AssertionError):
    """Something went astray."""


def hold(promise: object, said: str) -> None:
    if not promise:
        raise BrokenPromise(said)


@dataclass
class Call:
    """A call as its agent knows it."""

    request: RequestId
    ask: Ask
    waits: bool = True  # its agent wants the answer
    joined: bool = False  # its connection stands
    given: Answer | None = None  # on its way to the agent
    taken: Answer | None = None


class World:
    """A watch on a journal, agents that ask through tools, and people, all drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._now = BEGIN
        self._names = itertools.count(1)
        self._store = MemoryStore()
        self._watch = Watch(RULES, self._store.remembered(), self._now)
        self._living = [SessionId("one"), SessionId("two")]
        self._calls: dict[RequestId, Call] = {}
        self._waiting_for: dict[RequestId, AskId] = {}
        self._buttons: dict[SessionId, Buttons | None] = {}
        self._prompted: dict[SessionId, float] = {}

    async def run(self) -> None:
        for session in self._living:
            await self._put(noted(session)(self._now))
        for _ in range(STEPS):
            await self._pass(self._random.choice(PAUSES))
            await self._random.choice(self._happenings())()
        await self._come_to_rest()

    def _happenings(self) -> list[Callable[[], Awaitable[None]]]:
        return [
            *[self._ask] * 4,
            *[self._answer] * 4,
            *[self._take] * 3,
            self._withdraw,
            self._break,
            *[self._come_back] * 3,
            self._restart,
            self._go_on,
            *[self._choose_buttons] * 2,
            self._prompt,
            *[self._die][: self._random.random() < 0.1],
        ]

    # What agents do

    async def _ask(self) -> None:
        session = self._random.choice(self._living)
        text = self._random.choice(("Which?", "Really?", f"Number {next(self._names)}?"))
        name = next(self._names)
        body = Questions((Question(text, "", OPTIONS, False),))
        ask = Ask(
            id=AskId(f"ask {name}"),
            session=session,
            title=text,
            text="",
            origin=FromTool(digest=text, body=body),
            opened=self._now,
            deadline=self._random.choice((None, None, None, self._now + 30)),
            ended=None,
        )
        await self._join(Call(RequestId(f"call {name}"), ask))

    async def _join(self, call: Call) -> None:
        self._calls[call.request] = call
        call.joined = True
        channel = Channel(call.request, call.ask.id, Keep.CALL, self._now)
        await self._put(e.AskOpened(call.ask, channel))

    async def _take(self) -> None:
        """A call's connection hands the answer over; that it did may never be heard."""
        if call := self._some(lambda call: call.given is not None):
            call.taken, call.given, call.waits = call.given, None, False
            if self._random.random() < 0.8:
                await self._put(e.Printed(call.request, self._now))
            else:
                await self._close(call, e.Closing.CLOSED)

    async def _withdraw(self) -> None:
        if call := self._some(lambda call: call.waits and call.joined):
            call.waits = False
            await self._close(call, e.Closing.TERMINATED)

    async def _break(self) -> None:
        if call := self._some(lambda call: call.waits and call.joined):
            await self._close(call, e.Closing.CLOSED)

    async def _close(self, call: Call, how: e.Closing) -> None:
        call.joined, call.given = False, None
        await self._put(e.ChannelClosed(call.request, how, self._now))

    async def _come_back(self) -> None:
        """A relay asks again under the same name, a client over HTTP under another."""
        if call := self._some(lambda call: call.waits and not call.joined):
            if self._random.random() < 0.5:
                await self._join(call)
            else:
                call.waits = False
                name = next(self._names)
                again = replace(call.ask, id=AskId(f"ask {name}"), opened=self._now)
                await self._join(Call(RequestId(f"call {name}"), again))

    async def _go_on(self) -> None:
        """Something happens at a terminal: it says nothing of what is asked through tools."""
        session = self._random.choice(self._living)
        state = self._random.choice((State.IDLE, State.WORKING))
        for happened in (turn_ends(session), registry(state, session)):
            await self._put(happened(self._now))

    async def _die(self) -> None:
        session = self._living.pop(0)
        for call in self._calls.values():
            if call.ask.session == session:
                call.waits, call.joined, call.given = False, False, None
        await self._put(e.ProcessEnded(session, self._now))
        self._living.append(SessionId(f"session {next(self._names)}"))
        await self._put(noted(self._living[-1])(self._now))

    async def _choose_buttons(self) -> None:
        session = self._random.choice(self._living)
        by = self._random.choice((Origin.RULES, Origin.MODEL, Origin.AGENT))
        button = Button(f"Button {next(self._names)}", "", "", "", Level.LOW)
        own = by is Origin.AGENT
        buttons = Buttons(by, Context.NOTHING, "", (button,), own, self._now)
        await self._put(e.ButtonsChosen(session, buttons, None, self._now))

    # What people do

    async def _answer(self) -> None:
        asks = self._watch.view().asks
        if asks:
            ask = self._random.choice(asks)
            choice = self._random.choice(("submit", "submit", "chat", "cancel"))
            (question,) = ask.body.questions if isinstance(ask.body, Questions) else ()
            picked = {question.text: "red"} if choice == "submit" else {}
            name = AnswerId(f"answer {next(self._names)}")
            text = "later" if choice == "chat" else ""
            answer = Answer(name, ask.id, choice, text, picked, False, CLI.name, self._now)
            await self._put(e.Answered(answer, CLI))

    async def _prompt(self) -> None:
        session = self._random.choice(self._living)
        self._prompted[session] = self._now
        await self._put(prompted(session)(self._now))

    # What becomes of it

    async def _restart(self) -> None:
        self._watch = Watch(RULES, self._store.remembered(), self._now)
        for call in self._calls.values():
            call.joined, call.given = False, None

    async def _pass(self, seconds: float) -> None:
        until = self._now + seconds
        while (due := self._watch.next_due()) is not None and due <= until:
            self._now = max(self._now, due)
            await self._put(e.TimePassed())
        self._now = until

    async def _put(self, event: e.Event) -> None:
        effects = self._watch.handle(event, self._now)
        await self._store.write([f.entry for f in effects if isinstance(f, Record)], self._now)
        for effect in effects:
            self._check(effect)

    def _check(self, effect: Effect) -> None:
        match effect:
            case Record(ChannelWritten(channel)):
                self._waiting_for[channel.request] = channel.ask
            case Record(OutcomeWritten(answer, outcome)):
                self._outcome(answer, outcome)
            case Record(AskEnded(ask, ended)):
                self._ended(ask, ended)
            case Reply(request, ask, answer):
                self._replied(self._calls[request], ask, answer)
            case Release(request):
                call = self._calls[request]
                call.waits = call.joined = False
            case ShowSession(session):
                self._shown(session)
            case _:
                pass

    def _replied(self, call: Call, ask: Ask, answer: Answer) -> None:
        hold(call.joined and call.waits, f"{answer.id} was sent where nobody waits")
        hold(not call.given and not call.taken, f"{call.request} is answered twice")
        same = (call.ask.session, call.ask.origin) == (ask.session, ask.origin)
        hold(same and answer.ask == ask.id, f"{answer.id} went to another question")
        hold(answer.id in self._store.answers, f"{answer.id} is sent and not in the journal")
        call.given = answer

    def _outcome(self, answer: AnswerId, outcome: Outcome) -> None:
        takers = [c for c in self._calls.values() if c.taken and c.taken.id == answer]
        hold(len(takers) < 2, f"{answer} was taken twice")
        hold(outcome is not Outcome.ACCEPTED or takers, f"{answer} was not accepted")
        hold(outcome is not Outcome.NOT_DELIVERED or not takers, f"{answer} was delivered")

    def _ended(self, ask: AskId, ended: Ended) -> None:
        waiting = [c for c in self._on(ask) if c.waits and c.joined]
        match ended.how:
            case How.EXPIRED:
                deadline = self._store.asks[ask].deadline
                hold(deadline is not None and deadline <= self._now, f"{ask} ended too soon")
            case How.ANSWERED:
                hold(ended.outcome, f"{ask} ended: answered, but how?")
            case _:
                hold(not waiting, f"{ask} ended: {ended.how}, and its agent waits")

    def _shown(self, session: Session) -> None:
        hold(not session.buttons_shown or session.state is State.IDLE, "a button beside a question")
        before, now = self._buttons.get(session.id), session.buttons
        self._buttons[session.id] = now
        if before and before.asked and now != before and not (now and now.asked):
            told = self._prompted.get(session.id, 0.0) >= before.at
            hold(told, f"{session.id}: the agent's own buttons were overruled")

    def _on(self, ask: AskId) -> Iterator[Call]:
        return (c for c in self._calls.values() if self._waiting_for.get(c.request) == ask)

    def _some(self, fits: Callable[[Call], bool]) -> Call | None:
        found = [call for call in self._calls.values() if fits(call)]
        return self._random.choice(found) if found else None

    async def _come_to_rest(self) -> None:
        """Whoever waits is back, time passes, and what is shown is what somebody waits for."""
        while any(call.waits and not call.joined for call in self._calls.values()):
            await self._come_back()
        while any(call.given for call in self._calls.values()):
            await self._take()
        await self._pass(RETURNS_WITHIN + 10)
        view = self._watch.view()
        hold(not view.answering, f"still on their way: {sorted(view.answering)}")
        asks = {ask.id for ask in view.asks}
        wanted = {self._waiting_for[c.request] for c in self._calls.values() if c.waits}
        hold(wanted <= asks, f"{sorted(wanted - asks)} are waited for and not shown")
        hold(asks <= wanted, f"{sorted(asks - wanted)} are shown, and nobody waits")


@pytest.mark.parametrize("seed", SEEDS)
def test_every_promise_to_those_who_ask_through_tools_holds(seed: int) -> None:
    asyncio.run(World(seed).run())


# Bugs that somebody could write


def what_was_sent_is_accepted(patch: pytest.MonkeyPatch) -> None:
    def close(self: ToolAsks, ask: Ask, event: e.ChannelClosed, now: float) -> Iterator[Effect]:
        yield from closes(self, ask, event, now)
        yield from self._open_asks.heed(ask, call_took_it(), now)

    closes = ToolAsks.close
    patch.setattr(ToolAsks, "close", close)


def nobody_is_waited_for_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ToolAsks, "resume", lambda *_: None)


def what_one_call_withdraws_ends_for_all(patch: pytest.MonkeyPatch) -> None:
    def close(self: ToolAsks, ask: Ask, event: e.ChannelClosed, now: float) -> Iterator[Effect]:
        yield from closes(self, ask, event, now)
        if event.how is e.Closing.TERMINATED and self._open_asks.agenda.get(ask.id):
            yield from self._open_asks.end(ask, Ended(How.INTERRUPTED, now, "", None, ""))

    closes = ToolAsks.close
    patch.setattr(ToolAsks, "close", close)


def the_end_of_a_turn_ends_everything(patch: pytest.MonkeyPatch) -> None:
    def follow(self: Watch, event: e.Event, now: float) -> Iterator[Effect]:
        yield from follows(self, event, now)
        if isinstance(event, e.TurnEnded):
            yield from self._evidence.end_all(event.session, now, "its turn ended", now)

    follows = Watch._follow
    patch.setattr(Watch, "_follow", follow)


def advice_overrules_the_agent(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(session_table, "chosen", lambda _, new: new)


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (what_was_sent_is_accepted, "was not accepted"),
        (nobody_is_waited_for_after_a_restart, "nobody waits"),
        (what_one_call_withdraws_ends_for_all, "its agent waits"),
        (the_end_of_a_turn_ends_everything, "its agent waits"),
        (advice_overrules_the_agent, "were overruled"),
    ],
)
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(BrokenPromise, match=said):
        asyncio.run(several())


async def several() -> None:
    for seed in range(100):
        await World(seed).run()
