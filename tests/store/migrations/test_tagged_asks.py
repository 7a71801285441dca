"""A database of 0.1 opens with everything in it, and says what it said then."""

import asyncio
import json
import logging
import shutil
import sqlite3
from pathlib import Path

import pytest

from quarterdeck.domain.ask_bodies import Kind, UnreadableScreen
from quarterdeck.domain.asks import Ask, FromHook, FromScreen, FromUs
from quarterdeck.domain.history import Search
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.journal import Remembered
from quarterdeck.doors.http.wire import ask_json, session_json
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.migrations.tagged_asks import tagged_ask
from quarterdeck.store.sqlite import SqliteStore

RECORDED = Path(__file__).parents[2] / "recordings" / "store"
SAID = json.loads((RECORDED / "journal-0.1.json").read_text())
ASK = {key for said in SAID["asks"] for key in said}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(RECORDED / "journal-0.1.db", tmp_path / "journal.db"))


def opened(path: Path) -> Remembered:
    store = SqliteStore(path)
    found = store.remembered()
    store.close()
    return found


def as_then(said: dict[str, object], keys: set[str]) -> object:
    """What goes out, as far as it was known then."""
    now = json.loads(json.dumps(said))
    for question in now.get("questions", []):
        assert question.pop("free_text"), "it always took own words"
    return {key: value for key, value in now.items() if key in keys}


def asks(path: Path) -> list[Ask]:
    opened(path)
    history = SqliteHistory(path)
    found = [asyncio.run(history.ask(AskId(said["id"]))) for said in SAID["asks"]]
    return [ask for ask in found if ask]


def test_every_ask_says_what_it_said(path: Path) -> None:
    assert [as_then(ask_json(ask, None, None), ASK) for ask in asks(path)] == SAID["asks"]


def test_every_kind_and_every_origin_is_among_them(path: Path) -> None:
    found = asks(path)
    assert {ask.kind for ask in found if ask.ended is None} == set(Kind)
    assert {type(ask.origin) for ask in found} == {FromHook, FromScreen, FromUs}
    assert any(ask.ended for ask in found)


def test_open_asks_their_hooks_sessions_and_answers_on_their_way_are_remembered(path: Path) -> None:
    found = opened(path)
    assert [ask.id for ask in found.asks] == SAID["open"]
    known = {key for said in SAID["sessions"] for key in said}
    assert [as_then(session_json(session), known) for session in found.sessions] == SAID["sessions"]
    assert [[c.request, c.ask, c.keep] for c in found.channels] == SAID["hooks"]
    given = [[a.id, a.ask, a.choice, a.text, a.by_hand] for a in found.answers]
    assert given == SAID["answers"]


def test_looking_back_finds_the_same(path: Path) -> None:
    opened(path)
    found = asyncio.run(SqliteHistory(path).search(Search(limit=100)))
    said = sorted(SAID["history"], key=lambda entry: (entry["opened"], entry["id"]), reverse=True)
    assert [as_then(entry, set(said[0])) for entry in found] == said


def test_nothing_is_put_aside_or_left_out(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        opened(path)
    base = sqlite3.connect(path)
    counts = {t: base.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in SAID["counts"]}
    base.close()
    assert counts == SAID["counts"]
    assert not caplog.records
    assert [p.name for p in path.parent.iterdir()] == ["journal.db"]


def test_our_own_notes_are_told_by_more_than_their_name(path: Path) -> None:
    ours = [ask for ask in asks(path) if isinstance(ask.origin, FromUs)]
    assert [ask.body for ask in ours] == [UnreadableScreen()]


@pytest.mark.parametrize("data", ["{", "[]", "{}", '{"id": 3}', "null"])
def test_what_cannot_be_read_stays_as_it_is(data: str) -> None:
    assert tagged_ask(data) == data


def test_a_row_that_was_cut_off_costs_no_other(path: Path) -> None:
    base = sqlite3.connect(path)
    base.execute("UPDATE asks SET data = substr(data, 1, 50) WHERE id = ?", (SAID["open"][0],))
    base.commit()
    base.close()
    assert [ask.id for ask in opened(path).asks] == SAID["open"][1:]
