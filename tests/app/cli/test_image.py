"""`qd image`."""

import builtins
import sys
from pathlib import Path

import pytest
from PIL import Image

from quarterdeck.app.cli.main import main
from quarterdeck.boards.icons import Icon
from quarterdeck.boards.known_icons import KNOWN
from quarterdeck.surfaces.tkeyboard.drawing import draw, encoded


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTERDECK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_suffix_says_which_picture_is_written(tmp_path: Path) -> None:
    words = ["image", "--emoji", "✅", "--text", "RUN", "--color", "#00ff00", "-o"]
    png, raw = tmp_path / "run.png", tmp_path / "run.rgb"
    assert main([*words, str(png)]) == 0
    assert main([*words, str(raw)]) == 0
    expected = draw(Icon("✅", "RUN", "#00ff00"))
    with Image.open(png) as picture:
        assert picture.convert("RGB") == expected
    assert raw.read_bytes() == encoded(expected)


def test_by_its_name_the_daemon_finds_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["image", "--text", "DBG", "--color", "#f00", "--name", "debug"]) == 0
    assert capsys.readouterr().out == "Keys find it as debug.rgb.\n"
    assert (home / "pictures" / "debug.rgb").read_bytes() == encoded(
        draw(Icon("", "DBG", "#ff0000"))
    )


def test_a_well_known_picture_needs_its_name_only(tmp_path: Path, home: Path) -> None:
    assert main(["image", "--name", "stop", "-o", str(tmp_path / "stop.rgb")]) == 0
    assert (tmp_path / "stop.rgb").read_bytes() == encoded(draw(KNOWN["stop"]))
    assert not (home / "pictures").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--emoji", "✅"], "needs -o FILE or --name"),
        (["--emoji", "✅", "-o", "x.gif"], "neither .png nor .rgb"),
        (["-o", "x.png"], "An emoji, a text or a colour is needed"),
        (["--text", "x", "--color", "red", "-o", "x.png"], "is not a colour"),
        (["--text", "x", "--name", "../x"], "A name has"),
    ],
)
def test_what_cannot_be_meant_is_said(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["image", *words]) == 2
    assert why in capsys.readouterr().err


def test_without_pillow_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = builtins.__import__

    def without_pillow(name: str, *rest: object) -> object:
        if name.startswith("PIL"):
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    for name in [n for n in sys.modules if n.endswith("icon_picture")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without_pillow)
    assert main(["image", "--emoji", "✅", "-o", str(tmp_path / "x.png")]) == 1
    assert "pip install 'quarterdeck[deck]'" in capsys.readouterr().err
