"""A link as a QR code: exact where it fits, and nothing where it does not."""

import sys

import pytest
import segno

from quarterdeck.app.cli.qr_code import BORDER, qr_code

LINK = "quarterdeck://192.168.1.5:8080/pair?code=abc&pin=def"
DARK = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}


def test_every_module_of_the_code_is_where_it_belongs() -> None:
    lines = [
        line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m")
        for line in qr_code(LINK, 200).splitlines()
    ]
    shown = [[DARK[c][half] for c in line] for line in lines for half in (0, 1)]
    made = segno.make(LINK, error="l", micro=False)
    wanted = [list(row) for row in made.matrix_iter(border=BORDER)]
    assert shown[: len(wanted)] == wanted
    assert not any(map(any, shown[len(wanted) :])), "only light below it"


def test_a_terminal_that_is_too_narrow_gets_none() -> None:
    assert qr_code(LINK, 20) == ""


def test_without_the_library_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert qr_code(LINK, 200) == ""
