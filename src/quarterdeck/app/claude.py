"""Claude Code on this machine: its program, its settings, and how our hooks stand in them."""

import contextlib
import mmap
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import quarterdeck.hook
from quarterdeck.agents.claude import install
from quarterdeck.app.places import Places


@dataclass(frozen=True, slots=True)
class Program:
    """An installed Claude Code."""

    path: Path
    version: str

    @property
    def numbers(self) -> tuple[int, ...]:
        """The version as numbers."""
        return tuple(int(n) for n in self.version.split("."))


def program() -> Program | None:
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
        return Path.cwd() / ".claude" / "settings.local.json"
    given = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(given) if given else Path.home() / ".claude") / "settings.json"


def hook_client(places: Places) -> install.Client:
    """How the hooks of this installation are run."""
    return install.Client(
        sys.executable,
        str(Path(quarterdeck.hook.__file__ or "").resolve()),
        str(places.socket),
        str(places.down),
        str(places.home) if places.home else "-",
    )


def events_for(found: Program | None) -> list[str]:
    """The events that this Claude Code knows."""
    if found is None or found.numbers >= install.OLDEST:
        return install.known_events(found.numbers if found else None, ())
    return install.known_events(found.numbers, mentioned(found.path))


def mentioned(path: Path) -> list[str]:
    """The event names that stand in a program's file."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        return [event for event in install.EVENTS if text.find(event.encode()) >= 0]


def read(path: Path) -> str:
    """The settings' text; empty where there is no file."""
    try:
        return path.read_text()
    except FileNotFoundError:
        return ""


def write(path: Path, text: str, before: str) -> Path | None:
    """Replace the settings in one step; the old ones are kept beside it, and their place told."""
    path.parent.mkdir(parents=True, exist_ok=True)
    backup = None
    if before:
        backup = path.with_name(f"{path.name}.before-quarterdeck-{time.strftime('%Y%m%d-%H%M%S')}")
        backup.write_text(before)
        shutil.copymode(path, backup)
    target = path.resolve()
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".settings-")
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    if before:
        shutil.copymode(target, name)
    Path(name).replace(target)
    return backup
