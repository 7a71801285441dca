"""Corners of rows; what every store promises of them is in the contracts."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import HELLO
from tests.stories.happened import a_device

from quarterdeck.domain.actions import Keys, Send
from quarterdeck.domain.journal import ActionWritten, DeviceWritten
from quarterdeck.ports import Unwritable
from quarterdeck.store.rows import whole, without_secrets
from quarterdeck.store.sqlite import SqliteStore


def test_of_a_text_no_secret_is_kept() -> None:
    told = without_secrets(ActionWritten(replace(HELLO, do=Send("password=hunter22 and go"))))
    assert "hunter22" not in str(told)
    keys = ActionWritten(replace(HELLO, do=Keys(("Enter",))))
    assert without_secrets(keys) == keys


async def test_no_secret_of_a_text_and_nothing_of_a_token_is_in_the_journal(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    device = replace(a_device("tablet"), token_hash="aabbcc")
    secret = replace(HELLO, do=Send("password=hunter22"))
    await store.write((ActionWritten(secret), DeviceWritten(device)), 1.0)
    store.close()
    base = sqlite3.connect(tmp_path / "journal.db")
    rows = [str(row) for row in base.execute("SELECT kind, data FROM journal")]
    assert len(rows) == 1
    assert "aabbcc" not in rows[0]
    assert "hunter22" not in (tmp_path / "journal.db").read_text(errors="replace")
    base.close()


async def test_no_device_takes_the_place_of_another(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    tablet = replace(a_device("tablet"), token_hash="aabbcc")
    await store.write([DeviceWritten(tablet)], 1.0)
    with pytest.raises(Unwritable):
        await store.write([DeviceWritten(replace(a_device("thief"), token_hash="aabbcc"))], 2.0)
    await store.write([DeviceWritten(replace(tablet, last_seen=9.0))], 3.0)
    assert store.remembered().devices == (replace(tablet, last_seen=9.0),)
    store.close()


async def test_pages_have_no_token_and_each_is_remembered(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    pages = tuple(replace(a_device(name), token_hash="") for name in ("page-1", "page-2"))
    await store.write([DeviceWritten(page) for page in pages], 1.0)
    assert store.remembered().devices == pages
    store.close()


@pytest.mark.parametrize(("text", "kept"), [("a", "a"), ("a\ud800b", "a?b"), ("ä", "ä")])
def test_half_characters_are_not_kept(text: str, kept: str) -> None:
    assert whole(text) == kept
