"""What we send to tmux: commands for either channel, and sends that the server itself checks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Command = tuple[str, ...]
Landmark = tuple[int, str]  # a row of the screen, from 1, and the whole line that stands there

REFUSED = "quarterdeck-refused"
# A program may carry a line break in its name, and could so forge lines of a reply.
COMMAND = "#{s/[^!-~]/_/:pane_current_command}"
_CHUNK = 2000  # tmux's parser gives up near 10,000 arguments in one command


@dataclass(frozen=True, slots=True)
class Request:
    """Commands that run together, and how many replies they give if all goes well.

    Where replies alternate between a header and text from a screen, `lines_after` reads from the
    header how many lines follow: text that looks like the end of a reply then ends nothing.
    """

    commands: tuple[Command, ...]
    replies: int
    lines_after: Callable[[str], int] | None = None

    def line(self) -> bytes:
        """Give the request as one line for a control client."""
        return (" ; ".join(_quoted(c) for c in self.commands) + "\n").encode()

    def argv(self) -> list[str]:
        """Give the request as arguments of one tmux process."""
        words: list[str] = []
        for command in self.commands:
            words += [";"] if words else []
            words += [_shielded(word) for word in command]
        return words


def request(*words: str) -> Request:
    """Make a request of one plain command."""
    return Request((words,), replies=1)


def quote(text: str) -> str:
    """Write one argument on a control client's line."""
    if "\n" in text or "\0" in text:
        raise ValueError("a control client takes one line at a time")
    return "'" + text.replace("'", "'\\''") + "'"


def _quoted(command: Command) -> str:
    return " ".join(quote(word) for word in command)


def _shielded(word: str) -> str:
    # tmux takes a word that ends in a semicolon for the end of a command.
    return word[:-1] + "\\;" if word.endswith(";") else word


@dataclass(frozen=True, slots=True)
class KeyInput:
    """What one send presses: bytes as they are, or keys that tmux translates by name."""

    data: bytes = b""
    names: tuple[str, ...] = ()

    def commands(self, pane: str) -> list[str]:
        """Give the commands that press them, in pieces that tmux's parser can take."""
        pieces = [self.data[i : i + _CHUNK] for i in range(0, len(self.data), _CHUNK)]
        typed = [f"send-keys -t {pane} -H {piece.hex(' ')}" for piece in pieces]
        named = [f"send-keys -t {pane} {' '.join(self.names)}"] if self.names else []
        return typed + named


@dataclass(frozen=True, slots=True)
class Precondition:
    """What must be true in the server at the moment of sending."""

    server_pid: int
    server_start: int
    pane: str
    pane_pid: int
    command: str = ""  # the program in the foreground; empty: not checked
    landmarks: tuple[Landmark, ...] = ()  # what must stand where on the screen

    def condition(self) -> str:
        """Give the guard as a tmux format that is true when it holds."""
        checks = [
            f"#{{==:#{{pid}},{self.server_pid}}}",
            f"#{{==:#{{start_time}},{self.server_start}}}",
            f"#{{==:#{{pane_pid}},{self.pane_pid}}}",
            "#{?pane_in_mode,0,1}",
            "#{?pane_dead,0,1}",
        ]
        if self.command:
            checks.append(f"#{{m:{glob(self.command)},{COMMAND}}}")
        checks += [f"#{{==:#{{C/r:{whole(line)}}},{row}}}" for row, line in self.landmarks]
        return _all(checks)


def guarded(guard: Precondition, keys: KeyInput) -> Request:
    """Press the keys if the guard holds; otherwise the server says what it saw instead."""
    sends = keys.commands(guard.pane)
    seen = "#{pane_id} #{pane_pid} #{pane_in_mode} #{pane_dead}"
    refusal = f'display-message -p -t {guard.pane} "{REFUSED} {seen}"'
    choice = ("if-shell", "-F", "-t", guard.pane, guard.condition(), " ; ".join(sends), refusal)
    return Request((choice,), replies=1 + len(sends))


def glob(text: str) -> str:
    """Make a pattern that finds the text; a character special to tmux becomes a wildcard."""
    return "".join("?" if c in _SIGNS or c < " " else c for c in text)


def whole(line: str) -> str:
    """Make an expression that finds a line which is this and nothing more."""
    return f"^{''.join('.' if c in _SIGNS or c < ' ' else c for c in line)}$"


_SIGNS = frozenset("#,:;{}()[]*?.+\\\"'!|&^$~%=<>/@`")


def _all(checks: Sequence[str]) -> str:
    """Join checks in a tree: tmux gives up on formats that are nested too deep."""
    if len(checks) == 1:
        return checks[0]
    half = len(checks) // 2
    return f"#{{&&:{_all(checks[:half])},{_all(checks[half:])}}}"
