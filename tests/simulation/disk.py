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

    option: str  # what asks for it at the command line

    def open(self) -> Store:
        """The store of a daemon that starts."""

    def close(self) -> None:
        """The daemon is gone."""


class Memory:
    """A disk without files, for speed."""

    option = ""

    def __init__(self) -> None:
        self._store = MemoryStore()

    def open(self) -> Store:
        return self._store

    def close(self) -> None:
        """Nothing is open."""


class File:
    """A real database, opened again by each daemon."""

    option = " --file"

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


class Space:
    """How much room the disk has: a restart brings no more of it."""

    def __init__(self) -> None:
        self.full = False


class WatchedStore:
    """A store whose every entry is held against the truth; it can fail or kill."""

    def __init__(self, store: Store, space: Space, promises: Promises) -> None:
        self._store = store
        self._space = space
        self._promises = promises
        self.kills: str | None = None  # "before" or "after" the next entry is written

    def remembered(self) -> Remembered:
        remembered = self._store.remembered()
        self._promises.remembered(remembered)
        return remembered

    async def write(self, entries: Sequence[Entry], now: float) -> None:
        if self._space.full:
            raise Unwritable("the disk is full")
        if self.kills == "before":
            raise Killed
        await self._store.write(entries, now)
        await self._promises.written(entries, now)
        if self.kills == "after":
            raise Killed
