"""The journal and the tables derived from it, in one SQLite file.

One thread writes. Write-ahead logging without a sync for each commit survives the
death of the daemon; a power cut may cost the last moments.
"""

import asyncio
import itertools
import json
import logging
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, assert_never

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.channels import Channel
from quarterdeck.domain.ids import AskId
from quarterdeck.domain.journal import (
    ActionMoved,
    ActionOutcome,
    ActionWritten,
    Alerted,
    AnswerWritten,
    AskEnded,
    AskSnoozed,
    AskWritten,
    CallWritten,
    ChannelWritten,
    DeviceWritten,
    Entry,
    OutcomeWritten,
    PressesTaken,
    PressWritten,
    Remembered,
    RuleOutcome,
    RuleWritten,
    SessionWritten,
    StateChanged,
    SurfaceBound,
    TurnWritten,
)
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.secrets import MASK, masked, masked_deep
from quarterdeck.ports import Unwritable
from quarterdeck.store.codec import unpack
from quarterdeck.store.migrations.tagged_asks import tagged_ask
from quarterdeck.store.rows import (
    actions_left,
    alerts,
    bindings,
    devices,
    move_action,
    presses,
    settle_rule,
    take_presses,
    to_json,
    whole,
    without_secrets,
    write_action,
    write_alert,
    write_binding,
    write_device,
    write_press,
    write_rule,
)

log = logging.getLogger(__name__)

NOT_REPEATABLE = (
    "it contained a secret, which is not written down, and Quarterdeck ended in between"
)
T = TypeVar("T")

CHECKED_UP_TO = 32 * 1024 * 1024  # a larger file is not read through at every start


class Unopenable(Exception):
    """The file cannot be used, and cannot be put aside either."""


class SqliteStore:
    """Remembers sessions, asks, answers and outcomes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._base = _opened(path)

    def remembered(self) -> Remembered:
        """What an earlier run left: sessions not known to have ended, and open asks."""
        try:
            return self._remembered()
        except sqlite3.DatabaseError as error:  # a large file is not checked when it is opened
            self._base.close()
            self._base = _anew(self.path, error)
            return self._remembered()

    def _remembered(self) -> Remembered:
        sessions = self._rows("SELECT data FROM sessions WHERE ended = 0 ORDER BY rowid", Session)
        asks = self._rows("SELECT data FROM asks WHERE ended IS NULL ORDER BY opened", Ask)
        channels = self._rows(
            "SELECT c.data FROM channels c JOIN asks a ON a.id = c.ask WHERE a.ended IS NULL"
            # A hook whose ask ended while it was away comes back for ten minutes, to be let go.
            " OR a.ended > (SELECT max(at) FROM journal) - 600",
            Channel,
        )
        answers = self._rows(
            "SELECT w.data FROM answers w JOIN asks a ON a.id = w.ask"
            " WHERE a.ended IS NULL AND w.outcome IS NULL",
            Answer,
        )
        with self._base:
            for lost in filter(_lacks_secret, answers):
                note = (Outcome.UNKNOWN, NOT_REPEATABLE, lost.id)
                self._base.execute("UPDATE answers SET outcome = ?, note = ? WHERE id = ?", note)
        snoozed = (
            AskSnoozed(AskId(ask), until)
            for ask, until in self._base.execute(
                "SELECT s.ask, s.until FROM snoozes s JOIN asks a ON a.id = s.ask"
                " WHERE a.ended IS NULL ORDER BY s.until"
            )
        )
        return Remembered(
            tuple(sessions),
            tuple(asks),
            tuple(channels),
            tuple(answer for answer in answers if not _lacks_secret(answer)),
            tuple(snoozed),
            tuple(actions_left(self._base)),
            tuple(devices(self._base)),
            tuple(alerts(self._base)),
            tuple(bindings(self._base)),
            tuple(presses(self._base)),
        )

    async def write(self, entries: Sequence[Entry], now: float) -> None:
        """Write all of these or none."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._write, entries, now)

    async def forget(self, before: float) -> None:
        """Drop what ended before this time."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._forget, before)

    def close(self) -> None:
        """Finish what is being written and close the file."""
        self._thread.shutdown(wait=True)
        self._base.close()

    def _rows(self, query: str, kind: type[T]) -> list[T]:
        found = (_unpacked(row[0], kind) for row in self._base.execute(query))
        return [value for value in found if value is not None]

    def _forget(self, before: float) -> None:
        try:
            with self._base:
                for statement in _FORGET:
                    self._base.execute(statement, (before,))
        except sqlite3.Error as error:
            log.warning("old entries could not be dropped: %s", error)

    def _write(self, entries: Sequence[Entry], now: float) -> None:
        try:
            with self._base:
                for entry in entries:
                    _write_entry(self._base, entry, now)
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise Unwritable(str(error)) from error


_FORGET = (
    "DELETE FROM answers WHERE ask IN (SELECT id FROM asks WHERE ended < ?)",
    "DELETE FROM channels WHERE ask IN (SELECT id FROM asks WHERE ended < ?)",
    "DELETE FROM calls WHERE ended < ?",
    "DELETE FROM snoozes WHERE ask IN (SELECT id FROM asks WHERE ended < ?)",
    "DELETE FROM alerts WHERE ask IN (SELECT id FROM asks WHERE ended < ?)",
    "DELETE FROM asks WHERE ended < ?",
    "DELETE FROM actions WHERE ended < ?",
    "DELETE FROM presses WHERE at < ?",
    "DELETE FROM rules WHERE (taken_out OR outcome IS NOT 'accepted') AND at < ?",
    "DELETE FROM bindings WHERE at < ?",
    "DELETE FROM sessions WHERE ended AND at < ?",
    "DELETE FROM journal WHERE at < ?",
)


def _unpacked(data: str, kind: type[T]) -> T | None:
    """What a row holds; one that was cut off must not cost the others."""
    try:
        return unpack(kind, json.loads(data))
    except (ValueError, TypeError, KeyError) as error:
        log.warning("a row of the journal could not be read as %s: %s", kind.__name__, error)
        return None


def _opened(path: Path) -> sqlite3.Connection:
    """An open database at the newest version; one that cannot be used is put aside."""
    try:
        return _ready(path)
    except sqlite3.OperationalError as error:
        raise Unopenable(f"The journal {path} cannot be opened: {error}.") from error
    except (sqlite3.DatabaseError, _FromTheFuture) as error:
        return _anew(path, error)


def _anew(path: Path, why: Exception) -> sqlite3.Connection:
    """A new database in the place of one that cannot be used, which is kept."""
    aside = _put_aside(path, "newer" if isinstance(why, _FromTheFuture) else "damaged")
    log.warning("The journal %s; it is kept as %s, and a new one is started.", why, aside.name)
    return _ready(path)


class _FromTheFuture(Exception):
    pass


def _ready(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, check_same_thread=False)
    try:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        if path.stat().st_size < CHECKED_UP_TO:
            _check(base)
        _migrate(base)
    except BaseException:
        base.close()
        raise
    return base


def _check(base: sqlite3.Connection) -> None:
    found = base.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(f"is damaged ({found})")


def _migrate(base: sqlite3.Connection) -> None:
    steps = sorted(Path(__file__).with_name("migrations").glob("[0-9]*.sql"))
    have = base.execute("PRAGMA user_version").fetchone()[0]
    if have > len(steps):
        raise _FromTheFuture(
            f"was written by a newer version ({have}, this one knows {len(steps)})"
        )
    base.create_function("tagged_ask", 1, tagged_ask, deterministic=True)
    for number, step in enumerate(steps[have:], start=have + 1):
        base.executescript(f"BEGIN; {step.read_text()} PRAGMA user_version = {number}; COMMIT;")


def _put_aside(path: Path, why: str) -> Path:
    aside = stem = path.with_name(f"{path.name}.{why}-{time.strftime('%Y%m%d-%H%M%S')}")
    numbers = itertools.count(2)
    while aside.exists():
        aside = stem.with_name(f"{stem.name}-{next(numbers)}")
    path.rename(aside)
    for suffix in ("-wal", "-shm"):
        companion = path.with_name(path.name + suffix)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + suffix))
    return aside


def _write_entry(base: sqlite3.Connection, entry: Entry, now: float) -> None:  # noqa: C901, PLR0912, PLR0915 - a table
    session = ask = None
    match entry:
        case SessionWritten(value):
            session = value.id
            base.execute(
                "INSERT INTO sessions (id, at, ended, data) VALUES (?, ?, ?, ?) ON CONFLICT (id)"
                " DO UPDATE SET at = excluded.at, ended = excluded.ended, data = excluded.data",
                (value.id, now, value.ended, to_json(value)),
            )
            return  # the newest form is enough; its changes of state are entries of their own
        case DeviceWritten(value):
            write_device(base, value)
            return  # nothing about its token belongs into the journal
        case SurfaceBound():
            write_binding(base, entry)
            return  # like a device: where it belongs now is enough
        case StateChanged() | TurnWritten():
            session = entry.session
        case ActionWritten(value):
            session, entry = value.session, without_secrets(entry)
            write_action(base, entry)
        case ActionMoved() | ActionOutcome():
            move_action(base, entry)
        case AskWritten(value):
            session, ask = value.session, value.id
            _write_ask(base, value)
        case ChannelWritten(value):
            ask = value.ask
            base.execute(
                "INSERT OR REPLACE INTO channels (request, ask, data) VALUES (?, ?, ?)",
                (value.request, value.ask, to_json(value)),
            )
        case AnswerWritten(value):
            ask = value.ask
            # What is written once stays in the file, and in its log, for long after it is changed.
            entry = AnswerWritten(_masked(value))
            base.execute(
                "INSERT OR REPLACE INTO answers (id, ask, at, data) VALUES (?, ?, ?, ?)",
                (value.id, value.ask, value.at, to_json(entry.answer)),
            )
        case OutcomeWritten(answer, outcome, note, _):
            base.execute(
                "UPDATE answers SET outcome = ?, note = ? WHERE id = ?",
                (outcome, whole(note), answer),
            )
        case AskEnded(ask_id, ended):
            ask = ask_id
            base.execute(
                "UPDATE asks SET ended = ?, data = json_set(data, '$.ended', json(?)) WHERE id = ?",
                (ended.at, to_json(ended), ask_id),
            )
        case CallWritten():
            session = entry.session
            _write_call(base, entry)
        case Alerted(ask_id):
            ask = ask_id
            write_alert(base, entry)
        case PressWritten(value):
            write_press(base, value)
        case PressesTaken():
            take_presses(base, entry)
        case RuleWritten(value):
            write_rule(base, value)
        case RuleOutcome():
            settle_rule(base, entry)
        case AskSnoozed(ask_id, until):
            ask = ask_id
            base.execute(
                "INSERT OR REPLACE INTO snoozes (ask, until) VALUES (?, ?)", (ask_id, until)
            )
        case _:
            assert_never(entry)
    base.execute(
        "INSERT INTO journal (at, kind, session, ask, data) VALUES (?, ?, ?, ?, ?)",
        (now, type(entry).__name__, session, ask, to_json(entry)),
    )


def _masked(answer: Answer) -> Answer:
    answers = masked_deep(dict(answer.answers))
    assert isinstance(answers, dict)
    return replace(answer, text=masked(answer.text), answers=answers)


def _lacks_secret(answer: Answer) -> bool:
    """Whether an answer cannot be given again as it was meant."""
    return MASK in f"{answer.text} {dict(answer.answers)}"


def _write_call(base: sqlite3.Connection, call: CallWritten) -> None:
    base.execute(
        "INSERT OR REPLACE INTO calls (session, call, tool, text, risk, began, ended, ok)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            call.session,
            call.call,
            call.tool,
            whole(call.summary),
            call.risk,
            call.began,
            call.ended,
            call.ok,
        ),
    )


def _write_ask(base: sqlite3.Connection, ask: Ask) -> None:
    base.execute(
        "INSERT OR REPLACE INTO asks (id, session, kind, opened, ended, text, data)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            ask.id,
            ask.session,
            ask.kind,
            ask.opened,
            ask.ended.at if ask.ended else None,
            whole(f"{ask.title}\n{ask.text}"),
            to_json(ask),
        ),
    )
