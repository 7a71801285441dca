"""Icons as pictures: seen by eye once, the same ever after."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from quarterdeck.boards.icons import Icon, icon_of
from quarterdeck.boards.known_icons import KNOWN, icon_for
from quarterdeck.surfaces.kit.palette import READABLE, contrast
from quarterdeck.surfaces.tkeyboard.drawing import SIDE, draw, encoded, spelled_out

PICTURES = Path(__file__).parent / "pictures"
GOLDEN = {
    "yes": KNOWN["yes"],
    "background": KNOWN["background"],
    "emoji": icon_of("✅", "", ""),
    "both": icon_of("✅", "RUN", "#00ff00"),
    "text": icon_of("", "DBG", "#ff0000"),
    "label": icon_for("Install dependencies"),
    "id": icon_for("tk-1760835985-24429"),
    "japanese": icon_of("", "日本語テスト", ""),
    "flag": icon_of("🇯🇵", "Yes, proceed", ""),
}
FAR, MOST = 48, 0.002  # a pixel that differs by so much counts; of all pixels so many may


@pytest.mark.parametrize("name", GOLDEN)
def test_a_picture_looks_as_it_was_seen_by_eye(name: str) -> None:
    """`python -m scripts.draw_icons` draws the pictures again."""
    picture = draw(GOLDEN[name])
    with Image.open(PICTURES / f"{name}.png") as kept:
        difference = ImageChops.difference(picture, kept.convert("RGB")).convert("L")
    assert sum(difference.histogram()[FAR:]) <= MOST * SIDE * SIDE


def test_another_process_draws_the_same_bytes() -> None:
    icon = Icon("🧪", "TEST", "#102030")
    words = f"from quarterdeck.boards.icons import Icon\nfrom {draw.__module__} import draw\n"
    words += f"from {encoded.__module__} import encoded\nimport sys\n"
    words += f"sys.stdout.buffer.write(encoded(draw({icon!r})))"
    other = subprocess.run([sys.executable, "-c", words], capture_output=True, check=True).stdout
    assert other == encoded(draw(icon))
    assert len(other) == 32768


@pytest.mark.parametrize("name", KNOWN)
def test_every_ready_picture_has_its_emoji(name: str) -> None:
    """One whose emoji our font lacks would be its text alone."""
    assert draw(KNOWN[name]) != draw(Icon("", KNOWN[name].text))


def test_an_emoji_that_no_font_has_becomes_words() -> None:
    assert draw(Icon("🧌", "")) == draw(Icon("", "TROLL"))
    assert draw(Icon("🧌", "OGRE")) == draw(Icon("", "OGRE"))
    assert draw(Icon("ab", "")) == draw(Icon("", spelled_out("ab")))


@pytest.mark.parametrize(
    "colour", ["#000000", "#ffffff", "#00ff00", "#ff0000", "#808080", "#1f4a86"]
)
def test_a_text_can_be_read_on_every_ground(colour: str) -> None:
    picture = draw(Icon("", "RUN", colour))
    data = picture.tobytes()
    ground, *shades = dict.fromkeys(zip(data[::3], data[1::3], data[2::3], strict=True))
    assert max(contrast(shade, ground) for shade in shades) >= READABLE


@pytest.mark.parametrize(
    "text", ["W" * 20, "a" * 20, "ab " * 6, "字" * 20, "\u0301" * 20, "م" * 20]
)
def test_any_text_stays_on_its_key(text: str) -> None:
    picture = draw(icon_of("✅", text, "#102030"))
    edge = {picture.getpixel((x, y)) for x in (0, SIDE - 1) for y in range(SIDE)}
    assert edge == {(16, 32, 48)}


def test_a_colour_alone_is_a_plain_ground() -> None:
    assert draw(Icon("", "", "#1f4a86")).getcolors() == [(SIDE * SIDE, (0x1F, 0x4A, 0x86))]
