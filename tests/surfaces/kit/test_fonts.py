import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from quarterdeck.surfaces.kit import fonts
from quarterdeck.surfaces.kit.fonts import (
    BOLD,
    CODE,
    EMOJI,
    LARGE,
    LARGE_BOLD,
    PIXELS,
    SIGNS,
    TINY,
    WIDE,
    NoFont,
    emoji,
    glyph,
    measured,
)


@pytest.mark.parametrize(
    ("sign", "font"),
    [("a", CODE), ("漢", CODE), ("？", WIDE), ("Ω", SIGNS), ("Ж", SIGNS), ("→", SIGNS),
     ("─", SIGNS), ("✅", EMOJI), ("⚠\ufe0f", EMOJI), ("⚠", SIGNS), ("7", CODE), ("👩‍💻", EMOJI)],
)  # fmt: skip
def test_the_first_font_that_has_a_sign_draws_it(sign: str, font: str) -> None:
    assert glyph(sign, LARGE).font == font


def test_the_smallest_letters_are_pixels_and_bold_ones_have_a_font_of_their_own() -> None:
    assert glyph("あ", TINY).font == PIXELS
    assert glyph("a", LARGE_BOLD).font == BOLD


def test_a_sign_that_no_font_has_is_a_box_as_wide_as_others() -> None:
    assert glyph("\U00013000", LARGE).text == "□"
    assert glyph("x\u0331", LARGE).text in ("x", "x\u0331")


def test_a_control_character_is_written_as_terminals_write_it() -> None:
    assert glyph("␛", LARGE).text == "^["
    assert glyph("␛", LARGE).advance == 20


def test_widths_are_advances_so_columns_align() -> None:
    assert measured("iiii", LARGE) == measured("WWWW", LARGE) == 40
    assert measured("漢字", LARGE) == 40


def test_an_emoji_is_as_large_as_its_line() -> None:
    assert emoji("✅", 20).size == (20, 19)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The fonts, in a folder of which some can be removed."""
    copied = tmp_path / "fonts"
    shutil.copytree(fonts.FOLDER, copied)
    monkeypatch.setattr(fonts, "FOLDER", copied)
    glyph.cache_clear()
    yield copied
    glyph.cache_clear()


def test_a_missing_font_is_replaced_by_the_next_that_has_the_sign(folder: Path) -> None:
    (folder / CODE).unlink()
    assert glyph("a", LARGE).font == SIGNS
    assert glyph("漢", LARGE).text == "□"


def test_without_any_font_it_is_said_which_is_missing(folder: Path) -> None:
    for file in folder.glob("*.woff2"):
        file.unlink()
    with pytest.raises(NoFont, match="cannot be read"):
        glyph("a", LARGE)


def test_a_font_that_is_none_is_named(folder: Path) -> None:
    (folder / CODE).write_bytes(b"no font")
    with pytest.raises(NoFont, match=CODE):
        glyph("a", LARGE)


def test_every_font_is_noted_with_its_hash() -> None:
    noted = (fonts.FOLDER / "VERSIONS").read_text()
    for file in (*fonts.FOLDER.glob("*.woff2"), *fonts.FOLDER.glob("*.ttf")):
        assert f"{sha256(file.read_bytes()).hexdigest()}  {file.name}" in noted
