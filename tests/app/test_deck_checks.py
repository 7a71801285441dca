"""What the doctor says of decks, on a tree like the kernel's."""

from pathlib import Path

import pytest

from quarterdeck.app import deck_checks as checks
from quarterdeck.app.deck_checks import deck_checks, install_rule
from quarterdeck.surfaces.streamdeck.usb import RULE, Usb


@pytest.fixture
def mini(tmp_path: Path) -> Usb:
    """A machine with a Mini that we may use, and all libraries."""
    folder, nodes = tmp_path / "devices" / "1-1", tmp_path / "nodes"
    folder.mkdir(parents=True)
    (nodes / "001").mkdir(parents=True)
    (nodes / "001" / "002").touch()
    (tmp_path / "proc").mkdir()
    for name, text in (("idVendor", "0fd9"), ("idProduct", "0063"), ("busnum", "1")):
        (folder / name).write_text(text)
    (folder / "devnum").write_text("2")
    return Usb(tmp_path / "devices", nodes)


@pytest.fixture(autouse=True)
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "find_library", lambda name: f"lib{name}.so")


def held_by(tmp_path: Path, pid: int, words: str) -> None:
    folder = tmp_path / "proc" / str(pid)
    (folder / "fd").mkdir(parents=True)
    (folder / "cmdline").write_text(words.replace(" ", "\0"))
    (folder / "fd" / "7").symlink_to(tmp_path / "nodes/001/002")


def said(usb: Usb, tmp_path: Path) -> list[tuple[str, str]]:
    return [(check.verdict, check.found) for check in deck_checks(usb, tmp_path / "proc")]


def test_without_a_deck_nothing_is_said(tmp_path: Path) -> None:
    assert said(Usb(tmp_path, tmp_path), tmp_path) == []


def test_a_deck_that_can_be_used_is_well(mini: Usb, tmp_path: Path) -> None:
    told = ("ok", "Stream Deck Mini: free; served while the daemon runs")
    assert said(mini, tmp_path) == [told]


def test_a_deck_that_we_serve_is_well(mini: Usb, tmp_path: Path) -> None:
    held_by(tmp_path, 42, "/usr/bin/python -P -m quarterdeck deck run")

    assert said(mini, tmp_path) == [("ok", "Stream Deck Mini: served (pid 42)")]


def test_another_program_that_holds_it_is_named(mini: Usb, tmp_path: Path) -> None:
    held_by(tmp_path, 43, "/usr/bin/streamdeck-ui --no-ui")

    told = ("warn", "Stream Deck Mini: held by /usr/bin/streamdeck-ui (pid 43)")
    assert said(mini, tmp_path) == [told]


def test_a_deck_that_we_may_not_use_comes_with_the_rule(mini: Usb, tmp_path: Path) -> None:
    (tmp_path / "nodes/001/002").unlink()  # root may open whatever there is

    (check,) = deck_checks(mini, tmp_path / "proc")

    assert (check.verdict, check.found) == ("warn", "Stream Deck Mini: you may not use it yet")
    assert RULE in check.remedy


def test_a_library_that_is_missing_is_named(
    mini: Usb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "find_library", lambda _: None)

    assert said(mini, tmp_path)[0] == ("warn", "the library hidapi is not installed")


def test_the_rule_is_written_once(tmp_path: Path) -> None:
    file = tmp_path / "60-quarterdeck.rules"

    assert "is written" in install_rule(file)
    assert file.read_text() == f"{RULE}\n"
    assert "is there already" in install_rule(file)
