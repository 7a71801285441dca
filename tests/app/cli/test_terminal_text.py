"""Text on a terminal: its width, cut and wrapped, in colour or not."""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from quarterdeck.app.cli.terminal_text import cells, clipped, columns, in_colour, wrapped


class Terminal(io.StringIO):
    @override
    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals_that_know_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert in_colour(Terminal())
    assert not in_colour(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not in_colour(Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not in_colour(Terminal())


def test_output_that_goes_elsewhere_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert columns() is None
    monkeypatch.setenv("COLUMNS", "72")
    assert columns() == 72


def test_wide_and_combining_characters_take_their_cells() -> None:
    assert [cells("日本"), cells("e\u0301"), cells("\x1b[1;31mx\x1b[0m")] == [4, 1, 1]


def test_a_text_is_cut_with_a_sign_and_its_colour_ends() -> None:
    assert clipped("abcdef", 6) == "abcdef"
    assert clipped("abcdef", 4) == "abc…"
    assert clipped("日本語", 4) == "日…"
    assert clipped("\x1b[31mabcdef\x1b[0m", 4) == "\x1b[31mabc…\x1b[0m"


def test_a_line_is_broken_where_it_is_best_broken_else_at_a_space() -> None:
    line = "make all && rm -rf ../data && true"
    assert _pieces(line, 16, (9, 27)) == ["make all ", "&& rm -rf ", "../data && true"]
    assert _pieces("aaaa bbbb cccc", 10, ()) == ["aaaa bbbb ", "cccc"]
    assert _pieces("a" * 25, 10, ()) == ["a" * 10, "a" * 10, "a" * 5]


@given(
    st.text(alphabet="ab 日\u0301", max_size=80), st.integers(2, 20), st.sets(st.integers(1, 80))
)
def test_wrapping_loses_nothing_and_keeps_to_the_width(
    line: str, width: int, breaks: set[int]
) -> None:
    pieces = _pieces(line, width, tuple(breaks))
    assert "".join(pieces) == line
    assert all(cells(piece) <= width for piece in pieces)


def _pieces(line: str, width: int, breaks: tuple[int, ...]) -> list[str]:
    return [line[start:end] for start, end in wrapped(line, width, breaks)]


def test_a_terminal_that_knows_only_ascii_gets_what_looks_like_it() -> None:
    script = (
        "from quarterdeck.app.cli.terminal_text import speak_any_encoding as s;"
        "s(); print('● idle ▐rm▌ … 日')"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "* idle [rm] . ?\n"


def test_the_width_is_that_of_the_terminal() -> None:
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 60, 0, 0))
    script = "from quarterdeck.app.cli.terminal_text import columns; print(columns())"
    env = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
    subprocess.run([sys.executable, "-c", script], stdout=terminal, env=env, check=True)
    os.close(terminal)
    assert os.read(controller, 100).strip() == b"60"
    os.close(controller)
