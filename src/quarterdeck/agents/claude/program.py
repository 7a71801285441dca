"""Claude Code on this machine: its program, its settings, and the state of our hooks in them."""

import contextlib
import json
import mmap
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock

import quarterdeck.hook
from quarterdeck.agents.claude import install, plugin
from quarterdeck.atomic_files import replace, replace_below
from quarterdeck.regular_files import read_regular

LOCAL = Path(".claude") / "settings.local.json"  # of a project
LARGEST = 16 * 1024 * 1024  # bytes of settings
BACKUP = "before-quarterdeck-"
LOCKED_FOR = 15.0  # seconds that we wait for another to give a lock back
ABANDONED_AFTER = 10.0  # seconds; whoever holds one touches it more often than that
_ONE_WRITER = Lock()  # of ours: of two that change one file, neither is lost


@dataclass(frozen=True, slots=True)
class Program:
    """An installed Claude Code."""

    path: Path
    version: str

    @property
    def numbers(self) -> tuple[int, ...]:
        """The version as numbers."""
        return tuple(int(n) for n in self.version.split("."))


def installed() -> Program | None:
    """The Claude Code on the PATH."""
    found = shutil.which("claude")
    if found is None:
        return None
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        told = subprocess.run(
            [found, "--version"], capture_output=True, text=True, timeout=20, check=False
        )
        if match := re.match(r"(\d+\.\d+\.\d+)", told.stdout):
            return Program(Path(found).resolve(), match[1])
    return None


def settings_file(*, project: bool) -> Path:
    """The settings that hooks go into."""
    if project:
        return Path.cwd() / LOCAL
    given = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(given) if given else Path.home() / ".claude") / "settings.json"


def state_file() -> Path:
    """The file that Claude Code keeps for itself; its tool servers stand in it."""
    given = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(given) if given else Path.home()) / ".claude.json"


def hook_client(socket: Path, down: Path, home: Path | None) -> install.Client:
    """How the hooks of this installation are run."""
    return install.Client(
        sys.executable,
        str(Path(quarterdeck.hook.__file__ or "").resolve()),
        str(socket),
        str(down),
        str(home) if home else "-",
    )


def kinds_for(found: Program | None, *, tripwire: bool) -> dict[str, str]:
    """The hooks to register with this Claude Code."""
    if found is None or found.numbers >= install.OLDEST:
        known = install.known_events(found.numbers if found else None, ())
    else:
        known = install.known_events(found.numbers, mentioned(found.path))
    return install.kinds_for(known, tripwire=tripwire)


def mentioned(path: Path) -> list[str]:
    """The event names in a program's file."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        return [event for event in install.EVENTS if text.find(event.encode()) >= 0]


def stays_in(project: Path, path: Path) -> bool:
    """Whether a project's settings lie in it, or a link leads out."""
    return path.resolve().is_relative_to(project.resolve())


def read(path: Path) -> str:
    """The settings' text, with the line ends it has; empty if there is no file."""
    try:
        return read_regular(path, LARGEST).decode()
    except FileNotFoundError:
        return ""


def write(path: Path, text: str, before: str) -> Path | None:
    """Replace the settings; a copy of the old ones is kept, and its path printed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    backup = None
    if path.exists():
        backup = path.with_name(f"{path.name}.{BACKUP}{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
        replace(backup, before, like=path)
        _drop_older(backup, path)
    replace(path, text, like=path)
    return backup


def change(path: Path, changed: Callable[[str], str]) -> bool:
    """Change a file of Claude Code's own; whether anything changed. What is left empty goes."""
    before = read(path)
    if changed(before) == before:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path):
        after = changed(read(path))
        if install.parsed(after):
            replace(path, after, like=path)
        else:
            path.unlink(missing_ok=True)
    return True


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep running agents from writing a file meanwhile, by the lock that they use themselves."""
    lock = path.with_name(f"{path.name}.lock")
    until = time.monotonic() + LOCKED_FOR
    while not _made(lock):
        if time.monotonic() > until:
            raise install.BadFile(f"{lock} is not given back")
        time.sleep(0.02)
    try:
        yield
    finally:
        lock.rmdir()


def _made(lock: Path) -> bool:
    try:
        lock.mkdir()
    except FileExistsError:
        with contextlib.suppress(OSError):
            if time.time() - lock.stat().st_mtime > ABANDONED_AFTER:
                lock.rmdir()
        return False
    return True


def _drop_older(newest: Path, path: Path) -> None:
    """Keep the newest copy, and the newest that had nothing of ours; no others pile up."""
    copies = sorted(path.parent.glob(f"{path.name}.{BACKUP}*"), reverse=True)
    clean = next((copy for copy in copies if _holds_ours(copy) is False), None)
    for copy in copies:
        if copy not in (newest, clean):
            copy.unlink(missing_ok=True)


def _holds_ours(copy: Path) -> bool | None:
    """Whether our hooks or plugin are in a copy; None for one that cannot be read."""
    try:
        text = read(copy)
        return bool(install.ours_in(text)) or plugin.is_known(text)
    except (install.BadFile, OSError, UnicodeDecodeError):
        return None


def allow(project: Path, rule: str) -> None:
    """Add a permission rule to a project's own settings."""
    with _ONE_WRITER:
        replace_below(project, LOCAL, partial(install.with_rule, rule=rule))


def take_out(project: Path, rule: str) -> None:
    """Take a permission rule out of a project's own settings."""
    with _ONE_WRITER:
        replace_below(project, LOCAL, partial(install.without_rule, rule=rule))


def give_back(path: Path, text: str) -> None:
    """Put the settings back as they were: to the letter where our copy still says the same."""
    backups = sorted(path.parent.glob(f"{path.name}.{BACKUP}*"), reverse=True)
    clean = [backup for backup in backups if _holds_ours(backup) is False]
    _give_back(path, text, clean)
    for backup in backups:
        if backup.exists() and _holds_ours(backup):
            backup.unlink(missing_ok=True)  # it is of no use without us


def _give_back(path: Path, text: str, clean: list[Path]) -> None:
    for backup in clean:
        if install.says_the_same(copy := read(backup), text):
            replace(path, copy, like=path)
            backup.unlink()
            return
    if json.loads(text) or clean:
        replace(path, text, like=path)
    else:
        path.unlink()  # there was no file before us
