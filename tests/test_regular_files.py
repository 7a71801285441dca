"""Files that others put there: whatever lies in their place holds up nobody."""

import os
import socket
from pathlib import Path

import pytest

from quarterdeck.regular_files import read_regular


def test_a_file_is_read_from_there_on_as_far_as_it_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"0123456789")
    assert read_regular(file, 4) == b"0123"
    assert read_regular(file, 100, offset=7) == b"789"
    (tmp_path / "link").symlink_to(file)
    assert read_regular(tmp_path / "link", 3) == b"012"


def test_pipes_sockets_devices_and_directories_are_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        for odd in (pipe, tmp_path / "socket", tmp_path, Path("/dev/zero"), Path("a\0b")):
            with pytest.raises(OSError):  # noqa: PT011 - each is refused in its own words
                read_regular(odd, 10)


def test_nothing_stays_open(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        with pytest.raises(OSError, match="not a regular file"):
            read_regular(pipe, 10)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
