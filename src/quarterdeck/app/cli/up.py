"""`qd up`: starts Quarterdeck."""

import argparse
import asyncio
import contextlib
import logging
import logging.handlers
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from quarterdeck import __version__
from quarterdeck.agent_processes import MARKS, without_marks
from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.paths import BadPath, Paths, paths
from quarterdeck.app.running_daemon import Lock, Running, running
from quarterdeck.app.settings import BadSettings, Settings, load

READY_WITHIN = 10.0
MOST_FILES = 65536


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "up",
        "Start Quarterdeck.",
        [
            "qd up            run here, until Ctrl-C",
            "qd up --detach   run in the background",
            "qd up --demo     with an agent to try it on, which only pretends",
            "qd up            once more, for a fresh link to the page",
        ],
    )
    parser.add_argument("--detach", action="store_true", help="run in the background")
    parser.add_argument("--demo", action="store_true", help="start a scripted agent to try it on")
    parser.add_argument("--from-hook", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Start the daemon, here or in the background."""
    where = paths()
    try:
        where.prepare()
        settings = load(where.config)
    except (BadPath, BadSettings) as error:
        raise Trouble(str(error), "", Exit.FAILED) from None
    if found := running(where.lock):
        return _already(found, where)
    if args.from_hook:
        if where.down.exists():
            return Exit.FAILED
    else:
        where.down.unlink(missing_ok=True)
    if args.demo:
        _start(where, "quarterdeck.app.demo", CLAUDE_CONFIG_DIR=str(where.state / "demo"))
    if args.detach:
        return _detach(where)
    return _here(where, settings, quiet=args.from_hook)


def _already(found: Running, where: Paths) -> int:
    if not found.url:
        print("Quarterdeck is just starting.")
        return Exit.DONE
    print(f"Quarterdeck is already running at {found.url} (pid {found.pid})")
    _invite(found, where)
    return Exit.DONE


def _start(where: Paths, module: str, *words: str, **more: str) -> subprocess.Popen[bytes]:
    """A process of its own that outlives us; what it says goes to the log.

    It imports nothing from the directory we are in, which may be an agent's project.
    """
    with where.log.open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", module, *words],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env=_own_environment() | more,
        )


def _own_environment() -> dict[str, str]:
    """Ours without all that an agent may have left in it."""
    return {k: v for k, v in without_marks(os.environ).items() if not k.startswith("CLAUDE")}


def _detach(where: Paths) -> int:
    """Start a daemon of its own and wait until it answers."""
    child = _start(where, "quarterdeck", "up")
    until = time.monotonic() + READY_WITHIN
    while time.monotonic() < until:
        if child.poll() is not None:
            raise Trouble(
                "Quarterdeck did not start: " + _last_line(where.log),
                "`qd logs` shows more.",
                Exit.FAILED,
            )
        found = running(where.lock)
        if found and found.url:
            _welcome(found, where)
            return Exit.DONE
        time.sleep(0.02)
    raise Trouble("Quarterdeck did not answer in time.", "See `qd logs`.", Exit.FAILED)


def _last_line(log: Path) -> str:
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1].removeprefix("qd: ") if lines else "it said nothing"


def _here(where: Paths, settings: Settings, *, quiet: bool) -> int:
    if not os.environ.keys().isdisjoint(MARKS):
        # An agent's hooks talk to no daemon that carries a mark, as what runs in a tmux server
        # does that was started below an agent.
        os.execve(sys.executable, sys.orig_argv, without_marks(os.environ))  # noqa: S606 - ourselves
    os.chdir(where.state)  # its workers import from where we are: never from a project
    _raise_file_limit()
    _log_to(where.log, loud=not quiet and sys.stderr.isatty())
    with Lock(where.lock) as lock:
        if not lock.take():
            return _already(running(where.lock) or Running(0, "", ""), where)
        return asyncio.run(_serve(where, settings, lock, quiet=quiet))


def _raise_file_limit() -> None:
    """Let us have as many files as we may: each hook that waits and each page takes one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


async def _serve(where: Paths, settings: Settings, lock: Lock, *, quiet: bool) -> int:
    from quarterdeck.app.wiring import Daemon
    from quarterdeck.doors.http.server import PortTaken
    from quarterdeck.store.sqlite import Unopenable

    try:
        daemon = Daemon(where, settings)
    except PortTaken as error:
        remedy = f"Stop what uses it, or set [http] port in {where.config}."
        raise Trouble(str(error), remedy, Exit.FAILED) from None
    except Unopenable as error:
        raise Trouble(
            str(error), "Free some space, or mend its permissions.", Exit.FAILED
        ) from None
    found = Running(os.getpid(), daemon.url, __version__)
    serving = asyncio.ensure_future(daemon.run())
    lock.tell(found)
    if not quiet and sys.stdout.isatty():
        await asyncio.to_thread(_welcome, found, where)
    await serving
    return Exit.DONE


def _welcome(found: Running, where: Paths) -> None:
    print(f"Quarterdeck {found.version} is running at {found.url} (pid {found.pid})")
    _invite(found, where)
    print("  agents   qd setup claude   connects Claude Code")
    print("  here     qd asks           shows what waits for you")


def _invite(found: Running, where: Paths) -> None:
    """A link to the page, for a person; an agent gets none."""
    with contextlib.suppress(Trouble):
        code = Client(where).post("/api/codes", {})["code"]
        print(f"  page     {found.url}/#code={code}")
        print("           the link opens once, within a minute; `qd up` gives another")


def _log_to(path: Path, *, loud: bool) -> None:
    form = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    file = logging.handlers.RotatingFileHandler(path, maxBytes=2_000_000, backupCount=2)
    handlers: list[logging.Handler] = [file]
    if loud:
        handlers.append(logging.StreamHandler())
    for handler in handlers:
        handler.setFormatter(form)
    logging.basicConfig(level=logging.INFO, handlers=handlers)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
