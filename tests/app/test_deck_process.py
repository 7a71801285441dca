"""The process of the decks runs when there is a deck, as far as that can be seen."""

from pathlib import Path

import pytest

from quarterdeck.app.deck_process import is_wanted, with_demo_deck, words
from quarterdeck.app.settings import Deck, Settings
from quarterdeck.surfaces.streamdeck.usb import Usb


@pytest.fixture
def nothing(tmp_path: Path) -> Usb:
    return Usb(tmp_path / "devices", tmp_path / "nodes")


@pytest.fixture
def a_mini(tmp_path: Path) -> Usb:
    folder = tmp_path / "devices" / "1-1"
    folder.mkdir(parents=True)
    for name, text in (("idVendor", "0fd9"), ("idProduct", "0063"), ("busnum", "1")):
        (folder / name).write_text(text)
    (folder / "devnum").write_text("2")
    return Usb(tmp_path / "devices", tmp_path / "nodes")


def test_it_runs_by_itself_where_a_deck_is_plugged_in(a_mini: Usb) -> None:
    assert is_wanted(Deck(), a_mini)
    assert not is_wanted(Deck(enabled="off"), a_mini)


def test_without_a_deck_it_runs_only_on_request(nothing: Usb) -> None:
    assert not is_wanted(Deck(), nothing)
    assert is_wanted(Deck(enabled="on"), nothing)
    assert is_wanted(Deck(emulate=("mini",)), nothing)


def test_it_is_ourselves() -> None:
    assert words(Deck())[2:] == ("-m", "quarterdeck", "deck", "run", "--from-daemon")
    assert words(Deck(emulate=("mini", "xl")))[-2:] == ("--emulate", "mini,xl")


def test_a_demo_has_a_deck_to_look_at_unless_the_person_set_one() -> None:
    assert with_demo_deck(Settings()).deck.emulate == ("mk2",)
    own = Settings(deck=Deck(emulate=("mini",)))
    assert with_demo_deck(own) == own
