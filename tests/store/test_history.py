"""What is particular about looking back into a database."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import LS

from quarterdeck.domain.history import Search
from quarterdeck.domain.journal import AskWritten
from quarterdeck.store.history import SqliteHistory
from quarterdeck.store.sqlite import SqliteStore


async def test_a_journal_may_lie_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "100% #1?" / "journal.db"
    path.parent.mkdir()
    store = SqliteStore(path)
    await store.write([AskWritten(LS)], 1.0)
    assert await SqliteHistory(path).ask(LS.id) == LS
    store.close()


@pytest.mark.parametrize(
    ("word", "found"), [("100%", ["ls"]), ("1%0", []), ("_sers", []), ("'", []), ("\\", [])]
)
async def test_signs_of_the_database_are_just_letters(
    tmp_path: Path, word: str, found: list[str]
) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    await store.write([AskWritten(replace(LS, text="DROP TABLE users 100%"))], 1.0)
    entries = await SqliteHistory(tmp_path / "journal.db").search(Search(words=word))
    store.close()
    assert [entry["id"] for entry in entries] == found
