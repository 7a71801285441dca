"""Looking back at what was asked and answered."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import ALLOW, HELLO, LS, OVER, a_session
from tests.stories.happened import DESK, an_answer, an_ask

from quarterdeck.domain.actions import Keys, Send
from quarterdeck.domain.ids import ActionId, AskId
from quarterdeck.domain.journal import (
    ActionOutcome,
    ActionWritten,
    AnswerWritten,
    AskEnded,
    AskWritten,
    OutcomeWritten,
    SessionWritten,
    StateChanged,
)
from quarterdeck.domain.risk import Level
from quarterdeck.domain.states import Outcome, State
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore

DROP = replace(an_ask("drop", level=Level.CRITICAL), text="DROP TABLE users 100%", opened=5.0)


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[SqliteHistory]:
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
            *changes,
        ],
        6.0,
    )
    yield SqliteHistory(tmp_path / "journal.db")
    store.close()


async def names(history: SqliteHistory, words: str, before: float | None = None) -> list[object]:
    return [entry["id"] for entry in await history.search(words, 10, before)]


async def test_an_ask_is_found_open_or_ended(history: SqliteHistory) -> None:
    ended = await history.ask(LS.id)
    assert ended == replace(LS, ended=OVER)
    assert await history.ask(DROP.id) == DROP
    assert await history.ask(AskId("never")) is None


async def test_a_journal_may_lie_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "100% #1?" / "journal.db"
    path.parent.mkdir()
    store = SqliteStore(path)
    await store.write([AskWritten(LS)], 1.0)
    assert await SqliteHistory(path).ask(LS.id) == LS
    store.close()


async def test_what_was_answered_tells_who_how_long_and_what_became_of_it(
    history: SqliteHistory,
) -> None:
    (entry,) = await history.search("ls", 10, None)
    told = {key: entry[key] for key in ("choice", "by", "answer_text", "outcome", "waited", "name")}
    assert told == {
        "choice": "allow",
        "by": "the desk",
        "answer_text": "go",
        "outcome": "accepted",
        "waited": 1.0,
        "name": "desk",
    }


async def test_what_is_open_has_no_answer_yet(history: SqliteHistory) -> None:
    (entry,) = await history.search("drop", 10, None)
    assert (entry["outcome"], entry["choice"], entry["waited"]) == (None, None, None)
    assert entry["risk"] == "critical"


async def test_the_newest_comes_first_and_older_ones_page_by_page(history: SqliteHistory) -> None:
    assert await names(history, "") == ["drop", "ls"]
    assert await names(history, "", before=5.0) == ["ls"]
    assert [entry["id"] for entry in await history.search("", 1, None)] == ["drop"]


async def test_every_word_must_occur_in_any_order_and_case(history: SqliteHistory) -> None:
    assert await names(history, "users drop") == ["drop"]
    assert await names(history, "users elsewhere") == []


@pytest.mark.parametrize(
    ("word", "found"), [("100%", ["drop"]), ("1%0", []), ("_rop", []), ("'", []), ("\\", [])]
)
async def test_signs_of_the_database_are_just_letters(
    history: SqliteHistory, word: str, found: list[str]
) -> None:
    assert await names(history, word) == found


async def test_the_last_of_several_answers_counts(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    first, second = an_answer(LS, "allow", "first"), an_answer(LS, "deny", "second")
    await store.write([AskWritten(LS), AnswerWritten(first)], 1.0)
    await store.write([OutcomeWritten(first.id, Outcome.NOT_DELIVERED, "full", 2.0)], 2.0)
    await store.write([AnswerWritten(second)], 3.0)
    (entry,) = await SqliteHistory(tmp_path / "journal.db").search("", 10, None)
    store.close()
    assert (entry["choice"], entry["outcome"]) == ("deny", None)


async def test_a_session_is_explained_by_its_last_changes_newest_last(
    history: SqliteHistory,
) -> None:
    reasons = [change["reason"] for change in await history.explained(DESK)]
    assert reasons == [f"reason {n}" for n in range(10, 30)]
    assert await history.explained("nobody") == []


async def test_what_was_done_in_a_session_stands_among_what_was_asked(
    history: SqliteHistory, tmp_path: Path
) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    hello = replace(HELLO, at=3.0, do=Send("run with password=hunter22"))
    keys = replace(HELLO, id=ActionId("keys"), at=7.0, do=Keys(("Up", "Enter")))
    over = ActionOutcome(hello.id, Outcome.BLOCKED, "the agent is working", 4.5)
    await store.write([ActionWritten(hello), over, ActionWritten(keys)], 7.0)
    store.close()
    assert await names(history, "") == [keys.id, DROP.id, hello.id, LS.id]
    assert await names(history, "", before=7.0) == [DROP.id, hello.id, LS.id]
    assert await names(history, "Enter") == [keys.id]
    [found] = await history.search("run with", 10, None)
    assert (found["what"], found["kind"], found["name"]) == ("action", "send", "desk")
    assert (found["outcome"], found["note"]) == ("blocked", "the agent is working")
    assert (found["by"], found["waited"]) == ("cli", 1.5)
    assert "hunter22" not in str(found)
