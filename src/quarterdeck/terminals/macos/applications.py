"""Which application shows a terminal, derived from the processes that run in it."""

import asyncio
import re
from pathlib import Path

import psutil

# What terminals say of themselves in the environment of all that runs in them.
PROGRAMS = {
    "iTerm.app": "iTerm2",
    "Apple_Terminal": "Terminal",
    "ghostty": "Ghostty",
    "WezTerm": "WezTerm",
    "vscode": "Visual Studio Code",
}
_BUNDLE = re.compile(r"/([^/]+)\.app/Contents/MacOS/")


async def application_on(tty: str) -> str | None:
    """The application that shows a terminal."""
    for pid in (await _ps("-t", tty.removeprefix("/dev/"), "-o", "pid=")).split():
        if found := _application_of(int(pid)):
            return found
    return None


async def terminal_of(pid: int) -> str | None:
    """The tty of a process."""
    name = (await _ps("-p", str(pid), "-o", "tty=")).strip()
    return f"/dev/{name}" if name.strip("?-") else None


def named_by(paths: list[str]) -> str | None:
    """The nearest application among the programs of a process and its parents."""
    for path in paths:
        # iTerm2 keeps shells alive in a server that has no application above it.
        if Path(path).name.startswith("iTermServer"):
            return "iTerm2"
        if bundle := _BUNDLE.search(path):
            return "iTerm2" if bundle[1] == "iTerm" else bundle[1]
    return None


async def _ps(*words: str) -> str:
    """What `ps` says; other ways do not see terminals that were opened since we started."""
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec("ps", *words, stdout=pipe, stderr=nowhere)
    said, _ = await process.communicate()
    return said.decode(errors="replace")


def _application_of(pid: int) -> str | None:
    try:
        process = psutil.Process(pid)
        paths = [path for each in (process, *process.parents()) if (path := _path(each))]
    except psutil.Error:
        return None
    return PROGRAMS.get(_program(process)) or named_by(paths)


def _program(process: psutil.Process) -> str:
    try:
        return process.environ().get("TERM_PROGRAM", "")
    except (psutil.Error, OSError):
        return ""


def _path(process: psutil.Process) -> str:
    try:
        return process.exe()
    except (psutil.Error, OSError):
        return ""
