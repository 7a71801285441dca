"""A program that looks like an agent's composer and writes down what it is given.

Run in a pane. Every submitted text and every key a dialog takes becomes a line of JSON in --log.
SIGUSR1 opens a dialog; SIGUSR2 starts or ends work.
"""

import argparse
import ctypes
import json
import os
import re
import selectors
import signal
import termios
import time
import tty
from collections.abc import Sequence
from pathlib import Path

RULE = "─" * 78
SET_NAME = 15  # as prctl calls it


class Composer:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.text: str = options.draft
        self.ghost: str = options.ghost
        self.behind = ""  # a suggestion behind the text
        self.said: list[str] = []
        self.dialog = False
        self.working = False
        self.pasting = False
        self.due = 0.0
        self.pending = b""
        self.deaf = options.deaf
        self.listens = 0.0  # when a dialog begins to
        self.frame = 0
        self.at = 1

    def log(self, **what: object) -> None:
        with Path(self.options.log).open("a") as log:
            log.write(json.dumps(what) + "\n")

    def rows(self) -> list[str]:
        said = [*self.said[-6:], f"frame {self.frame}" if self.options.restless else ""]
        return [*said, *(self.dialog_rows() if self.dialog else self.composer_rows())]

    def draw(self) -> None:
        screen = "\r\n".join(row + "\x1b[K" for row in self.rows())
        self.frame += 1
        os.write(1, f"\x1b[H{screen}\x1b[J".encode())

    def dialog_rows(self) -> list[str]:
        clock = [f" Blocked in {self.frame // 60}:{self.frame % 60:02}"]
        return [
            RULE,
            " Bash command",
            "   rm -rf build",
            *(clock if self.options.clock else []),
            " Do you want to proceed?",
            f" {'❯' if self.at == 1 else ' '} 1. Yes",
            f" {'❯' if self.at == 2 else ' '} 2. No",
            "",
            " Esc to cancel",
        ]

    def composer_rows(self) -> list[str]:
        footer = "esc to interrupt" if self.working else "? for shortcuts"
        work = ["✻ Polishing… (2s · ↓ 37 tokens)"] if self.working else []
        status = ["  (main) ctx 12%", "  $0.42 · 2 files"] if self.options.status else []
        return [*work, RULE, *self.box(), RULE, *status, f"  {footer}"]

    def box(self) -> list[str]:
        if not self.text:
            ghost = self.ghost
            shown = f"\x1b[7m{ghost[0]}\x1b[0;2m{ghost[1:]}\x1b[0m" if ghost else "\x1b[7m \x1b[0m"
            return [f"❯\xa0{shown}"]
        lines = self.folded().split("\n")
        wrapped = [line[i : i + 70] for line in lines for i in range(0, max(1, len(line)), 70)]
        wrapped[-1] += f"\x1b[90m{self.behind}\x1b[0m" if self.behind else ""
        rows = [f"  {row}" for row in wrapped]
        return [f"❯\xa0{wrapped[0]}", *rows[1:]]

    def folded(self) -> str:
        lines = self.text.count("\n")
        if len(self.text) > 800 or lines > 9:
            return f"[Pasted text #1 +{lines} lines]" if lines else "[Pasted text #1]"
        return self.text

    def take(self, data: bytes) -> None:
        self.log(raw=data.hex())
        self.pending += data
        while self.pending:
            found = re.match(rb"\x1b\[20([01])~", self.pending)
            if found:
                self.pasting = found[1] == b"0"
                self.pending = self.pending[found.end() :]
            elif self.pasting and b"\x1b[201~" not in self.pending:
                return
            elif self.pasting:
                text, _, _ = self.pending.partition(b"\x1b[201~")
                self.pending = self.pending[len(text) :]
                self.paste(text.decode())
            else:
                one = re.match(rb"\x1b\[[A-Z]|[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]*", self.pending)
                size = one.end() if one else 1
                self.key(self.pending[:size])
                self.pending = self.pending[size:]

    def paste(self, text: str) -> None:
        if not self.dialog and not (self.ghost and self.options.stubborn):
            self.text += text
            self.due = time.monotonic() + self.options.lag
            if self.options.trap:
                self.dialog = True

    def key(self, key: bytes) -> None:
        if self.dialog and time.monotonic() < self.listens:
            return
        if self.dialog:
            self.log(dialog=key.decode())
            self.dialog = key not in {b"1", b"2", b"\r", b"\x1b"}
            self.at = {b"\x1b[B": 2, b"\x1b[A": 1}.get(key, self.at)
            self.due = time.monotonic() + self.options.slow
        elif key == b"\r":
            self.enter()
        elif key == b"\x1b":
            self.log(escape=True)
            self.behind = ""
            self.ghost = self.ghost if self.options.haunted else ""
        elif not key.startswith(b"\x1b"):  # an arrow moves, and writes nothing
            self.text += key.decode(errors="replace")

    def enter(self) -> None:
        if self.deaf:
            self.deaf -= 1
            self.behind = self.options.behind
        elif self.text.endswith("\\"):
            self.text = self.text[:-1] + "\n"
        elif self.text:
            self.text += self.behind
            self.log(submitted=self.text)
            self.said += [f"❯ {line}" for line in self.text.split("\n")]
            self.text = ""

    def flip(self, number: int, _frame: object) -> None:
        if number == signal.SIGUSR1:
            self.dialog = not self.dialog
            self.listens = time.monotonic() + self.options.startled
        else:
            self.working = not self.working
        self.draw()


def _rest(composer: Composer) -> float | None:
    """How long to wait for keys before something has to be drawn."""
    if composer.options.restless:
        return 0.0
    return 0.02 if composer.due else None


def options(words: Sequence[str] | None) -> argparse.Namespace:
    """How a composer behaves, from the words after its name; from the command line's if none."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", required=True)
    parser.add_argument("--ghost", default="")
    parser.add_argument("--behind", default="")
    parser.add_argument("--draft", default="")
    parser.add_argument("--lag", type=float, default=0)
    parser.add_argument("--deaf", type=int, default=0)
    parser.add_argument("--startled", type=float, default=0)
    parser.add_argument("--trap", action="store_true")
    parser.add_argument("--slow", type=float, default=0)
    parser.add_argument("--stubborn", action="store_true")
    parser.add_argument("--haunted", action="store_true")
    parser.add_argument("--restless", action="store_true")
    parser.add_argument("--clock", action="store_true")
    parser.add_argument("--status", action="store_true")
    return parser.parse_args(words)


def main() -> None:
    # Nothing else is taken for an agent than what is called like its program.
    ctypes.CDLL(None).prctl(SET_NAME, b"claude", 0, 0, 0)
    composer = Composer(options(None))
    signal.signal(signal.SIGUSR1, composer.flip)
    signal.signal(signal.SIGUSR2, composer.flip)
    before = termios.tcgetattr(0)
    tty.setraw(0)
    os.write(1, b"\x1b[?2004h\x1b[?25l\x1b[2J")
    composer.draw()
    waiting = selectors.DefaultSelector()
    waiting.register(0, selectors.EVENT_READ)
    try:
        while True:
            if waiting.select(_rest(composer)):
                data = os.read(0, 65536)
                if not data:
                    return
                composer.take(data)
            if time.monotonic() >= composer.due:
                composer.due = 0.0
                composer.draw()
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)


if __name__ == "__main__":
    main()
