"""Where everything is: settings, state, sockets, token."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

LONGEST_SOCKET_PATH = 100  # the kernel's limit is 108, with the longest name we use


class BadPath(Exception):
    """A directory that cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The files of one Quarterdeck."""

    config: Path  # the settings file
    state: Path  # what must survive
    run: Path  # sockets
    home: Path | None  # QUARTERDECK_HOME, where it was given

    @property
    def socket(self) -> Path:
        """Where hooks connect."""
        return self.run / "hooks.sock"

    @property
    def api(self) -> Path:
        """Where the command line connects."""
        return self.run / "api.sock"

    @property
    def mcp(self) -> Path:
        """Where `qd mcp` comes in."""
        return self.run / "mcp.sock"

    @property
    def token(self) -> Path:
        """The bearer token."""
        return self.state / "token"

    @property
    def journal(self) -> Path:
        """The database."""
        return self.state / "journal.db"

    @property
    def log(self) -> Path:
        """The daemon's log."""
        return self.state / "quarterdeck.log"

    @property
    def pictures(self) -> Path:
        """Pictures for keys, which can be made again."""
        return self.state / "pictures"

    @property
    def demo(self) -> Path:
        """The folder of the demo agent."""
        return self.state / "demo"

    @property
    def demo_lock(self) -> Path:
        """Held by the demo agent that plays."""
        return self.demo / "lock"

    @property
    def certificate(self) -> Path:
        """The network door's certificate and key."""
        return self.state / "network.pem"

    @property
    def lock(self) -> Path:
        """Held by the daemon that runs; says its pid and address."""
        return self.state / "daemon"

    @property
    def down(self) -> Path:
        """Left behind by `qd down`: hooks then start no daemon."""
        return self.state / "down"

    @property
    def own(self) -> tuple[str, ...]:
        """The folders whose files are no business of an agent's; a project may lie below one."""
        folders = (self.home, self.config.parent, self.state, self.run)
        return tuple(str(folder) for folder in folders if folder)

    def prepare(self) -> None:
        """Make the directories, for us alone."""
        for directory in (self.state, self.run):
            try:
                directory.mkdir(parents=True, exist_ok=True, mode=0o700)
                directory.chmod(0o700)
            except OSError as error:
                raise BadPath(f"{directory} cannot be used: {error.strerror}.") from error
        if len(str(self.socket)) > LONGEST_SOCKET_PATH:
            raise BadPath(
                f"{self.socket} is too long for a socket's name; choose a shorter QUARTERDECK_HOME."
            )


def paths() -> Paths:
    """Where this user's Quarterdeck is."""
    if given := os.environ.get("QUARTERDECK_HOME"):
        home = Path(given).expanduser().absolute()
        return Paths(home / "config.toml", home, home, home)
    state = _named("XDG_STATE_HOME") or Path(platformdirs.user_state_dir("quarterdeck"))
    run = _named("XDG_RUNTIME_DIR") or state
    config = _named("XDG_CONFIG_HOME") or Path(platformdirs.user_config_dir("quarterdeck"))
    return Paths(config.absolute() / "config.toml", state.absolute(), run.absolute(), None)


def _named(variable: str) -> Path | None:
    """Our place below the one that a variable names; on a Mac too, where it is set."""
    given = os.environ.get(variable, "").strip()
    return Path(given).absolute() / "quarterdeck" if given else None
