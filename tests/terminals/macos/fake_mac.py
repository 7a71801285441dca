"""A Mac's desk without a Mac: an osascript that answers, and programs in terminals."""

import json
import os
import pty
import stat
import subprocess
import sys
from pathlib import Path

import psutil
from tests.stage.until import PATIENCE, until

IN_TAB = """
import fcntl, os, sys, termios, time
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
print("here", flush=True)
os.dup2(0, 1)
os.dup2(0, 2)
os.execvp(sys.argv[1], sys.argv[1:])
"""
STAND_IN = Path(__file__).with_name("osascript.py")


class FakeMac:
    """An osascript on the PATH, and what it was given."""

    def __init__(self, root: Path) -> None:
        self.folder = root
        self.binary = root / "bin" / "osascript"
        self.binary.parent.mkdir()
        self.binary.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_IN}"\n')
        self.binary.chmod(self.binary.stat().st_mode | stat.S_IXUSR)
        self._programs: list[subprocess.Popen[bytes]] = []
        self._ends: list[int] = []

    def answers(self, *pairs: tuple[str, str]) -> None:
        """What scripts with such a piece are answered; the last answer of a piece stays."""
        (self.folder / "answers.json").write_text(json.dumps(pairs))

    @property
    def scripts(self) -> list[str]:
        """Every script that was run, in order."""
        files = self.folder.glob("*.applescript")
        return [f.read_text() for f in sorted(files, key=lambda f: int(f.stem))]

    def tab(self, program: str, *words: str) -> str:
        """The tty of a tab in which a command runs, in a terminal of this name."""
        command = words or ("sleep", "60")
        mine, theirs = pty.openpty()
        tty = os.ttyname(theirs)
        running = subprocess.Popen(
            [sys.executable, "-c", IN_TAB, *command],
            stdin=theirs,
            stdout=subprocess.PIPE,
            env={**os.environ, "TERM_PROGRAM": program, "TERM": "xterm"},
            start_new_session=True,
        )
        os.close(theirs)
        assert running.stdout
        running.stdout.readline()
        self._programs.append(running)
        self._ends.append(mine)
        until(lambda: _runs(running.pid, command[0]), PATIENCE, lambda: f"{command[0]} is not run")
        return tty

    @property
    def pid(self) -> int:
        """What runs in the newest tab."""
        return self._programs[-1].pid

    def close(self) -> None:
        """End all that runs in tabs."""
        for program in self._programs:
            assert program.stdout
            program.kill()
            program.wait()
            program.stdout.close()
        for end in self._ends:
            os.close(end)


def _runs(pid: int, program: str) -> bool:
    """Whether a process is this program by now; in between it shows no environment."""
    process = psutil.Process(pid)
    return process.cmdline()[:1] == [program] and bool(process.environ())
