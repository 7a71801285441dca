"""Quarterdeck as a user service: systemd on Linux, launchd on a Mac.

The texts of the files, and the calls that make the service manager use them.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from quarterdeck.app.settings import Http

NAME = "quarterdeck"
LABEL = "io.github.quarterdeck"
CARRIED = ("PATH", "QUARTERDECK_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR")


class NoService(Exception):
    """The service manager cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Systemd:
    """Units of the user's own systemd."""

    folder: Path

    @property
    def unit(self) -> Path:
        """The service's file."""
        return self.folder / f"{NAME}.service"

    @property
    def socket(self) -> Path:
        """The file of the port that is held for it."""
        return self.folder / f"{NAME}.socket"


@dataclass(frozen=True, slots=True)
class Launchd:
    """An agent of the user's own launchd."""

    folder: Path

    @property
    def unit(self) -> Path:
        """The service's file."""
        return self.folder / f"{LABEL}.plist"


Manager = Systemd | Launchd


def manager() -> Manager:
    """The service manager of this system."""
    if platform.system() == "Darwin":
        return Launchd(Path.home() / "Library" / "LaunchAgents")
    given = os.environ.get("XDG_CONFIG_HOME")
    config = Path(given) if given else Path.home() / ".config"
    return Systemd(config / "systemd" / "user")


def is_installed(where: Manager) -> bool:
    """Whether our service is installed, for this Quarterdeck."""
    try:
        text = where.unit.read_text()
    except OSError:
        return False
    home = os.environ.get("QUARTERDECK_HOME")
    return (home in text) if home else ("QUARTERDECK_HOME" not in text)


def install(where: Manager, http: Http, environment: Mapping[str, str]) -> list[Path]:
    """Write the service's files and start it; which files they are."""
    carried = {name: environment[name] for name in CARRIED if environment.get(name)}
    files = _files(where, http, carried)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    match where:
        case Systemd():
            _call("systemctl", "--user", "daemon-reload")
            _call("systemctl", "--user", "enable", *(path.name for path in files))
        case Launchd():
            _call("launchctl", "bootstrap", _domain(), str(where.unit))
        case never:
            assert_never(never)
    return list(files)


def remove(where: Manager) -> list[Path]:
    """Stop the service and take its files away; which files they were."""
    match where:
        case Systemd():
            _call("systemctl", "--user", "disable", "--now", *_units(where))
            files = [where.unit, where.socket]
        case Launchd():
            _call("launchctl", "bootout", f"{_domain()}/{LABEL}")
            files = [where.unit]
        case never:
            assert_never(never)
    found = [path for path in files if path.exists()]
    for path in found:
        path.unlink()
    if isinstance(where, Systemd):
        _call("systemctl", "--user", "daemon-reload")
    return found


def start(where: Manager) -> None:
    """Have the service run."""
    match where:
        case Systemd():
            _call("systemctl", "--user", "start", *_units(where))
        case Launchd():
            _call("launchctl", "kickstart", f"{_domain()}/{LABEL}")
        case never:
            assert_never(never)


def stop(where: Manager) -> None:
    """Have the service end, and nothing start it: a page that is still open would."""
    match where:
        case Systemd():
            _call("systemctl", "--user", "stop", *_units(where))
        case Launchd():
            _call("launchctl", "kill", "SIGTERM", f"{_domain()}/{LABEL}")
        case never:
            assert_never(never)


def restart(where: Manager) -> None:
    """Restart the service; its port stays held."""
    match where:
        case Systemd():
            _call("systemctl", "--user", "restart", f"{NAME}.service")
        case Launchd():
            _call("launchctl", "kickstart", "-k", f"{_domain()}/{LABEL}")
        case never:
            assert_never(never)


def _files(where: Manager, http: Http, carried: Mapping[str, str]) -> dict[Path, str]:
    match where:
        case Systemd():
            unit = {where.unit: unit_text(carried)}
            # A port that is chosen at each start cannot be held.
            return unit | ({where.socket: socket_text(http)} if http.port else {})
        case Launchd():
            return {where.unit: plist_text(carried)}
        case never:
            assert_never(never)


def _units(where: Systemd) -> list[str]:
    """The socket first: it must be there before the service looks for it."""
    return [path.name for path in (where.socket, where.unit) if path.exists()]


def _program() -> Sequence[str]:
    return (sys.executable, "-P", "-m", "quarterdeck", "up", "--background")


def unit_text(carried: Mapping[str, str]) -> str:
    """The service for systemd."""
    lines = [f"Environment={_quoted(f'{name}={value}')}" for name, value in carried.items()]
    command = " ".join(_quoted(word).replace("$", "$$") for word in _program())
    return "\n".join(
        [
            "[Unit]",
            "Description=Quarterdeck, one place to command coding agents",
            f"Wants={NAME}.socket",
            f"After={NAME}.socket",
            "",
            "[Service]",
            f"ExecStart={command}",
            *lines,
            "Restart=on-failure",
            "RestartSec=1",
            "",
            "[Install]",
            "WantedBy=default.target",
            "",
        ]
    )


def socket_text(http: Http) -> str:
    """The port that systemd holds for the service."""
    host = f"[{http.host}]" if ":" in http.host else http.host
    return "\n".join(
        [
            "[Unit]",
            "Description=The port of Quarterdeck's page",
            "",
            "[Socket]",
            f"ListenStream={host}:{http.port}",
            "",
            "[Install]",
            "WantedBy=sockets.target",
            "",
        ]
    )


def plist_text(carried: Mapping[str, str]) -> str:
    """The service for launchd."""
    import plistlib

    return plistlib.dumps(
        {
            "Label": LABEL,
            "ProgramArguments": list(_program()),
            "EnvironmentVariables": dict(carried),
            "RunAtLoad": True,
            "KeepAlive": {"SuccessfulExit": False},
        }
    ).decode()


def _quoted(word: str) -> str:
    """A word as systemd reads it: whole, and with nothing replaced in it."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def _domain() -> str:
    return f"gui/{os.getuid()}"


def _call(*words: str) -> None:
    try:
        told = subprocess.run(words, capture_output=True, text=True, check=False, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoService(f"{words[0]} cannot be used: {error}.") from None
    if told.returncode != 0:
        why = " ".join(told.stderr.split()) or f"exit code {told.returncode}"
        raise NoService(f"{' '.join(words)} failed: {why}")
