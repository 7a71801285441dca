"""What a deck would show of asks from a file."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from tests.boards.scenes import CRITICAL, DONE

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.deck_picture import deck_picture
from quarterdeck.boards.models import MINI, PEDAL, Model
from quarterdeck.domain.ids import AskId


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "home"
    place.mkdir()
    monkeypatch.setenv("QUARTERDECK_HOME", str(place))
    return place


def middle_of_last_key(file: Path) -> object:
    with Image.open(file) as picture:
        return picture.convert("RGB").getpixel((250, 150))


def test_the_settings_colours_and_order_hold(tmp_path: Path, home: Path) -> None:
    output = tmp_path / "deck.png"
    deck_picture(MINI, [CRITICAL], output)
    assert middle_of_last_key(output) == (10, 10, 32)
    (home / "config.toml").write_text('[palette]\nsessions = ["#102030"]\n')
    deck_picture(MINI, [CRITICAL], output)
    assert middle_of_last_key(output) == (16, 32, 48)


def test_a_decision_is_shown_before_a_note(tmp_path: Path) -> None:
    alone, both = tmp_path / "alone.png", tmp_path / "both.png"
    note = replace(DONE, id=AskId("n"))
    deck_picture(MINI, [CRITICAL], alone)
    deck_picture(MINI, [note, CRITICAL], both)
    assert middle_of_last_key(alone) == middle_of_last_key(both)


@pytest.mark.parametrize(
    ("model", "output", "why"),
    [(PEDAL, "x.png", "show nothing"), (MINI, "no/x.png", "cannot be written: No such file")],
)
def test_what_cannot_be_drawn_is_said(tmp_path: Path, model: Model, output: str, why: str) -> None:
    with pytest.raises(Trouble, match=why):
        deck_picture(model, [CRITICAL], tmp_path / output)


def test_bad_settings_are_named(tmp_path: Path, home: Path) -> None:
    (home / "config.toml").write_text("[palette]\nlow = 3\n")
    with pytest.raises(Trouble, match="low must be a list of texts"):
        deck_picture(MINI, [CRITICAL], tmp_path / "x.png")
