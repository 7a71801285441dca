"""What every store promises, on the fake and on the real one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
from tests.fakes.store import MemoryStore
from tests.stories.happened import CLI, DESK, a_device, an_answer, an_ask

from quarterdeck.domain.actions import (
    Action,
    Do,
    Focus,
    Interrupt,
    Keys,
    Progress,
    Result,
    Send,
    Stage,
)
from quarterdeck.domain.asks import Ended, How
from quarterdeck.domain.bindings import Binding
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.ids import (
    ActionId,
    AlertChannel,
    PressId,
    RequestId,
    SessionId,
    SurfaceId,
)
from quarterdeck.domain.journal import (
    NOTHING,
    ActionMoved,
    ActionOutcome,
    ActionWritten,
    Alerted,
    AnswerWritten,
    AskEnded,
    AskSnoozed,
    AskWritten,
    ChannelWritten,
    DeviceWritten,
    OutcomeWritten,
    PressesTaken,
    PressWritten,
    SessionWritten,
    StateChanged,
    SurfaceBound,
)
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import Store
from quarterdeck.store.sqlite import SqliteStore

LS = replace(an_ask("ls"), opened=1.0)
HOOK = Channel(RequestId("hook"), LS.id, Keep.RACE, 1.0)
ALLOW = an_answer(LS, "allow")
OVER = Ended(How.ANSWERED, 2.0, "the desk", Outcome.ACCEPTED, "")
HELLO = Action(ActionId("hello"), DESK, Send("hello"), CLI, 1.0, 60.0)


def a_session(name: str, state: State = State.IDLE) -> Session:
    process = Process("here", 7, 7)
    return Session(
        SessionId(name), process, "claude", name, 0, Facts(cwd="/"), state, 1.0, "why", ()
    )


class Shelf(Protocol):
    """Where a store stands; it can be opened again."""

    def __call__(self) -> Store: ...


def in_memory(_: Path) -> Iterator[Shelf]:
    store = MemoryStore()
    yield lambda: store


def in_a_file(folder: Path) -> Iterator[Shelf]:
    opened: list[SqliteStore] = []

    def again() -> Store:
        for earlier in opened:
            earlier.close()
        opened[:] = [SqliteStore(folder / "journal.db")]
        return opened[0]

    yield again
    for store in opened:
        store.close()


@pytest.fixture(params=[in_memory, in_a_file], ids=["fake", "sqlite"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    build: Callable[[Path], Iterator[Shelf]] = request.param
    yield from build(tmp_path)


def test_a_new_store_remembers_nothing(shelf: Shelf) -> None:
    assert shelf().remembered() == NOTHING


async def test_an_open_ask_its_hooks_and_the_answer_on_its_way_come_back(shelf: Shelf) -> None:
    entries = (AskWritten(LS), ChannelWritten(HOOK), AnswerWritten(ALLOW))
    await shelf().write(entries, 1.0)
    found = shelf().remembered()
    assert (found.asks, found.channels, found.answers) == ((LS,), (HOOK,), (ALLOW,))


async def test_an_answer_whose_end_is_known_is_not_on_its_way(shelf: Shelf) -> None:
    outcome = OutcomeWritten(ALLOW.id, Outcome.NOT_DELIVERED, "", 2.0)
    await shelf().write((AskWritten(LS), AnswerWritten(ALLOW), outcome), 2.0)
    found = shelf().remembered()
    assert (found.asks, found.answers) == ((LS,), ())


async def test_an_ended_ask_is_not_open_but_its_hooks_are_known_for_a_while(shelf: Shelf) -> None:
    entries = (AskWritten(LS), ChannelWritten(HOOK), AnswerWritten(ALLOW), AskEnded(LS.id, OVER))
    await shelf().write(entries, 2.0)
    found = shelf().remembered()
    assert (found.asks, found.channels, found.answers) == ((), (HOOK,), ())
    await shelf().write((AskWritten(an_ask("later")),), 2000.0)
    assert shelf().remembered().channels == ()


async def test_an_ask_that_learns_its_call_is_one_ask(shelf: Shelf) -> None:
    named = replace(an_ask("ls", call="call"), opened=1.0)
    await shelf().write((AskWritten(LS),), 1.0)
    await shelf().write((AskWritten(named),), 2.0)
    assert shelf().remembered().asks == (named,)


async def test_a_snooze_comes_back_with_its_ask_the_newest_word_of_it(shelf: Shelf) -> None:
    await shelf().write((AskWritten(LS), AskSnoozed(LS.id, 60.0)), 1.0)
    await shelf().write((AskSnoozed(LS.id, 90.0),), 2.0)
    assert shelf().remembered().snoozed == (AskSnoozed(LS.id, 90.0),)
    await shelf().write((AskEnded(LS.id, OVER),), 3.0)
    assert shelf().remembered().snoozed == ()


async def test_what_was_told_comes_back_with_its_ask_and_for_a_while_after_its_end(
    shelf: Shelf,
) -> None:
    desktop, phone = AlertChannel("desktop"), AlertChannel("phone")
    first = Alerted(LS.id, desktop, Level.LOW, 1.0)
    await shelf().write((AskWritten(LS), first, Alerted(LS.id, phone, None, 2.0)), 2.0)
    await shelf().write((Alerted(LS.id, phone, Level.HIGH, 3.0),), 3.0)
    told = (first, Alerted(LS.id, phone, Level.HIGH, 3.0))
    assert shelf().remembered().alerts == told
    await shelf().write((AskEnded(LS.id, replace(OVER, at=4.0)),), 4.0)
    assert shelf().remembered().alerts == told
    await shelf().write((AskWritten(an_ask("later")),), 700.0)
    assert shelf().remembered().alerts == ()


async def test_asks_come_back_oldest_first(shelf: Shelf) -> None:
    later = replace(an_ask("later"), opened=5.0)
    await shelf().write((AskWritten(later), AskWritten(LS)), 5.0)
    assert shelf().remembered().asks == (LS, later)


async def test_sessions_come_back_in_order_of_appearance_as_they_were_last(shelf: Shelf) -> None:
    first, second = a_session("first"), a_session("second")
    await shelf().write((SessionWritten(first), SessionWritten(second)), 1.0)
    works = replace(first, state=State.WORKING)
    await shelf().write((SessionWritten(works),), 2.0)
    assert shelf().remembered().sessions == (works, second)


async def test_a_session_that_ended_does_not_come_back(shelf: Shelf) -> None:
    await shelf().write((SessionWritten(a_session("over", State.ENDED)),), 1.0)
    assert shelf().remembered().sessions == ()


async def test_a_change_of_state_changes_nothing_that_is_remembered(shelf: Shelf) -> None:
    change = StateChanged(DESK, State.IDLE, State.WORKING, "took a prompt", "hook", 1.0)
    await shelf().write((change,), 1.0)
    assert shelf().remembered() == NOTHING


async def test_an_outcome_of_an_answer_that_was_never_written_is_no_answer(shelf: Shelf) -> None:
    outcome = OutcomeWritten(ALLOW.id, Outcome.NOT_DELIVERED, "", 2.0)
    await shelf().write((AskWritten(LS), outcome, AskEnded(an_ask("unknown").id, OVER)), 2.0)
    assert shelf().remembered().asks == (LS,)


async def test_an_action_without_an_end_comes_back_as_far_as_it_had_come(shelf: Shelf) -> None:
    others: tuple[Do, ...] = (Keys(("Up", "Enter")), Interrupt(), Focus())
    keys, stop, focus = (
        replace(HELLO, id=ActionId(do.kind), do=do, at=at) for at, do in enumerate(others, start=2)
    )
    entries = [ActionWritten(action) for action in (HELLO, keys, stop, focus)]
    over = ActionOutcome(stop.id, Outcome.ACCEPTED, "", 3.0)
    await shelf().write((*entries, ActionMoved(keys.id, Stage.STARTED, 3.0), over), 3.0)
    assert shelf().remembered().actions == (
        Progress(HELLO, Stage.WAITING, None),
        Progress(keys, Stage.STARTED, None),
        Progress(stop, Stage.ENDED, Result(Outcome.ACCEPTED, "")),
        Progress(focus, Stage.WAITING, None),
    )


async def test_an_action_that_ended_comes_back_for_ten_minutes(shelf: Shelf) -> None:
    over = ActionOutcome(HELLO.id, Outcome.ACCEPTED, "", 3.0)
    await shelf().write((ActionWritten(HELLO), over), 3.0)
    for at, left in ((602.0, [HELLO.id]), (604.0, [])):
        change = StateChanged(DESK, State.IDLE, State.WORKING, "took a prompt", "hook", at)
        await shelf().write((change,), at)
        assert [p.action.id for p in shelf().remembered().actions] == left


async def test_words_about_an_action_that_was_never_written_are_no_action(shelf: Shelf) -> None:
    moved = ActionMoved(HELLO.id, Stage.STARTED, 1.0)
    await shelf().write((moved, ActionOutcome(HELLO.id, Outcome.UNKNOWN, "", 2.0)), 2.0)
    assert shelf().remembered().actions == ()


async def test_a_device_comes_back_as_it_was_last(shelf: Shelf) -> None:
    tablet = a_device("tablet")
    await shelf().write((DeviceWritten(tablet),), 1.0)
    revoked = replace(tablet, revoked=True, last_seen=5.0)
    await shelf().write((DeviceWritten(revoked),), 5.0)
    assert shelf().remembered().devices == (revoked,)


async def test_the_session_of_a_surface_comes_back_until_it_is_bound_to_none(shelf: Shelf) -> None:
    one, other = (SurfaceId(f"keyboard-{n}") for n in (1, 2))
    ties = [Binding(one, DESK, "tk-1-7", "shop", 1.0), Binding(other, DESK, "tk-1-7", "api", 2.0)]
    await shelf().write([SurfaceBound(tie.surface, tie) for tie in ties], 1.0)
    assert shelf().remembered().bindings == tuple(ties)
    await shelf().write([SurfaceBound(one, None)], 2.0)
    assert shelf().remembered().bindings == (ties[1],)


async def test_presses_wait_until_they_are_taken(shelf: Shelf) -> None:
    first, second = (QueuedPress(PressId(name), 2, "Yes ✅", 1.0) for name in ("z", "a"))
    await shelf().write((PressWritten(first), PressWritten(second)), 1.0)
    assert shelf().remembered().presses == (first, second)
    await shelf().write((PressesTaken((first.id,), 2.0),), 2.0)
    assert shelf().remembered().presses == (second,)
