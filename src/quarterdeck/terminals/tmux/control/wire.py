"""The control protocol: bytes in, replies and notifications out. No I/O."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.terminals.tmux.control.commands import REFUSED, Request
from quarterdeck.terminals.tmux.control.notifications import Attached, Notification, notification


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request got: the lines of all its replies, and tmux's complaint if it has one."""

    lines: tuple[str, ...]
    error: str

    @property
    def refused(self) -> bool:
        """Whether a guard of ours did not hold."""
        return bool(self.lines) and self.lines[-1].startswith(REFUSED)


Heard = tuple[int, Answer] | Notification


class Conversation:
    """One control client's side of the talk: numbers our requests and finds their answers."""

    def __init__(self) -> None:
        self._asked: deque[tuple[int, Request]] = deque()
        self._numbers = 0
        self._rest = b""
        self._block: _Block | None = None
        self._answer = _Partial()

    def ask(self, request: Request) -> tuple[int, bytes]:
        """Give the request a number, and the bytes to write."""
        self._numbers += 1
        self._asked.append((self._numbers, request))
        return self._numbers, request.line()

    def feed(self, data: bytes) -> Iterator[Heard]:
        """Give everything that these bytes complete, in order."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            yield from self._hear(line)

    def _hear(self, line: bytes) -> Iterator[Heard]:
        if self._block is None:
            if line.startswith(b"%begin "):
                self._begin(line)
            else:
                yield notification(line)
        elif not self._block.ends_with(line):
            if self._block.is_aside(line):
                yield notification(line)
            else:
                self._block.lines.append(line.decode(errors="replace"))
        else:
            yield from self._end(self._block, failed=line.startswith(b"%error"))

    def _begin(self, line: bytes) -> None:
        guard = line.removeprefix(b"%begin ")
        ours = guard.endswith(b"1") and bool(self._asked)
        self._block = _Block(guard, ours, self._expected() if ours else None)

    def _expected(self) -> int | None:
        count = self._asked[0][1].lines_after
        if count is None or self._answer.replies % 2 == 0:
            return None
        return count(self._answer.lines[-1]) if self._answer.lines else None

    def _end(self, block: "_Block", *, failed: bool) -> Iterator[Heard]:
        self._block = None
        if not block.ours:
            yield Attached("\n".join(block.lines) if failed else "")
            return
        number, request = self._asked[0]
        if self._answer.add(block.lines, failed, request.replies):
            self._asked.popleft()
            answer, self._answer = self._answer.done(), _Partial()
            yield number, answer


class _Block:
    """A reply that is still coming in."""

    def __init__(self, guard: bytes, ours: bool, expected: int | None) -> None:
        self.ours = ours
        self.lines: list[str] = []
        self._expected = expected or 0
        self._ends = (b"%end " + guard, b"%error " + guard)

    def ends_with(self, line: bytes) -> bool:
        """Whether this line closes the reply: not before the lines that were announced."""
        return len(self.lines) >= self._expected and line in self._ends

    def is_aside(self, line: bytes) -> bool:
        """Whether this line is a notification that tmux puts inside a reply."""
        return not self._expected and line.startswith((b"%pause ", b"%continue ", b"%message "))


class _Partial:
    """An answer of which some replies are in."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.replies = 0
        self._error = ""

    def add(self, lines: list[str], failed: bool, replies: int) -> bool:
        """Take one more reply; true when no more will come."""
        self.replies += 1
        if failed:
            self._error = "\n".join(lines)
        else:
            self.lines += lines
        refused = bool(lines) and lines[0].startswith(REFUSED)
        return failed or refused or self.replies >= replies

    def done(self) -> Answer:
        return Answer(tuple(self.lines), self._error)
