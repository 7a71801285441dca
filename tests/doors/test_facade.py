"""What the doors need from the daemon: answers that are heard, and callers that are told apart."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from tests.app.cli.asked import asked
from tests.contracts.test_store import ALLOW, HELLO, a_session
from tests.fakes.neighbours import HandClock
from tests.fakes.terminal import FakeTerminal
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.pids import writes_pid, written_pid
from tests.stage.tmux import TmuxServer
from tests.stories.happened import CLI, a_device

from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.actions import Progress, Result, Stage
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.callers import AccessRules, Caller, CallerKind, CriticalFrom, Right
from quarterdeck.domain.events import ActionRequested, ActionWithdrawn, Answered, Event
from quarterdeck.domain.sessions import Process, Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.domain.watch import View
from quarterdeck.doors.facade import Facade, NotFound, Refused
from quarterdeck.doors.peers import Peer
from quarterdeck.processes import look
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore

IDLE = replace(a_session("desk"), process=Process("here", os.getpid(), look(os.getpid()).start))
PERSON, AGENT = Peer((), os.getuid()), Peer((os.getpid(),), os.getuid())


def test_of_two_answers_at_once_one_counts_and_the_other_is_told(daemon: StagedDaemon) -> None:
    one = asked(daemon, daemon.agent("two"))
    path = f"/api/asks/{one.id}/answer"

    def go_on() -> None:
        one.hook.reply()
        one.agent.close()

    with daemon.meanwhile(go_on), ThreadPoolExecutor(2) as people:
        told = list(people.map(lambda _: call(daemon, "POST", path, {"choice": "deny"}), range(2)))
    (won,) = (answer for status, answer in told if status == 200)
    (lost,) = (answer for status, answer in told if status == 409)
    assert won["outcome"] in ("accepted", "unknown")
    assert lost["error_type"] in ("answered", "not_open")


def test_an_answer_that_is_given_twice_is_one(daemon: StagedDaemon) -> None:
    one = asked(daemon, daemon.agent("twice"))
    path = f"/api/asks/{one.id}/answer"
    body = {"choice": "deny", "id": "the same"}

    def go_on() -> None:
        one.hook.reply()
        one.agent.close()

    with daemon.meanwhile(go_on):
        first = call(daemon, "POST", path, body)
    again = call(daemon, "POST", path, body)
    assert first[0] == again[0] == 200
    assert first[1]["outcome"] == again[1]["outcome"]


def test_sessions_and_asks_that_nobody_knows_are_not_found(daemon: StagedDaemon) -> None:
    assert call(daemon, "GET", "/api/sessions/s0")[0] == 404
    assert call(daemon, "GET", "/api/asks/a0")[0] == 404


class Still:
    """A daemon in which nothing moves."""

    trouble = ""

    def __init__(self, session: Session, *asks: Ask, before: tuple[Session, ...] = ()) -> None:
        self._view = View((*before, session), asks, {}, {}, (), (), ())
        self.events: list[Event] = []

    def view(self) -> View:
        return self._view

    def put(self, event: Event) -> None:
        self.events.append(event)

    async def handled(self) -> None:
        """Nothing is ever handled."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    SqliteStore(tmp_path / "journal.db").close()
    return tmp_path / "journal.db"


def facade(
    journal: Path, core: Still, *, agents_may_type: bool = False, tmux_jobs: bool = False
) -> Facade:
    return Facade(
        run="r",
        version="1",
        core=core,
        outcomes=Outcomes(),
        history=SqliteHistory(journal),
        terminal=FakeTerminal(Prompts().of),
        now=HandClock(),
        access=AccessRules(agents_may_type, CriticalFrom.ANY),
        tmux_jobs=tmux_jobs,
    )


def test_a_session_is_named_by_its_id_or_its_pid_and_one_that_lives_comes_first(
    journal: Path,
) -> None:
    ended = replace(a_session("former"), process=IDLE.process, state=State.ENDED)
    door = facade(journal, Still(IDLE, before=(ended,)))
    assert door.session(IDLE.id) == door.session(str(os.getpid())) == IDLE
    assert door.session(ended.id) == ended
    with pytest.raises(NotFound):
        door.session("1")


async def test_a_person_is_whoever_they_came_as(journal: Path) -> None:
    assert await facade(journal, Still(IDLE)).caller(CLI, lambda: PERSON) == CLI


@pytest.mark.parametrize("came", [CLI, a_device("tablet").caller()])
async def test_a_process_below_an_agent_is_an_agent_whatever_it_brings(
    journal: Path, came: Caller
) -> None:
    found = await facade(journal, Still(IDLE)).caller(came, lambda: AGENT)
    assert (found.kind, found.own_token) == (CallerKind.AGENT, False)


@pytest.mark.parametrize(("agents_may_type", "may"), [(False, set()), (True, {Right.SEND})])
async def test_an_agent_sees_asks_and_sends_where_the_settings_let_it_and_nothing_else(
    journal: Path, agents_may_type: bool, may: set[Right]
) -> None:
    door = facade(journal, Still(IDLE), agents_may_type=agents_may_type)
    agent = await door.caller(CLI, lambda: AGENT)
    found = set()
    for right in Right:
        with suppress(Refused):
            door.permit(agent, right)
            found.add(right)
    assert found == {Right.SEE, Right.ASK, Right.BUTTONS, *may}


async def test_an_agent_that_said_goodbye_is_one_as_long_as_its_process_lives(
    journal: Path,
) -> None:
    core = Still(replace(IDLE, state=State.ENDED))
    found = await facade(journal, core).caller(CLI, lambda: AGENT)
    assert found.kind is CallerKind.AGENT


@pytest.mark.parametrize("tmux_jobs", [False, True])
async def test_what_tmux_runs_without_a_pane_decides_where_the_settings_let_it(
    journal: Path, tmp_path: Path, tmux_jobs: bool
) -> None:
    server = TmuxServer(tmp_path)
    server.session("a")
    server.tmux("run-shell", "-b", writes_pid(tmp_path / "pid"))
    job = Peer((written_pid(tmp_path / "pid"),), os.getuid())
    door = facade(journal, Still(IDLE), tmux_jobs=tmux_jobs)
    caller = await door.caller(CLI, lambda: job)
    door.permit(caller, Right.SEE)
    refused = nullcontext() if tmux_jobs else pytest.raises(Refused, match="without a pane")
    for right in (Right.ANSWER, Right.SEND, Right.PRESS):
        with refused:
            door.permit(caller, right)
    server.close()


async def test_an_answer_of_which_nothing_is_heard_in_time_is_told_so(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.doors.facade.HEARD_WITHIN", 0.01)
    core = Still(IDLE)
    assert await facade(journal, core).settled(ALLOW.id, Answered(ALLOW, CLI)) is None
    assert core.events == [Answered(ALLOW, CLI)]


async def test_whoever_stops_waiting_for_an_action_withdraws_it(journal: Path) -> None:
    core = Still(IDLE)
    waiting = asyncio.ensure_future(facade(journal, core).done(HELLO))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert core.events == [ActionRequested(HELLO), ActionWithdrawn(HELLO.id, 1000.0)]


async def test_whoever_wanted_something_done_hears_how_it_ended(journal: Path) -> None:
    door = facade(journal, Still(IDLE))
    waiting = asyncio.ensure_future(door.done(HELLO))
    await asyncio.sleep(0)
    over = Progress(HELLO, Stage.ENDED, Result(Outcome.ACCEPTED, ""))
    cast(Outcomes, door.outcomes).hear(over)
    assert await waiting == over


async def test_what_nobody_knows_is_not_found(journal: Path) -> None:
    door = facade(journal, Still(IDLE))
    assert door.session("desk") == IDLE
    with pytest.raises(NotFound):
        door.session("barn")
    with pytest.raises(NotFound):
        await door.ask("never")
