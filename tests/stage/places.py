"""Folders in which sockets may live."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def short_folder() -> Iterator[Path]:
    """A folder until the block ends; short, since the path of a socket may have 107 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="qd-", dir="/tmp"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
