"""An id of the installed sources, by which a daemon that is older than them is recognised."""

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
    for path in sorted(p for p in folder.rglob("*") if not set(p.parts) & set(LEFT_OUT)):
        if path.is_file():
            found = path.stat()
            line = f"{path.relative_to(folder)}\0{found.st_size}\0{found.st_mtime_ns}\n"
            told.update(line.encode(errors="surrogateescape"))
    return told.hexdigest()
