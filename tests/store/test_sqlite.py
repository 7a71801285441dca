"""The database: written before anything is shown, and never the reason to lose what was."""

import os
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import ALLOW, HOOK, LS, OVER, a_session
from tests.stories.happened import an_ask

from quarterdeck.domain.ask_bodies import Permission
from quarterdeck.domain.asks import Ask, FromHook
from quarterdeck.domain.ids import MAIN
from quarterdeck.domain.journal import (
    NOTHING,
    AnswerWritten,
    AskEnded,
    AskWritten,
    ChannelWritten,
    OutcomeWritten,
    SessionWritten,
)
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import Unwritable
from quarterdeck.store import sqlite
from quarterdeck.store.sqlite import NOT_REPEATABLE, SqliteStore, Unopenable


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(path)
    yield opened
    opened.close()


def given(tool_input: Mapping[str, object]) -> Ask:
    """An ask about a tool that got this input."""
    body = Permission(input=tool_input, risk=None, rule=None, shown=None, change=None)
    return replace(LS, origin=FromHook(subagent=MAIN, prompt="", cwd="", use=None, body=body))


def read(path: Path, query: str) -> list[tuple[object, ...]]:
    base = sqlite3.connect(path)
    try:
        return base.execute(query).fetchall()
    finally:
        base.close()


def beside(path: Path) -> list[str]:
    return sorted(p.name for p in path.parent.iterdir() if not p.name.startswith("journal.db-"))


async def filled(path: Path) -> None:
    opened = SqliteStore(path)
    await opened.write([AskWritten(LS), ChannelWritten(HOOK), SessionWritten(a_session("s"))], 1.0)
    opened.close()


def overwrite_behind_the_first_page(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))


def spoil(path: Path) -> None:
    path.write_bytes(b"this was never a database, but it may be all that somebody has\n" * 99)


def cut_in_half(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


# Written


async def test_what_was_written_can_be_read_by_others_at_once(
    store: SqliteStore, path: Path
) -> None:
    await store.write([AskWritten(LS)], 1.0)
    assert read(path, "SELECT id FROM asks") == [(LS.id,)]
    assert read(path, "SELECT kind, ask FROM journal") == [("AskWritten", LS.id)]


async def test_all_is_written_or_nothing(store: SqliteStore, path: Path) -> None:
    store._base.execute("DROP TABLE channels")
    with pytest.raises(Unwritable, match="channels"):
        await store.write([AskWritten(LS), ChannelWritten(HOOK)], 1.0)
    assert read(path, "SELECT count(*) FROM asks") == [(0,)]


async def test_secrets_in_an_answer_come_into_no_file_not_even_for_a_moment(
    store: SqliteStore, path: Path
) -> None:
    said = replace(ALLOW, text="use token=abcdef123456", answers={"password": "k3y-of-mine"})
    await store.write([AskWritten(LS), AnswerWritten(said)], 1.0)
    assert {"journal.db", "journal.db-wal"} <= {file.name for file in path.parent.iterdir()}
    for _ in range(2):
        files = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert "use token=••••".encode() in files
        assert b"abcdef" not in files
        assert not any(b"k3y-of-mine"[at : at + 5] in files for at in range(7))
        await store.write([OutcomeWritten(said.id, Outcome.ACCEPTED, "", 2.0)], 2.0)


async def test_an_answer_that_lost_its_secret_is_not_given_again_and_its_end_is_unknown(
    store: SqliteStore, path: Path
) -> None:
    said = replace(ALLOW, answers={"password": "k3y-of-mine"})
    await store.write([AskWritten(LS), AnswerWritten(said)], 1.0)
    assert store.remembered().answers == ()
    [(outcome, note)] = read(path, "SELECT outcome, note FROM answers")
    assert (outcome, note) == ("unknown", NOT_REPEATABLE)


async def test_it_survives_being_killed(path: Path) -> None:
    script = f"""
        import asyncio, os, pathlib
        from tests.contracts.test_store import ALLOW, HOOK, LS
        from quarterdeck.domain.journal import AnswerWritten, AskWritten, ChannelWritten
        from quarterdeck.store.sqlite import SqliteStore
        store = SqliteStore(pathlib.Path({str(path)!r}))
        entries = [AskWritten(LS), ChannelWritten(HOOK), AnswerWritten(ALLOW)]
        asyncio.run(store.write(entries, 1.0))
        os.kill(os.getpid(), 9)
    """
    assert in_another_process(script).returncode == -9
    again = SqliteStore(path)
    found = again.remembered()
    again.close()
    assert (found.asks, found.channels, found.answers) == ((LS,), (HOOK,), (ALLOW,))


@pytest.mark.parametrize("text", ["half a \ud800 sign", "nul \0 inside", "🚢 日本 \u202e"])
async def test_whatever_text_an_agent_sends_can_be_written(store: SqliteStore, text: str) -> None:
    ask = replace(given({text: [text]}), text=text, title=text)
    await store.write([AskWritten(ask), AskEnded(ask.id, replace(OVER, note=text))], 1.0)
    await store.write([AskWritten(LS)], 2.0)
    assert len(store.remembered().asks) == 1


async def test_an_input_of_many_levels_can_be_written_and_ended(store: SqliteStore) -> None:
    deep: object = "bottom"
    for _ in range(50):
        deep = {"down": [deep]}
    await store.write([AskWritten(given({"deep": deep}))], 1.0)
    await store.write([AskEnded(LS.id, OVER)], 2.0)
    assert store.remembered().asks == ()


async def test_what_ended_long_ago_is_dropped_and_what_is_open_stays(
    store: SqliteStore, path: Path
) -> None:
    done = replace(an_ask("done"), opened=1.0)
    over = SessionWritten(a_session("over", State.ENDED))
    await store.write([AskWritten(LS), AskWritten(done), AnswerWritten(ALLOW), over], 1.0)
    await store.write([AskEnded(done.id, OVER)], 2.0)
    await store.forget(100.0)
    assert read(path, "SELECT id FROM asks") == [(LS.id,)]
    assert read(path, "SELECT count(*) FROM answers") == [(1,)]
    assert read(path, "SELECT count(*) FROM sessions") == [(0,)]


# Damaged


async def test_a_damaged_file_is_kept_aside_and_a_new_one_begins(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    spoil(path)
    opened = SqliteStore(path)
    assert opened.remembered() == NOTHING
    await opened.write([AskWritten(LS)], 1.0)
    opened.close()
    aside = [name for name in beside(path) if ".damaged-" in name]
    assert len(aside) == 1
    assert aside[0] in caplog.text
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        read(path.parent / aside[0], "SELECT 1 FROM asks")


async def test_a_truncated_file_is_kept_aside(path: Path) -> None:
    opened = SqliteStore(path)
    entries = [AskWritten(replace(an_ask(f"ask {n}"), text="x" * 999)) for n in range(200)]
    await opened.write(entries, 1.0)
    opened.close()
    cut_in_half(path)
    again = SqliteStore(path)
    assert again.remembered() == NOTHING
    again.close()
    assert any(".damaged-" in name for name in beside(path))


async def test_damage_in_a_large_file_is_found_when_it_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(path)
    overwrite_behind_the_first_page(path)
    monkeypatch.setattr(sqlite, "CHECKED_UP_TO", 0)
    opened = SqliteStore(path)
    assert opened.remembered() == NOTHING
    await opened.write([AskWritten(LS)], 1.0)
    assert opened.remembered().asks == (LS,)
    opened.close()
    assert any(".damaged-" in name for name in beside(path))


def test_a_second_damaged_file_does_not_overwrite_the_first(path: Path) -> None:
    for _ in range(2):
        spoil(path)
        SqliteStore(path).close()
        path.unlink()
    assert len([name for name in beside(path) if ".damaged-" in name]) == 2


@pytest.mark.parametrize("cut", ['{"id": "ls", "sess', "{}", "null", '{"id": "ls"}'])
async def test_a_row_that_was_cut_off_costs_only_itself(
    path: Path, cut: str, caplog: pytest.LogCaptureFixture
) -> None:
    opened = SqliteStore(path)
    await opened.write([AskWritten(LS), AskWritten(replace(an_ask("pwd"), opened=2.0))], 1.0)
    opened.close()
    base = sqlite3.connect(path)
    base.execute("UPDATE asks SET data = ? WHERE id = 'ls'", (cut,))
    base.commit()
    base.close()
    again = SqliteStore(path)
    assert [ask.id for ask in again.remembered().asks] == ["pwd"]
    again.close()
    assert "could not be read" in caplog.text


async def test_a_newer_database_is_kept_aside_and_never_overwritten(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(path)
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 9999")
    base.close()
    opened = SqliteStore(path)
    assert opened.remembered() == NOTHING
    opened.close()
    (aside,) = [name for name in beside(path) if ".newer-" in name]
    assert read(path.parent / aside, "SELECT id FROM asks") == [(LS.id,)]
    assert "newer version" in caplog.text


async def test_an_older_database_is_brought_up_to_date(path: Path) -> None:
    sqlite3.connect(path).close()
    opened = SqliteStore(path)
    await opened.write([AskWritten(LS)], 1.0)
    opened.close()
    assert read(path, "PRAGMA user_version") != [(0,)]


# No room, no right


def test_a_directory_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unopenable, match=r"The journal .*journal\.db cannot be opened: .+\.$"):
        SqliteStore(tmp_path / "missing" / "journal.db")


async def test_a_full_disk_is_unwritable_and_harms_nothing_that_is_there(path: Path) -> None:
    await filled(path)
    opened = SqliteStore(path)
    pages = opened._base.execute("PRAGMA page_count").fetchone()[0]
    opened._base.execute(f"PRAGMA max_page_count = {pages}")
    large = AskWritten(replace(an_ask("large"), text="x" * 100_000))
    with pytest.raises(Unwritable, match="full"):
        await opened.write([large], 2.0)
    opened._base.execute("PRAGMA max_page_count = 1000000")
    await opened.write([AskEnded(LS.id, OVER)], 3.0)
    assert opened.remembered().asks == ()
    opened.close()


def test_a_file_that_may_not_grow_is_unwritable_too(path: Path) -> None:
    script = f"""
        import asyncio, pathlib, resource, signal
        from dataclasses import replace
        from tests.contracts.test_store import LS
        from quarterdeck.domain.journal import AskWritten
        from quarterdeck.ports import Unwritable
        from quarterdeck.store.sqlite import SqliteStore
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        store = SqliteStore(pathlib.Path({str(path)!r}))
        asyncio.run(store.write([AskWritten(LS)], 1.0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        try:
            asyncio.run(store.write([AskWritten(replace(LS, text="x" * 1_000_000))], 2.0))
        except Unwritable as error:
            print("unwritable:", error)
    """
    told = in_another_process(script)
    assert told.stdout.startswith("unwritable: "), told.stderr
    again = SqliteStore(path)
    assert again.remembered().asks == (LS,)
    again.close()


def in_another_process(script: str) -> "subprocess.CompletedProcess[str]":
    root = Path(__file__).parents[2]
    places = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    return subprocess.run(command, env=places, capture_output=True, text=True, check=False)
