"""The loop: the journal first, then everything else."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import pytest
from tests.fakes.carriers import GoodTerminal
from tests.fakes.neighbours import HandClock, Neighbours
from tests.fakes.store import MemoryStore
from tests.fakes.terminal import FakeTerminal
from tests.stage.until import PATIENCE
from tests.stories.happened import (
    DESK,
    Happened,
    an_ask,
    answered,
    asked,
    breaks,
    done,
    free,
    late,
    noted,
    printed,
    snoozed,
    starts,
    surface_seen,
    turn_ends,
    wanted,
)
from tests.stories.story import RULES
from typing_extensions import override

from quarterdeck.daemon.dispatch import Dispatch
from quarterdeck.daemon.loop import BATCH, TRY_AGAIN_AFTER, Loop
from quarterdeck.daemon.outbox import Outbox
from quarterdeck.daemon.outcomes import Outcomes, Word
from quarterdeck.daemon.performing import Performer
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.actions import Send
from quarterdeck.domain.actions import Stage as Stage_
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.effects import Tell
from quarterdeck.domain.events import TimePassed
from quarterdeck.domain.ids import ActionId, AnswerId
from quarterdeck.domain.journal import NOTHING, Entry
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.watch import Watch
from quarterdeck.ports import Delivery

LS = an_ask("ls")
FULL = "the disk is full"


class NosyStore(MemoryStore):
    """Writes down among its neighbours that something was written."""

    def __init__(self, neighbours: Neighbours) -> None:
        super().__init__()
        self._neighbours = neighbours
        self.tries = 0
        self.bug: Exception | None = None
        self.meanwhile: Callable[[], object] = lambda: None

    @override
    async def write(self, entries: Sequence[Entry], now: float) -> None:
        self.tries += 1
        if self.bug:
            raise self.bug
        self.meanwhile()
        await super().write(entries, now)
        self._neighbours.heard += [f"{type(entry).__name__} is written" for entry in entries]


class Stage:
    """A loop among neighbours that write down what they hear."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.neighbours = Neighbours()
        self.store = NosyStore(self.neighbours)
        self.carrier = GoodTerminal()
        self.outcomes = Outcomes()
        self.outbox = Outbox()
        self.terminal = FakeTerminal(Prompts().of)
        self.performer = Performer(self.terminal, never, self.outbox, self.clock, Prompts().last)
        self.dispatch = Dispatch(
            replies=(self.neighbours,),
            carrier=self.carrier,
            performer=self.performer,
            boards=[self.neighbours],
            alerts=self.neighbours,
            audience=self.neighbours.audience(),
            outcomes=self.outcomes,
            outbox=self.outbox,
            clock=self.clock,
        )
        self.watch = Watch(RULES, NOTHING, self.clock())
        self.loop = Loop(self.watch, self.store, self.dispatch, self.clock)
        self.dispatch.put = self.performer.put = self.loop.put

    async def takes(self, *happenings: Happened) -> list[str]:
        """What follows when these come in together."""
        self.neighbours.heard.clear()
        for happened in happenings:
            self.clock.now += 0.01
            self.loop.put(happened(self.clock.now))
        await self.loop.step()
        return list(self.neighbours.heard)

    def mends_the_disk(self) -> None:
        """There is room again, and it is time to try."""
        self.store.broken = ""
        self.clock.now += TRY_AGAIN_AFTER

    def expects(self, name: str) -> None:
        self.outcomes.expect(AnswerId(name), self.neighbours.hear)


async def never(session: Session) -> Delivery:
    raise AssertionError(f"{session.id} is not to be interrupted")


@pytest.fixture
async def stage() -> Stage:
    stage = Stage()
    await stage.takes(noted(DESK))
    return stage


@pytest.fixture
async def asking(stage: Stage) -> Stage:
    await stage.takes(asked(LS, "hook"))
    return stage


# The journal first


async def test_everything_is_written_before_anything_is_shown_or_sent(stage: Stage) -> None:
    heard = await stage.takes(asked(LS, "hook"))
    assert heard == [
        "AskWritten is written",
        "ChannelWritten is written",
        "StateChanged is written",
        "SessionWritten is written",
        "ls is open",
        "hook is kept",
        "desk is waiting",
    ]


async def test_an_answer_is_written_before_it_is_sent(asking: Stage) -> None:
    heard = await asking.takes(answered(LS, "allow"))
    assert heard.index("AnswerWritten is written") < heard.index("hook gets allow for ls")


async def test_several_events_are_written_together(stage: Stage) -> None:
    heard = await stage.takes(asked(LS, "hook 1"), asked(an_ask("pwd"), "hook 2"))
    written = [word for word in heard if word.endswith("is written")]
    assert heard[: len(written)] == written
    assert {"ls is open", "pwd is open"} <= set(heard)


# Who waits until it is handled


async def goes_on(stage: Stage) -> None:
    """Wait until all is handled, and say so among what the neighbours hear."""
    await stage.loop.handled()
    stage.neighbours.heard.append("the caller goes on")


async def test_who_waits_goes_on_when_what_was_put_is_written_and_shown(stage: Stage) -> None:
    async with running(stage), asyncio.TaskGroup() as group:
        for number in range(BATCH):  # more than one step takes
            stage.loop.put(asked(an_ask(f"ls {number}"), f"hook {number}")(stage.clock()))
        stage.loop.put(asked(LS, "hook")(stage.clock()))
        group.create_task(goes_on(stage))
    assert stage.neighbours.heard.index("ls is open") > stage.neighbours.heard.index("ls 0 is open")
    assert stage.neighbours.heard.index("desk is waiting") < len(stage.neighbours.heard) - 1
    assert stage.neighbours.heard[-1] == "the caller goes on"


async def test_who_waits_with_nothing_put_goes_on(stage: Stage) -> None:
    async with running(stage), asyncio.timeout(PATIENCE):
        await stage.loop.handled()


async def test_nobody_waits_for_a_journal_that_cannot_be_written(stage: Stage) -> None:
    stage.store.broken = FULL
    async with running(stage), asyncio.timeout(PATIENCE):
        stage.loop.put(asked(LS, "hook")(stage.clock()))
        await stage.loop.handled()
    assert stage.loop.view().asks == ()


async def test_nobody_waits_for_ever_for_a_step_that_failed(stage: Stage) -> None:
    stage.store.bug = ZeroDivisionError()
    waiting = asyncio.ensure_future(goes_on(stage))
    await asyncio.sleep(0)
    with pytest.raises(ZeroDivisionError):
        await stage.takes(asked(LS, "hook"))
    async with asyncio.timeout(PATIENCE):
        await waiting


# A journal that cannot be written


async def test_what_cannot_be_written_is_not_shown_until_it_is(stage: Stage) -> None:
    stage.store.broken = FULL
    assert await stage.takes(asked(LS, "hook")) == []
    assert stage.loop.trouble == FULL
    stage.mends_the_disk()
    heard = await stage.takes()
    assert heard[0] == "AskWritten is written"
    assert "ls is open" in heard
    assert stage.loop.trouble == ""


async def test_an_answer_that_cannot_be_written_is_refused_at_once_and_never_sent(
    asking: Stage,
) -> None:
    asking.store.broken = FULL
    asking.expects("answer")
    await asking.takes(answered(LS, "allow"))
    assert await asking.takes() == ["answer: not_delivered"]
    asking.mends_the_disk()
    heard = await asking.takes()
    assert not [word for word in heard if "gets" in word]
    assert [ask.id for ask in asking.loop.view().asks] == ["ls"]
    assert "hook gets deny for ls" in await asking.takes(answered(LS, "deny", "second"))


async def test_an_answer_that_cannot_be_written_is_not_carried_by_hand_either(
    stage: Stage,
) -> None:
    await stage.takes(asked(LS))
    stage.store.broken = FULL
    await stage.takes(answered(LS, "allow"))
    stage.mends_the_disk()
    async with running(stage):
        await stage.takes()
    assert stage.carrier.carried == []


async def test_an_action_that_cannot_be_written_is_not_done_and_its_caller_is_told_at_once(
    stage: Stage,
) -> None:
    stage.store.broken = FULL
    stage.outcomes.expect(ActionId("hello"), stage.neighbours.hear)
    assert await stage.takes(wanted(Send("hello"), "hello")) == []
    assert await stage.takes() == ["hello is ended", "hello: not_delivered"]
    assert stage.loop.view().actions == ()
    stage.mends_the_disk()
    async with running(stage):
        assert await stage.takes() == ["ActionOutcome is written"]
    assert stage.store.actions == {}


async def test_a_text_that_waits_is_not_typed_when_the_journal_cannot_be_written_any_more(
    stage: Stage,
) -> None:
    await stage.takes(
        wanted(Send("hello"), "hello", patience=60), done("hello", Outcome.BLOCKED, "it works")
    )
    stage.store.broken = FULL
    await stage.takes(free("hello"))
    assert "hello is ended" in await stage.takes()
    assert [p.stage for p in stage.store.actions.values()] == [Stage_.WAITING]


async def test_what_is_dismissed_while_the_disk_is_full_is_written_down_later(
    stage: Stage,
) -> None:
    done = an_ask("done", kind=Kind.DONE)
    await stage.takes(asked(done))
    stage.store.broken = FULL
    stage.expects("answer")
    assert await stage.takes(answered(done, "dismiss")) == []
    stage.mends_the_disk()
    assert "answer: accepted" in await stage.takes()
    assert AnswerId("answer") in stage.store.answers


async def test_a_full_disk_is_not_tried_with_every_event_and_little_is_kept(
    stage: Stage,
) -> None:
    stage.store.broken, stage.store.tries = FULL, 0
    for number in range(50):
        await stage.takes(noted(DESK, title=f"title {number}"))
    assert stage.store.tries == 1
    stage.mends_the_disk()
    assert await stage.takes() == ["SessionWritten is written", "desk is starting"]
    assert stage.loop.view().sessions[0].name == "title 49"


async def test_a_full_disk_hides_nothing_that_was_written_before(asking: Stage) -> None:
    asking.store.broken = FULL
    await asking.takes(late(0.02, starts(LS, "its call")), asked(an_ask("pwd"), "another"))
    assert [ask.id for ask in asking.loop.view().asks] == ["ls"]
    asking.mends_the_disk()
    await asking.takes()
    assert [ask.id for ask in asking.loop.view().asks] == ["pwd", "ls"]


async def test_a_refusal_needs_no_journal(asking: Stage) -> None:
    asking.store.broken = FULL
    asking.expects("answer")
    assert await asking.takes(answered(LS, "maybe")) == ["answer: no_such_choice"]


async def test_an_answer_that_was_written_before_is_sent_again_though_the_disk_is_full(
    asking: Stage,
) -> None:
    await asking.takes(answered(LS, "allow"))
    await asking.takes(breaks("hook"))
    asking.store.broken = FULL
    heard = await asking.takes(noted(DESK, title="boats"), asked(LS, "hook"))
    assert heard == ["hook gets allow for ls"]
    asking.mends_the_disk()
    assert "hook gets allow for ls" not in await asking.takes()


async def test_a_full_disk_lets_hooks_go(asking: Stage) -> None:
    asking.store.broken = FULL
    assert await asking.takes(turn_ends()) == ["hook is let go"]


# Faults of ours


async def test_an_event_that_we_cannot_handle_costs_no_other(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(stage.watch._surface_table, "show", fail)
    heard = await stage.takes(surface_seen(), asked(LS, "hook"))
    assert "ls is open" in heard
    assert "could not handle BoardShown" in caplog.text


def fail(*_: object) -> None:
    raise RuntimeError("we are wrong")


# Time


async def test_the_loop_looks_again_when_something_is_due(asking: Stage) -> None:
    await asking.takes(snoozed(LS, 5.0))
    assert await asking.takes() == []
    asking.clock.now += 5.0
    assert await asking.takes() == ["ls is open"]


async def test_the_view_is_what_is_true_now_and_is_made_once(asking: Stage) -> None:
    view = asking.loop.view()
    assert [ask.id for ask in view.asks] == ["ls"]
    assert asking.loop.view() is view
    await asking.takes(answered(LS, "allow"))
    assert list(asking.loop.view().answering) == ["ls"]


async def test_while_something_is_written_everybody_sees_what_was_true_before(
    asking: Stage,
) -> None:
    seen: list[list[str]] = []
    asking.store.meanwhile = lambda: seen.append([ask.id for ask in asking.loop.view().asks])
    await asking.takes(turn_ends(), asked(an_ask("pwd"), "another"))
    assert seen == [["ls"]]
    assert [ask.id for ask in asking.loop.view().asks] == ["pwd"]


@asynccontextmanager
async def running(stage: Stage) -> AsyncIterator[None]:
    """The loop and the outbox at work."""
    tasks = [asyncio.ensure_future(part.run()) for part in (stage.loop, stage.outbox)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def told(stage: Stage, name: str) -> Word:
    """What is said of an answer."""
    heard: asyncio.Future[Word] = asyncio.get_running_loop().create_future()
    stage.outcomes.expect(AnswerId(name), heard.set_result)
    return await heard


async def test_a_running_loop_wakes_up_for_what_comes_in(stage: Stage) -> None:
    async with running(stage):
        stage.loop.put(asked(LS)(stage.clock()))
        stage.loop.put(answered(LS, "allow")(stage.clock()))
        word = await told(stage, "answer")
    assert isinstance(word, Tell)
    assert stage.carrier.carried == ["answer"]


async def test_a_running_loop_wakes_up_when_something_is_due(asking: Stage) -> None:
    await asking.takes(answered(LS, "allow"), printed("hook"))
    asking.clock.now += 5.0
    async with running(asking):
        word = await told(asking, "answer")
    assert isinstance(word, Tell)
    assert word.outcome == "unknown"


async def test_time_that_passes_without_anything_due_changes_nothing(stage: Stage) -> None:
    assert await stage.takes(lambda _: TimePassed()) == []
