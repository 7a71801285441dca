"""The disk under the journal: it survives the daemon, fails at times, and is read beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from tests.fakes.store import MemoryStore
from tests.simulation.promises import Promises

from quarterdeck.domain.journal import Entry, Remembered
from quarterdeck.ports import Store, Unwritable
from quarterdeck.store.sqlite import SqliteStore


class Killed(BaseException):
    """The daemon is killed right here."""


class Disk(Protocol):
    """Where a daemon finds what an earlier one wrote."""

    def open(self) -> Store:
        """The store of a daemon that starts."""

    def close(self) -> None:
        """The daemon is gone."""


class Memory:
    """A disk without files, for speed."""

    def __init__(self) -> None:
        self._store = MemoryStore()

    def open(self) -> Store:
        return self._store

    def close(self) -> None:
        """Nothing is open."""


class File:
    """A real database, opened anew by each daemon."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._store: SqliteStore | None = None

    def open(self) -> Store:
        self._store = SqliteStore(self._path)
        return self._store

    def close(self) -> None:
        if self._store:
            self._store.close()
            self._store = None


class WatchedStore:
    """A store whose every entry is held against the truth; it can fail or kill."""

    def __init__(self, store: Store, promises: Promises) -> None:
        self._store = store
        self._promises = promises
        self.full = False
        self.kills: str | None = None  # "before" or "after" the next entry is written

    def remembered(self) -> Remembered:
        remembered = self._store.remembered()
        self._promises.remembered(remembered)
        return remembered

    async def write(self, entries: Sequence[Entry], now: float) -> None:
        if self.full:
            raise Unwritable("the disk is full")
        if self.kills == "before":
            raise Killed
        await self._store.write(entries, now)
        await self._promises.written(entries, now)
        if self.kills == "after":
            raise Killed
