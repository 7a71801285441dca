"""What a pane shows: captured with its colours, several panes in one request."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from quarterdeck.terminals.tmux.control.commands import COMMAND, Command, Landmark, Request, whole

KEPT = 100  # lines in all, history included

_SIZE = "#{pane_id} #{pane_pid} #{pane_height} #{pane_width} #{history_size}"
_CURSOR = "#{cursor_x} #{cursor_y} #{cursor_flag} #{scroll_region_upper} #{scroll_region_lower}"
_CONDITION = f"#{{alternate_on}} #{{pane_in_mode}} #{{pane_dead}} {COMMAND}"
_PROMPT = re.compile(r"[❯›>▌!]|│ ?[>*!]")  # what the composers of agents begin with
_MOST = 24  # lines at the foot that a server is told to check
_LEAST = 3
_SGR = re.compile(r"\x1b\[[0-9;:]*m|\x1b[()][0-9A-Za-z]|[\x0e\x0f]")


@dataclass(frozen=True, slots=True)
class Screen:
    """A pane's last lines with their colours, the visible ones at the end."""

    pane: str
    pane_pid: int
    lines: tuple[str, ...]
    height: int
    width: int
    cursor: tuple[int, int]
    cursor_shown: bool
    region: tuple[int, int]  # the first and the last row that scroll
    alternate: bool
    in_mode: bool
    dead: bool
    command: str  # the program in the foreground

    @property
    def text(self) -> str:
        """What is visible, with colours."""
        return "\n".join(self.lines[-self.height :])

    @property
    def plain(self) -> tuple[str, ...]:
        """The visible lines without colours."""
        return tuple(plain(line).rstrip(" ") for line in self.lines[-self.height :])

    def landmarks(self, count: int) -> tuple[Landmark, ...]:
        """Give the last lines that say something, and where: a server can check them."""
        first: dict[str, Landmark] = {}  # a server finds the uppermost of lines that are alike
        for row, line in enumerate(self.plain, 1):
            first.setdefault(whole(line), (row, line))
        return tuple(mark for mark in first.values() if mark[1].strip())[-count:]

    def foot(self) -> tuple[Landmark, ...]:
        """Give the landmarks of the composer and of all below it; above it a spinner may turn."""
        marks = self.landmarks(_MOST)
        prompts = [row for row, line in enumerate(self.plain, 1) if _PROMPT.match(line)]
        composer = prompts[-1] if prompts else self.height
        return marks[-max(_LEAST, sum(row >= composer for row, _ in marks)) :]


def plain(text: str) -> str:
    """Take the colours off a captured text."""
    return _SGR.sub("", text)


def request(panes: Iterable[tuple[str, int]]) -> Request:
    """Ask for the screens of panes, each given with the lines of history wanted above it."""
    commands = tuple(c for pane, history in panes for c in _commands(pane, history))
    return Request(commands, len(commands), lines_after)


def lines_after(header: str) -> int:
    """Tell from a screen's header how many lines it has."""
    _, wanted, *fields = header.split(" ")
    height, size = fields[2], fields[4]
    return int(height) + min(int(wanted), int(size or 0)) if height else 0


def read(lines: Iterable[str]) -> Iterator[Screen]:
    """Read the answer to a request, as far as it came."""
    rest = iter(lines)
    for header in rest:
        count = lines_after(header)
        text = tuple(islice(rest, count))
        if count and len(text) == count:
            yield _screen(header.split(" ")[2:], text)


def _commands(pane: str, history: int) -> tuple[Command, Command]:
    header = f"screen {history} {_SIZE} {_CURSOR} {_CONDITION}"
    show = ("display-message", "-p", "-t", pane, header)
    return show, ("capture-pane", "-p", "-e", "-t", pane, "-S", str(-history))


def _screen(fields: list[str], lines: tuple[str, ...]) -> Screen:
    pane, pid, height, width, _, x, y, shown, upper, lower, alternate, mode, dead, command = fields
    return Screen(
        pane,
        int(pid),
        lines,
        int(height),
        int(width),
        (int(x), int(y)),
        cursor_shown=shown == "1",
        region=(int(upper), int(lower)),
        alternate=alternate == "1",
        in_mode=mode not in {"", "0"},
        dead=dead == "1",
        command=command,
    )
