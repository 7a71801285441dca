"""`qd up`: starts Quarterdeck."""

import argparse
import asyncio
import contextlib
import gc
import logging
import logging.handlers
import os
import resource
import sys
from pathlib import Path

from quarterdeck import __version__
from quarterdeck.agent_processes import MARKS, without_marks
from quarterdeck.app.cli import background
from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.welcome import already, welcome
from quarterdeck.app.deck_process import with_demo_deck
from quarterdeck.app.paths import BadPath, Paths, paths
from quarterdeck.app.running_daemon import Lock, Running, running
from quarterdeck.app.settings import BadSettings, Settings, load
from quarterdeck.app.source_id import source_id

MOST_FILES = 65536


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "up",
        "Start Quarterdeck.",
        [
            "qd up                   run here, until Ctrl-C",
            "qd up --detach          run in the background",
            "qd up --detach --open   and open the page in a browser",
            "qd up --demo            with a demo agent, which only pretends",
        ],
    )
    parser.add_argument("--detach", action="store_true", help="run in the background")
    parser.add_argument("--demo", action="store_true", help="start a demo agent to try it with")
    parser.add_argument(
        "--open", action="store_true", help="open the page in a browser, if there is a display"
    )
    parser.add_argument("--from-hook", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--background", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--demo-deck", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Start the daemon, here or in the background."""
    where = paths()
    settings = _prepared(where)
    if args.from_hook and where.down.exists():
        return Exit.FAILED
    if not args.from_hook:
        where.down.unlink(missing_ok=True)
    if args.demo:
        background.spawn(
            where, "quarterdeck.app.demo", CLAUDE_CONFIG_DIR=str(where.state / "demo")
        )  # where one is there already, it ends
    found = running(where.lock)
    if found is None and not args.background and (args.detach or background.is_service()):
        started = background.start(where, *(["--demo-deck"] if args.demo else []))
        if not args.from_hook:
            welcome(started, where, demo=args.demo, show=args.open)
        return Exit.DONE
    if found and args.detach and background.is_outdated(found):
        fresh = background.restart(where)
        print("Quarterdeck was updated and restarted.")
        welcome(fresh, where, demo=args.demo, show=args.open)
        return Exit.DONE
    if found:
        return already(found, where, show=args.open)
    if args.demo or args.demo_deck:
        settings = with_demo_deck(settings)
    return _here(where, settings, args)


def _prepared(where: Paths) -> Settings:
    try:
        where.prepare()
        return load(where.config)
    except (BadPath, BadSettings) as error:
        raise Trouble(str(error), "", Exit.FAILED) from None


def _here(where: Paths, settings: Settings, args: argparse.Namespace) -> int:
    if not os.environ.keys().isdisjoint(MARKS):
        # An agent's hooks talk to no daemon that carries a mark, as what runs in a tmux server
        # does that was started below an agent.
        os.execve(sys.executable, sys.orig_argv, without_marks(os.environ))  # noqa: S606 - ourselves
    _raise_file_limit()
    os.chdir(where.state)  # its workers import from where we are: never from a project
    quiet = args.from_hook or args.background
    _log_to(where.log, loud=not quiet and sys.stderr.isatty())
    with Lock(where.lock) as lock:
        if not lock.take():
            return already(running(where.lock) or Running(0, "", ""), where, show=False)
        return asyncio.run(_serve(where, settings, lock, args, quiet=quiet))


def _raise_file_limit() -> None:
    """Let us have as many files as we may: each hook that waits and each page takes one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


async def _serve(
    where: Paths, settings: Settings, lock: Lock, args: argparse.Namespace, *, quiet: bool
) -> int:
    gc.disable()  # all that is loaded stays
    from quarterdeck.app.wiring import Daemon
    from quarterdeck.doors.http.server import PortTaken
    from quarterdeck.store.sqlite import Unopenable

    try:
        daemon = Daemon(where, settings, ends_unused=args.from_hook)
    except PortTaken as error:
        remedy = f"Stop the program that uses it, or set [http] port in {where.config}."
        raise Trouble(str(error), remedy, Exit.FAILED) from None
    except Unopenable as error:
        raise Trouble(str(error), "Free some space, or fix its permissions.", Exit.FAILED) from None
    found = Running(os.getpid(), daemon.url, __version__, source_id(), daemon.wanted_port)
    serving = asyncio.ensure_future(daemon.run())
    lock.tell(found)
    # Looking through what stays would stop everybody for 20 ms now and then.
    gc.freeze()
    gc.enable()
    if not quiet:
        await asyncio.to_thread(welcome, found, where, demo=args.demo, show=args.open)
    await serving
    return Exit.DONE


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
