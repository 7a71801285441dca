"""What is looked for, in a database of a few entries of each kind."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import HELLO, a_session
from tests.stories.happened import an_answer, an_ask

from quarterdeck.domain.asks import Ask, Ended, FromHook, How
from quarterdeck.domain.history import Search
from quarterdeck.domain.ids import CallId, SessionId
from quarterdeck.domain.journal import (
    ActionOutcome,
    ActionWritten,
    AnswerWritten,
    AskEnded,
    AskWritten,
    CallWritten,
    OutcomeWritten,
    SessionWritten,
)
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Facts
from quarterdeck.domain.states import Outcome
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore

DESK, SHIP = SessionId("desk"), SessionId("ship")


def asked(name: str, at: float, level: Level, cwd: str, session: SessionId) -> Ask:
    ask = replace(an_ask(name, session=session, level=level), opened=at)
    assert isinstance(ask.origin, FromHook)
    return replace(ask, origin=replace(ask.origin, cwd=cwd))


BUILD = asked("build", 1.0, Level.MEDIUM, "/work/api", DESK)
LIST = asked("list", 2.0, Level.LOW, "/work/api/web", DESK)
WIPE = asked("wipe", 3.0, Level.CRITICAL, "/work/api-old", SHIP)
ALLOWED = replace(an_answer(BUILD, "allow", "w1"), by="Chrome on Linux")
DENIED = replace(an_answer(WIPE, "deny", "w2"), by="cli")


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[SqliteHistory]:
    store = SqliteStore(tmp_path / "journal.db")
    desk = replace(a_session("desk"), name="Bridge", facts=Facts(cwd="/work/api"))
    await store.write(
        [
            SessionWritten(desk),
            SessionWritten(replace(a_session("ship"), name="model", facts=Facts(cwd="/srv"))),
            *(AskWritten(ask) for ask in (BUILD, LIST, WIPE)),
            AnswerWritten(ALLOWED),
            OutcomeWritten(ALLOWED.id, Outcome.ACCEPTED, "", 2.0),
            AskEnded(BUILD.id, Ended(How.ANSWERED, 2.0, "Chrome", Outcome.ACCEPTED, "")),
            AnswerWritten(DENIED),
            OutcomeWritten(DENIED.id, Outcome.UNKNOWN, "", 4.0),
            AskEnded(LIST.id, Ended(How.TERMINAL, 9.0, "", None, "")),
            ActionWritten(replace(HELLO, at=4.0, session=DESK)),
            ActionOutcome(HELLO.id, Outcome.ACCEPTED, "", 5.0),
            CallWritten(DESK, CallId("c1"), "Bash", "make", Level.MEDIUM, 1.0, 3.0, ok=True),
            CallWritten(SHIP, CallId("c2"), "Read", "Read: /a", Level.LOW, None, 4.0, ok=True),
        ],
        6.0,
    )
    yield SqliteHistory(tmp_path / "journal.db")
    store.close()


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(), ["hello", "wipe", "list", "build"]),
        (Search(words="bridge"), ["hello", "list", "build"]),
        (Search(words="API-old"), ["wipe"]),
        (Search(words="facts"), []),  # how a session is kept is nothing to be found
        (Search(words="build bridge"), ["build"]),
        (Search(session="desk"), ["hello", "list", "build"]),
        (Search(session="BRIDGE"), ["hello", "list", "build"]),
        (Search(session="des"), []),
        (Search(project="/work/api"), ["hello", "list", "build"]),
        (Search(project="/work/api/web/"), ["list"]),
        (Search(project="/"), ["hello", "wipe", "list", "build"]),
        (Search(kind="permission"), ["wipe", "list", "build"]),
        (Search(kind="send"), ["hello"]),
        (Search(risk=Level.MEDIUM), ["wipe", "build"]),
        (Search(risk=Level.LOW), ["wipe", "list", "build"]),
        (Search(outcome="accepted"), ["hello", "build"]),
        (Search(outcome="unknown"), ["wipe"]),
        (Search(outcome="terminal"), ["list"]),
        (Search(outcome="open"), ["wipe"]),
        (Search(answer="deny"), ["wipe"]),
        (Search(by="chrome"), ["build"]),
        (Search(by="terminal"), ["list"]),
        (Search(by="cli"), ["hello", "wipe"]),
        (Search(by="%"), []),
        (Search(since=2.0, until=4.0), ["wipe", "list"]),
        (Search(project="/work/api", risk=Level.MEDIUM, by="chrome"), ["build"]),
    ],
)
async def test_what_fits_is_found_newest_first(
    history: SqliteHistory, search: Search, found: list[str]
) -> None:
    assert [entry["id"] for entry in await history.search(search)] == found


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(session="bridge"), ["c1"]),
        (Search(project="/work"), ["c1"]),
        (Search(project="/srv"), ["c2"]),
        (Search(risk=Level.MEDIUM), ["c1"]),
        (Search(since=4.0), ["c2"]),
        (Search(words="model"), ["c2"]),
    ],
)
async def test_so_are_calls_that_ran(
    history: SqliteHistory, search: Search, found: list[str]
) -> None:
    assert [call["call"] for call in await history.calls(search)] == found


async def test_an_entry_says_where_it_was_and_who_answered(history: SqliteHistory) -> None:
    told = {entry["id"]: (entry["cwd"], entry["by"]) for entry in await history.search(Search())}
    assert told == {
        "hello": ("/work/api", "cli"),
        "wipe": ("/work/api-old", "cli"),
        "list": ("/work/api/web", None),
        "build": ("/work/api", "Chrome on Linux"),
    }
