"""An id of the installed sources, by which a daemon that is older than them is recognised."""

import os
from collections.abc import Iterator
from functools import cache
from hashlib import blake2s
from pathlib import Path

import quarterdeck

LEFT_OUT = ("__pycache__",)


@cache
def source_id() -> str:
    """A name for the files of this installation as they are now."""
    return id_of(Path(quarterdeck.__file__).parent)


def id_of(folder: Path) -> str:
    """A name that changes when a file below changes, appears or disappears."""
    told = blake2s(digest_size=8)
    for path, found in sorted(_files(str(folder), "")):
        line = f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n"
        told.update(line.encode(errors="surrogateescape"))
    return told.hexdigest()


def _files(folder: str, prefix: str) -> Iterator[tuple[str, os.stat_result]]:
    """Every file below a folder, with what the system knows of it."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in LEFT_OUT:
                    yield from _files(entry.path, f"{prefix}{entry.name}/")
            elif entry.is_file():
                yield prefix + entry.name, entry.stat()
