"""Writes a file in one step: whoever reads it finds the old text or the new one, whole."""

import os
import shutil
import tempfile
from pathlib import Path


def replace(path: Path, text: str, *, like: Path) -> None:
    """Write a file with the mode of another one; for us alone where that does not exist."""
    target = path.resolve()
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".settings-")
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
        if like.exists():
            shutil.copymode(like, new)
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)
