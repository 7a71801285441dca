"""What the kernel tells of decks, on a tree like its own."""

from pathlib import Path

from quarterdeck.surfaces.streamdeck.usb import RULE, RULE_FILE, Usb

MINI = "0063"


def plugged(tmp_path: Path, vendor: str, product: str, mode: int = 0o600) -> Usb:
    """A machine with one USB device."""
    folder = tmp_path / "devices" / "1-2"
    node = tmp_path / "nodes" / "001" / "004"
    for made in (folder, node.parent):
        made.mkdir(parents=True)
    for name, text in (
        ("idVendor", vendor),
        ("idProduct", product),
        ("busnum", "1"),
        ("devnum", "4"),
    ):
        (folder / name).write_text(f"{text}\n")
    node.touch(mode)
    (tmp_path / "devices" / "1-2:1.0").mkdir()  # an interface, which has no numbers
    return Usb(tmp_path / "devices", tmp_path / "nodes")


def test_a_deck_is_known_by_its_numbers(tmp_path: Path) -> None:
    (deck,) = plugged(tmp_path, "0fd9", MINI).decks()

    assert deck.title == "Stream Deck Mini"
    assert deck.node == tmp_path / "nodes/001/004"
    assert deck.may_be_used


def test_other_devices_are_none(tmp_path: Path) -> None:
    assert plugged(tmp_path / "mouse", "046d", MINI).decks() == ()
    assert plugged(tmp_path / "capture card", "0fd9", "0066").decks() == ()


def test_where_the_kernel_does_not_tell_there_is_none(tmp_path: Path) -> None:
    assert Usb(tmp_path / "nowhere", tmp_path).decks() == ()


def test_a_deck_that_is_not_ours_to_use_is_said_with_the_rule(tmp_path: Path) -> None:
    usb = plugged(tmp_path, "0fd9", MINI)
    (tmp_path / "nodes/001/004").unlink()  # root may open whatever there is

    why = usb.why_not(0x0063)

    assert why.startswith("You may not use the Stream Deck Mini yet")
    assert RULE in why
    assert str(RULE_FILE) in why
    assert "\n" not in why


def test_a_deck_that_could_be_used_is_held_by_another_program(tmp_path: Path) -> None:
    why = plugged(tmp_path, "0fd9", MINI).why_not(0x0063)

    assert "held by another program" in why
