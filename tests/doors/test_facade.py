"""What the doors need from the daemon: answers that are heard, and callers that are told apart."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.cli.asked import asked
from tests.contracts.test_store import a_session
from tests.fakes.neighbours import HandClock
from tests.fakes.terminal import FakeTerminal
from tests.stage.calls import call
from tests.stage.daemon import StagedDaemon
from tests.stage.pids import writes_pid, written_pid
from tests.stage.tmux import TmuxServer

from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.events import Event
from quarterdeck.domain.sessions import Process, Session
from quarterdeck.domain.states import State
from quarterdeck.domain.watch import View
from quarterdeck.doors.facade import Facade, NotFound, Refused, Wish
from quarterdeck.doors.peers import Peer
from quarterdeck.ports import Delivery
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

    def __init__(self, session: Session, *asks: Ask) -> None:
        self._view = View((session,), asks, {}, {})

    def view(self) -> View:
        return self._view

    def put(self, event: Event) -> None:
        raise AssertionError(event)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    SqliteStore(tmp_path / "journal.db").close()
    return tmp_path / "journal.db"


async def never(session: Session) -> Delivery:
    raise AssertionError(session)


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
        interrupt=never,
        now=HandClock(),
        agents_may_type=agents_may_type,
        tmux_jobs=tmux_jobs,
    )


async def permitted(door: Facade, wish: Wish, who: Peer) -> bool:
    try:
        await door.permit(wish, lambda: who)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("wish", Wish)
async def test_a_person_may_do_everything(journal: Path, wish: Wish) -> None:
    assert await permitted(facade(journal, Still(IDLE)), wish, PERSON)


@pytest.mark.parametrize(("agents_may_type", "may"), [(False, set[Wish]()), (True, {Wish.SEND})])
@pytest.mark.parametrize("ended", [None, 5.0], ids=["running", "said goodbye"])
async def test_an_agent_sends_where_the_settings_let_it_and_nothing_more(
    journal: Path, agents_may_type: bool, may: set[Wish], ended: float | None
) -> None:
    state = State.IDLE if ended is None else State.ENDED
    core = Still(replace(IDLE, state=state))
    door = facade(journal, core, agents_may_type=agents_may_type)
    assert {wish for wish in Wish if await permitted(door, wish, AGENT)} == may


@pytest.mark.parametrize("tmux_jobs", [False, True])
async def test_what_tmux_runs_without_a_pane_decides_where_the_settings_let_it(
    journal: Path, tmp_path: Path, tmux_jobs: bool
) -> None:
    server = TmuxServer(tmp_path)
    server.session("a")
    server.tmux("run-shell", "-b", writes_pid(tmp_path / "pid"))
    job = written_pid(tmp_path / "pid")
    door = facade(journal, Still(IDLE), tmux_jobs=tmux_jobs)
    assert await permitted(door, Wish.DECIDE, Peer((job,), os.getuid())) is tmux_jobs
    server.close()


async def test_what_nobody_knows_is_not_found(journal: Path) -> None:
    door = facade(journal, Still(IDLE))
    with pytest.raises(NotFound):
        door.session("s0")
    with pytest.raises(NotFound):
        await door.ask("a0")
