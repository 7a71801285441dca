"""What `qd doctor` checks: each check looks at one thing, and knows how to fix it."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from quarterdeck.agents.claude import install, plugin, program
from quarterdeck.agents.claude.keep_table import tested_versions
from quarterdeck.app.paths import Paths, paths
from quarterdeck.app.running_daemon import Running, running
from quarterdeck.app.screen_rules import all_screen_rules
from quarterdeck.app.settings import BadSettings, Settings, load
from quarterdeck.app.source_id import source_id
from quarterdeck.terminals.tmux.control.versions import OLDEST, lacks, numbered


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    verdict: Literal["ok", "warn", "bad"]
    found: str
    remedy: str

    def as_dict(self) -> dict[str, str]:
        """For JSON."""
        return asdict(self)


def all_checks() -> Iterator[Check]:
    """Everything that can be looked at, one after the other."""
    where = paths()
    found = running(where.lock)
    yield _python()
    yield _settings(where)
    yield from _screens(where)
    yield _daemon(found)
    yield _socket(where, found)
    yield _permissions(where)
    yield _port(where, found)
    yield from _claude(where)
    yield _tmux()


def _python() -> Check:
    version = ".".join(str(n) for n in sys.version_info[:3])
    return Check("python", "ok", f"{version} at {sys.executable}", "")


def _settings(where: Paths) -> Check:
    try:
        load(where.config)
    except BadSettings as error:
        return Check("settings", "bad", str(error), "Fix that line.")
    found = str(where.config) if where.config.exists() else "the defaults"
    return Check("settings", "ok", found, "")


def _screens(where: Paths) -> Iterator[Check]:
    """The person's own rules; no check if there are none, or all are valid."""
    for error in all_screen_rules(where)[1]:
        yield Check("screens", "bad", f"left out: {error}", "Fix it, or remove it.")


def _daemon(found: Running | None) -> Check:
    if found is None:
        return Check("daemon", "warn", "not running", "Start it with `qd up`.")
    told = f"{found.version}, pid {found.pid}, {found.url}"
    if found.sources not in ("", source_id()):
        return Check(
            "daemon", "warn", f"{told}, older than the installed version", "Run `qd restart`."
        )
    return Check("daemon", "ok", told, "")


def _socket(where: Paths, found: Running | None) -> Check:
    if found is None:
        return Check("socket", "ok", f"{where.socket} (made when the daemon starts)", "")
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(2)
            line.connect(str(where.socket))
    except OSError as error:
        return Check("socket", "bad", f"{where.socket}: {error}", "Run `qd down`, then `qd up`.")
    return Check("socket", "ok", str(where.socket), "")


def _permissions(where: Paths) -> Check:
    loose = [
        path
        for path, mode in ((where.state, 0o700), (where.run, 0o700), (where.token, 0o600))
        if path.exists() and path.stat().st_mode & 0o777 & ~mode
    ]
    if loose:
        names = ", ".join(str(p) for p in loose)
        return Check("permissions", "bad", f"others can reach {names}", f"chmod go-rwx {names}")
    return Check("permissions", "ok", "only you can reach its files", "")


def settings_or_default(where: Paths) -> Settings:
    """The settings; the defaults where they cannot be read, which is reported elsewhere."""
    try:
        return load(where.config)
    except BadSettings:
        return Settings()


def _port(where: Paths, found: Running | None) -> Check:
    http = settings_or_default(where).http
    if found and found.wanted_port:
        return Check("port", "ok", f"{found.url}; {found.wanted_port} was taken", "")
    if found:
        return Check("port", "ok", found.url, "")
    family = socket.AF_INET6 if ":" in http.host else socket.AF_INET
    with socket.socket(family) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((http.host, http.port))
        except OSError as error:
            remedy = f"Stop the program that uses it, or set [http] port in {where.config}."
            return Check("port", "bad", f"{http.host}:{http.port}: {error.strerror}", remedy)
    return Check("port", "ok", f"{http.host}:{http.port} is free", "")


def _claude(where: Paths) -> Iterator[Check]:
    found = program.installed()
    if found is None:
        yield Check("claude", "warn", "not on the PATH", "Install Claude Code, or fix the PATH.")
    elif found.version in tested_versions():
        yield Check("claude", "ok", f"{found.version} at {found.path}", "")
    else:
        tested = " and ".join(tested_versions())
        yield Check("claude", "warn", f"{found.version} was not tested; {tested} were", "")
    yield _hooks(where, found)


def _hooks(where: Paths, found: program.Program | None) -> Check:
    path = program.settings_file(project=False)
    try:
        text = program.read(path)
        ours = install.ours_in(text)
        kinds = program.kinds_for(
            found, tripwire=settings_or_default(where).tripwire.level != "off"
        )
        client = program.hook_client(where.socket, where.down, where.home)
        current = install.is_current(text, client, kinds)
    except (install.BadFile, OSError, UnicodeDecodeError) as error:
        return Check("hooks", "bad", f"{path}: {error}", "Fix the file by hand.")
    if plugin.is_enabled(text):
        return _plugin_hooks(path, doubled=bool(ours))
    if not ours:
        return Check("hooks", "warn", f"none in {path}", "Connect with `qd setup claude`.")
    if not current:
        return Check("hooks", "warn", f"out of date in {path}", "Run `qd setup claude`.")
    return Check("hooks", "ok", f"{len(ours)} events in {path}", "")


def _plugin_hooks(path: Path, *, doubled: bool) -> Check:
    if doubled:
        found = f"in {path}, and in the plugin {plugin.NAME}, which stays silent"
        return Check("hooks", "warn", found, "Run `qd setup claude --plugin`.")
    return Check("hooks", "ok", f"those of the plugin {plugin.NAME}", "")


def _tmux() -> Check:
    program = shutil.which("tmux")
    if program is None:
        remedy = "Install tmux to type into agents' terminals from here."
        return Check("tmux", "warn", "not installed", remedy)
    told = subprocess.run([program, "-V"], capture_output=True, text=True, check=False).stdout
    words = told.split()
    version = words[1] if len(words) > 1 else "?"
    if numbered(version) < OLDEST:
        return Check("tmux", "warn", f"{version} is older than 3.2", "Typing needs tmux 3.2.")
    missing = "; ".join(lacks(version))
    return Check(
        "tmux", "ok", version, f"Known problems of this version: {missing}." if missing else ""
    )
