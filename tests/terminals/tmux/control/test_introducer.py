import asyncio
import struct
import tempfile
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stage.tmux import TmuxServer, until

from quarterdeck.terminals.tmux.control.introducer import Introducer, Message, messages, pieces

FLAGS, TERM, STDIN, ENVIRON, DONE, STDOUT, LONG_FLAGS, COMMAND = (
    *(100, 101, 104, 105, 106, 110),
    *(111, 200),
)


def said(kind: int, text: bytes = b"", *, file: bool = False) -> bytes:
    return struct.pack("=IHHII", kind, 16 + len(text), int(file), 8, 42) + text


INTRODUCTION = (
    said(FLAGS, b"flag")
    + said(LONG_FLAGS, b"longflag")
    + said(TERM, b"xterm\0")
    + said(STDIN, file=True)
    + said(STDOUT, file=True)
    + said(ENVIRON, b"A=b\0")
    + said(DONE)
    + said(COMMAND, b"attach\0")
)


def test_that_it_is_a_control_client_is_said_last_and_in_one_piece_with_the_end() -> None:
    assert list(pieces(INTRODUCTION)) == [
        (said(TERM, b"xterm\0") + said(STDIN, file=True), True),
        (said(STDOUT, file=True), True),
        (said(ENVIRON, b"A=b\0"), False),
        (said(FLAGS, b"flag") + said(LONG_FLAGS, b"longflag") + said(DONE), False),
        (said(COMMAND, b"attach\0"), False),
    ]


@given(st.integers(0, 30))
def test_what_is_heard_in_part_so_far_is_passed_on_too(missing: int) -> None:
    heard = INTRODUCTION[: len(INTRODUCTION) - min(missing, len(said(COMMAND, b"attach\0")))]
    passed = b"".join(data for data, _ in pieces(heard))
    assert sorted(passed) == sorted(heard)
    assert passed.endswith(heard[INTRODUCTION.index(said(DONE)) + 16 :])


def test_the_newer_way_to_mark_a_message_with_a_file_is_known_too() -> None:
    newer = struct.pack("=IIII", STDIN, 16 | 0x8000_0000, 8, 42)
    assert list(messages(newer)) == [Message(STDIN, True, newer)]


@pytest.mark.parametrize("nonsense", [b"", b"\0" * 15, b"\0" * 64, b"\xff" * 64])
def test_nonsense_is_no_message(nonsense: bytes) -> None:
    assert list(messages(nonsense)) == []


def _folders() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("qd-tmux-*"))


def _files() -> int:
    return psutil.Process().num_fds()


async def test_a_client_that_leaves_in_the_middle_leaves_nothing_behind(
    tmux_server: TmuxServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    tmux_server.session("a")
    before = _files()
    introducer = Introducer(tmux_server.socket)
    _, writer = await asyncio.open_unix_connection(introducer.socket)
    writer.write(said(FLAGS, b"flag"))
    await writer.drain()
    await until(lambda: not _folders())
    writer.close()
    await writer.wait_closed()
    await until(lambda: _files() == before)
    assert tmux_server.alive()


async def test_a_server_that_is_not_there_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = _files()
    with pytest.raises(FileNotFoundError):
        Introducer(str(tmp_path / "nobody"))
    assert (_folders(), _files()) == (set(), before)
