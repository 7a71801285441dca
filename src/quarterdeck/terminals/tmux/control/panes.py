"""The panes of a server: their identity, and what tmux says about them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quarterdeck.terminals.tmux.control.commands import COMMAND, Landmark, Precondition, Request
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType, TmuxError


@dataclass(frozen=True, slots=True)
class PaneIdentity:
    """One pane of one server run with one program in it; ids and pids alone are used again."""

    socket: str
    server_pid: int
    server_start: int
    pane: str
    pane_pid: int
    pane_start: int  # the kernel's start time of the pane's first process
    tty: str

    def guard(self, command: str, landmarks: tuple[Landmark, ...]) -> Precondition:
        """Make the check that the server does at the moment of sending."""
        server = self.server_pid, self.server_start
        return Precondition(*server, self.pane, self.pane_pid, command, landmarks)


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane as it was when we last asked."""

    identity: PaneIdentity
    session: str
    window: str
    dead: bool
    in_mode: bool
    width: int
    height: int
    fragile: bool  # its tmux session ends when the last client leaves it
    command: str


@dataclass(frozen=True, slots=True)
class PaneTable:
    """Everything on a server: its run, its version and its panes by id."""

    server_pid: int
    server_start: int
    version: str
    panes: dict[str, Pane]

    @property
    def run(self) -> tuple[int, int]:
        """What distinguishes this run of the server from another on the same socket."""
        return self.server_pid, self.server_start


_PLACE = "#{session_id} #{window_id} #{pane_id} #{pane_pid} #{pane_tty}"
_CONDITION = "#{pane_dead} #{pane_in_mode} #{pane_width} #{pane_height} #{destroy-unattached}"
_ROW = f"{_PLACE} {_CONDITION} {COMMAND}"

CALL = Request(
    (
        ("display-message", "-p", "server #{pid} #{start_time} #{version}"),
        (
            "list-panes",
            "-a",
            "-F",
            _ROW,
        ),
    ),
    replies=2,
)

ACTIVITY = Request((("list-windows", "-a", "-F", "#{window_id} #{window_activity}"),), replies=1)

# In one line what makes a new call worth while. A subscription would tell it by itself, and ends
# a server before 3.7 when its client's tmux session ends. Commas would split the loops' arguments.
_BRIEFLY = "#{S:#{W:#{P:#{session_id} #{pane_id} #{pane_pid} #{pane_dead} " + COMMAND + "}}}"
OVERVIEW = Request((("display-message", "-p", _BRIEFLY),), replies=1)


def read(socket: str, lines: Iterable[str], started: Callable[[int], int | None]) -> PaneTable:
    """Read the answer to `CALL`; `started` gives a process's start time."""
    header, *rows = lines
    _, pid, start, version = header.split(" ")
    server = int(pid), int(start)
    panes = [_pane((socket, *server), row, started) for row in rows]
    return PaneTable(*server, version, {pane.identity.pane: pane for pane in panes})


def _pane(server: tuple[str, int, int], row: str, started: Callable[[int], int | None]) -> Pane:
    session, window, pane, pid, tty, dead, mode, width, height, fragile, command = row.split(" ")
    identity = PaneIdentity(*server, pane, int(pid), started(int(pid)) or 0, tty)
    return Pane(
        identity,
        session,
        window,
        dead=dead == "1",
        in_mode=mode not in {"", "0"},
        width=int(width),
        height=int(height),
        fragile=fragile not in {"", "0", "off"},
        command=command,
    )


def wrote_since(lines: Iterable[str], second: int) -> set[str]:
    """Read the answer to `ACTIVITY`: the windows in which something was written since."""
    rows = (line.split(" ") for line in lines)
    return {window for window, when in rows if when.isdigit() and int(when) >= second}


def lost(identity: PaneIdentity) -> TmuxError:
    """Make the error for a pane that is gone, or is another one under its id."""
    return TmuxError(TmuxBridgeErrorType.PANE_NOT_FOUND, f"pane {identity.pane} is not there")
