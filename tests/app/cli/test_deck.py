"""`qd deck`."""

import builtins
import json
import re
import sys
from pathlib import Path

import pytest
from PIL import Image
from tests.boards.scenes import CRITICAL

from quarterdeck.app.cli.main import main
from quarterdeck.doors.http.wire import ask_json


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTERDECK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def asks(tmp_path: Path) -> Path:
    file = tmp_path / "asks.json"
    file.write_text(json.dumps([ask_json(CRITICAL, None, None)]))
    return file


def render(model: str, asks: Path, output: Path) -> int:
    return main(["deck", "render", "--model", model, "--ask", str(asks), "-o", str(output)])


def test_the_models_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "list"]) == 0
    told = capsys.readouterr().out
    assert "mini" in told
    assert re.search(r"plus +Stream Deck \+ +4 × 2 +120 × 120 +screen 800 × 100, 4 dials", told)
    assert main(["deck", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed[0]["key"] == [80, 80]
    assert listed[-1] == {
        "model": "pedal", "title": "Stream Deck Pedal", "columns": 3, "rows": 1, "key": None,
        "strip": None, "dials": 0, "touch_keys": 0,
    }  # fmt: skip


def test_a_deck_is_drawn_into_a_file(
    tmp_path: Path, asks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "mini.png"
    assert render("mini", asks, output) == 0
    with Image.open(output) as picture:
        assert picture.size == (312, 214)
    assert capsys.readouterr().out == f"{output} shows a Stream Deck Mini.\n"


def test_a_model_that_is_not_there_is_said_with_the_one_that_was_meant(
    tmp_path: Path, asks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert render("minni", asks, tmp_path / "x.png") == 4
    told = capsys.readouterr().err
    assert "There is no model 'minni'." in told
    assert "mini" in told.splitlines()[1]


def test_what_is_missing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "render", "--model", "mini"]) == 2
    assert "qd deck render needs --ask." in capsys.readouterr().err


def test_a_file_that_cannot_be_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert render("mini", tmp_path / "no.json", tmp_path / "x.png") == 1
    assert "no.json cannot be read" in capsys.readouterr().err


def test_without_pillow_it_is_said_how_to_get_it(
    tmp_path: Path,
    asks: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = builtins.__import__

    def without(name: str, *rest: object, **more: object) -> object:
        if name.partition(".")[0] == "PIL":
            raise ImportError(name)
        return plain(name, *rest, **more)  # type: ignore[arg-type]

    for module in [m for m in sys.modules if ".kit" in m or m.endswith("deck_picture")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", without)
    assert render("mini", asks, tmp_path / "x.png") == 1
    assert "pip install 'quarterdeck[deck]'" in capsys.readouterr().err
