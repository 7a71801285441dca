"""Writes a file in one step: readers see the old text or the new one, never a part."""

import contextlib
import errno
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path, PurePath


def replace(path: Path, text: str, *, like: Path) -> None:
    """Write a file with the mode of another one; for us alone if that does not exist."""
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


class LedAway(OSError):
    """The path leads elsewhere: a link where a directory or a file should be."""


def replace_below(root: Path, where: PurePath, change: Callable[[str], str]) -> None:
    """Change a file below a directory in one step; no link on the way is followed."""
    directory = os.open(root, os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in where.parts[:-1]:
            outer, directory = directory, _step(directory, part)
            os.close(outer)
        text, mode = _read_at(directory, where.name)
        _write_at(directory, where.name, change(text), mode)
    finally:
        os.close(directory)


def _step(directory: int, name: str) -> int:
    """The directory of this name in another one, made where there is none."""
    with contextlib.suppress(FileExistsError):
        os.mkdir(name, 0o777, dir_fd=directory)
    try:
        flags = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        return os.open(name, flags, dir_fd=directory)
    except OSError as error:
        raise LedAway(error.errno, f"{name} is a link or no directory") from None


def _read_at(directory: int, name: str) -> tuple[str, int]:
    """A file's text and mode; empty, and for us alone, if there is none."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(name, flags, dir_fd=directory)
    except FileNotFoundError:
        return "", 0o600
    except OSError as error:
        raise LedAway(error.errno, f"{name} is a link or no file") from None
    with os.fdopen(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise LedAway(errno.EINVAL, f"{name} is no file")
        return file.read().decode(), stat.S_IMODE(mode)


def _write_at(directory: int, name: str, text: str, mode: int) -> None:
    new = f".settings-{secrets.token_hex(8)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(new, flags, 0o600, dir_fd=directory)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            os.fchmod(file.fileno(), mode)
        os.replace(new, name, src_dir_fd=directory, dst_dir_fd=directory)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new, dir_fd=directory)
        raise
