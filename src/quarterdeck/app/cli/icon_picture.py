"""Draws an icon and writes it where it is wanted. Importing it needs Pillow."""

from pathlib import Path

from PIL import Image

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.paths import paths
from quarterdeck.boards.icons import Icon
from quarterdeck.surfaces.kit.fonts import NoFont
from quarterdeck.surfaces.tkeyboard.drawing import draw, encoded
from quarterdeck.surfaces.tkeyboard.icon_files import IconFiles


def write_icon(icon: Icon, output: Path) -> None:
    """Write an icon into a file: as PNG, or as the panels take it."""
    picture = _drawn(icon)
    try:
        if output.suffix == ".png":
            picture.save(output, "PNG", optimize=True)
        else:
            output.write_bytes(encoded(picture))
    except OSError as error:
        raise Trouble(f"{output} cannot be written: {error.strerror}.", "", Exit.FAILED) from None


def keep_icon(icon: Icon, file: str) -> None:
    """Keep an icon where the daemon finds pictures by name."""
    files, data = IconFiles(paths().pictures), encoded(_drawn(icon))
    try:
        files.keep(file, data)
    except OSError as error:
        raise Trouble(f"{file} cannot be kept: {error.strerror}.", "", Exit.FAILED) from None


def _drawn(icon: Icon) -> Image.Image:
    try:
        return draw(icon)
    except NoFont as error:
        raise Trouble(str(error), "", Exit.FAILED) from None
