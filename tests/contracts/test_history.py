"""What looking back promises, on the real one alone: nothing needs a fake of it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import ALLOW, LS, OVER, a_session
from tests.stories.happened import DESK, an_answer, an_ask

from quarterdeck.domain.history import Search, read_place
from quarterdeck.domain.ids import AskId, CallId
from quarterdeck.domain.journal import (
    AnswerWritten,
    AskEnded,
    AskWritten,
    CallWritten,
    OutcomeWritten,
    SessionWritten,
    StateChanged,
    TurnWritten,
)
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import History
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore

DROP = replace(an_ask("drop", level=Level.CRITICAL), text="DROP TABLE users 100%", opened=5.0)


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    store = SqliteStore(tmp_path / "journal.db")
    changes = [
        StateChanged(DESK, State.IDLE, State.WORKING, f"reason {n}", "hook", float(n))
        for n in range(30)
    ]
    await store.write(
        [
            SessionWritten(a_session("desk")),
            AskWritten(LS),
            AskWritten(DROP),
            AnswerWritten(replace(ALLOW, text="go")),
            OutcomeWritten(ALLOW.id, Outcome.ACCEPTED, "", 2.0),
            AskEnded(LS.id, OVER),
            CallWritten(
                DESK, CallId("c1"), "Bash", "Bash: make 100%", Level.MEDIUM, 1.0, 3.0, ok=True
            ),
            CallWritten(DESK, CallId("c2"), "Read", "Read: /a", Level.LOW, None, 4.0, ok=False),
            TurnWritten(DESK, "t1", "make it so", -1.0),
            *changes,
        ],
        6.0,
    )
    yield SqliteHistory(tmp_path / "journal.db")
    store.close()


async def names(history: History, words: str, before: float | None = None) -> list[object]:
    return [e["id"] for e in await history.search(Search(words=words, until=before))]


async def test_an_ask_is_found_open_or_ended(history: History) -> None:
    ended = await history.ask(LS.id)
    assert ended == replace(LS, ended=OVER)
    assert await history.ask(DROP.id) == DROP
    assert await history.ask(AskId("never")) is None


async def test_what_was_answered_tells_who_how_long_and_what_became_of_it(
    history: History,
) -> None:
    (entry,) = await history.search(Search(words="ls", limit=10))
    told = {key: entry[key] for key in ("choice", "by", "answer_text", "outcome", "waited", "name")}
    assert told == {
        "choice": "allow",
        "by": "the desk",
        "answer_text": "go",
        "outcome": "accepted",
        "waited": 1.0,
        "name": "desk",
    }


async def test_what_is_open_has_no_answer_yet(history: History) -> None:
    (entry,) = await history.search(Search(words="drop", limit=10))
    assert (entry["outcome"], entry["choice"], entry["waited"]) == (None, None, None)
    assert entry["risk"] == "critical"


async def test_the_newest_comes_first_and_older_ones_page_by_page(history: History) -> None:
    assert await names(history, "") == ["drop", "ls"]
    assert await names(history, "", before=5.0) == ["ls"]
    assert [entry["id"] for entry in await history.search(Search(limit=1))] == ["drop"]


async def test_every_word_must_occur_in_any_order_and_case(history: History) -> None:
    assert await names(history, "users drop") == ["drop"]
    assert await names(history, "users elsewhere") == []


async def test_the_last_of_several_answers_counts(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    first, second = an_answer(LS, "allow", "first"), an_answer(LS, "deny", "second")
    await store.write([AskWritten(LS), AnswerWritten(first)], 1.0)
    await store.write([OutcomeWritten(first.id, Outcome.NOT_DELIVERED, "full", 2.0)], 2.0)
    await store.write([AnswerWritten(second)], 3.0)
    (entry,) = await SqliteHistory(tmp_path / "journal.db").search(Search())
    store.close()
    assert (entry["choice"], entry["outcome"]) == ("deny", None)


async def test_a_session_is_explained_by_its_last_changes_newest_last(
    history: History,
) -> None:
    reasons = [change["reason"] for change in await history.explained(DESK)]
    assert reasons == [f"reason {n}" for n in range(10, 30)]
    assert await history.explained("nobody") == []


async def test_changes_of_state_and_turns_come_page_by_page_newest_first(history: History) -> None:
    first = await history.changes(DESK, None, 2)
    assert [one["reason"] for one in first] == ["reason 29", "reason 28"]
    assert (first[0]["what"], first[0]["before"], first[0]["after"]) == ("state", "idle", "working")
    then = await history.changes(DESK, read_place(str(first[-1]["cursor"])), 40)
    assert [one["at"] for one in then] == [float(n) for n in range(27, -1, -1)] + [-1.0]
    assert (then[-1]["what"], then[-1]["text"]) == ("turn", "make it so")
    assert await history.changes("nobody", None, 2) == []


async def test_what_agents_did_is_found_by_its_words_newest_first(history: History) -> None:
    every = await history.calls(Search())
    assert [(call["call"], call["ok"]) for call in every] == [("c2", False), ("c1", True)]
    (made,) = await history.calls(Search(words="desk 100%"))
    assert (made["name"], made["summary"], made["risk"]) == ("desk", "Bash: make 100%", "medium")
    assert (made["began"], made["ended"]) == (1.0, 3.0)
    assert [call["call"] for call in await history.calls(Search(until=4.0))] == ["c1"]
    assert await history.calls(Search(words="elsewhere")) == []


async def test_pages_stay_as_they_are_while_new_entries_come_in(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    history = SqliteHistory(tmp_path / "journal.db")
    same_time = [replace(an_ask(f"n{n}"), opened=float(n // 3)) for n in range(9)]
    await store.write([AskWritten(ask) for ask in same_time], 1.0)
    seen, after = list[object](), None
    for late in range(5):
        page = await history.search(Search(after=after, limit=2))
        seen += [entry["id"] for entry in page]
        after = read_place(str(page[-1]["cursor"]))
        await store.write([AskWritten(replace(an_ask(f"late{late}"), opened=50.0))], 2.0)
    store.close()
    assert seen == [f"n{n}" for n in (8, 7, 6, 5, 4, 3, 2, 1, 0)]


async def test_what_is_forgotten_is_found_no_more(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    await store.write([AskWritten(LS), AskEnded(LS.id, OVER)], 2.0)
    await store.forget(3.0)
    assert await SqliteHistory(tmp_path / "journal.db").search(Search()) == []
    store.close()
