"""The daemon in the background: starting it, stopping it, knowing whether it is up to date."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from quarterdeck.agent_processes import without_marks
from quarterdeck.app import service
from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import Running, running
from quarterdeck.app.source_id import source_id

READY_WITHIN = 10.0
GONE_WITHIN = 5.0


def start(where: Paths, *more: str) -> Running:
    """Start a daemon, by its service where there is one, and wait until it answers."""
    manager = service.manager()
    with _service_trouble():
        if service.is_installed(manager):
            service.start(manager)
            return _ready(where, None, 0)
    written = where.log.stat().st_size if where.log.exists() else 0
    return _ready(where, spawn(where, "quarterdeck", "up", "--background", *more), written)


def restart(where: Paths) -> Running:
    """Stop the daemon that runs and start one from the files as they are now."""
    manager = service.manager()
    before = running(where.lock)
    with _service_trouble():
        if service.is_installed(manager):
            service.restart(manager)
            return _ready(where, None, 0, unlike=before)
    stop(where)
    return start(where)


def stop(where: Paths) -> None:
    """End the daemon, also one that only just starts, and wait until it is gone."""
    manager = service.manager()
    with _service_trouble():
        if service.is_installed(manager):
            service.stop(manager)
    until = time.monotonic() + GONE_WITHIN
    asked = 0
    while found := running(where.lock):
        if found.pid not in (0, asked):
            asked = found.pid
            with contextlib.suppress(ProcessLookupError):
                os.kill(asked, signal.SIGTERM)
        if time.monotonic() > until:
            raise Trouble(
                f"Quarterdeck (pid {found.pid}) does not stop.",
                f"Kill it with `kill -9 {found.pid}`; nothing is lost.",
                Exit.FAILED,
            )
        time.sleep(0.02)


def is_service() -> bool:
    """Whether a service manager runs the daemon."""
    return service.is_installed(service.manager())


def is_outdated(found: Running) -> bool:
    """Whether the files of a running daemon have changed since it started."""
    return found.sources not in ("", source_id())


def spawn(where: Paths, module: str, *words: str, **more: str) -> "subprocess.Popen[bytes]":
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


def _ready(
    where: Paths,
    child: "subprocess.Popen[bytes] | None",
    written: int,
    unlike: Running | None = None,
) -> Running:
    """The daemon once it says where it is, and it is not the one before."""
    until = time.monotonic() + READY_WITHIN
    while time.monotonic() < until:
        if child and child.poll() is not None:
            raise _failed(where.log, written)
        found = running(where.lock)
        if found and found.url and (unlike is None or found.pid != unlike.pid):
            return found
        time.sleep(0.02)
    raise Trouble("Quarterdeck did not answer in time.", "See `qd logs`.", Exit.FAILED)


def _failed(log: Path, written: int) -> Trouble:
    """Why a daemon did not start, in its own words: what is wrong, and what to try."""
    with log.open("rb") as file:
        file.seek(written)
        lines = [line for line in file.read().decode(errors="replace").splitlines() if line.strip()]
    said = [number for number, line in enumerate(lines) if line.startswith("qd: ")]
    if not said:
        last = lines[-1] if lines else "it printed nothing"
        return Trouble(f"Quarterdeck did not start: {last}", "`qd logs` shows more.", Exit.FAILED)
    problem, remedy = lines[said[-1]].removeprefix("qd: "), lines[said[-1] + 1 :]
    return Trouble(problem, remedy[0].strip() if remedy else "", Exit.FAILED)


@contextlib.contextmanager
def _service_trouble() -> Iterator[None]:
    try:
        yield
    except service.NoService as error:
        remedy = "`qd service remove` removes the service."
        raise Trouble(str(error), remedy, Exit.FAILED) from None
