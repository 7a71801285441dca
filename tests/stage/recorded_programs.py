"""Programs of the desktop that show nothing, and write down with which words they were called."""

import json
import os
import sys
from pathlib import Path

import pytest

_SCRIPT = """\
#!{python}
import json, os, sys
with open({calls!r}, "a") as file:
    file.write(json.dumps([{name!r}, *sys.argv[1:]]) + "\\n")
{more}
"""


class RecordedPrograms:
    """A directory at the front of the PATH, and what was called in it."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._directory = directory
        self._calls = directory / "calls"
        directory.mkdir(exist_ok=True)
        monkeypatch.setenv("PATH", f"{directory}{os.pathsep}{os.environ['PATH']}")

    def add(self, name: str, more: str = "") -> None:
        """A program of this name, which then does something more, in Python."""
        path = self._directory / name
        path.write_text(
            _SCRIPT.format(python=sys.executable, calls=str(self._calls), name=name, more=more)
        )
        path.chmod(0o755)

    def calls(self) -> list[list[str]]:
        """The words of each call, the program's name first."""
        if not self._calls.exists():
            return []
        return [json.loads(line) for line in self._calls.read_text().splitlines()]
