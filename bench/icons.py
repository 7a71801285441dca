"""How long pictures of keys take: made, encoded, read from disk.

python -m bench.icons
"""

import itertools
import sys
import tempfile
from pathlib import Path

from bench.decks import measured, plain_key
from bench.quarterdeck import table

from quarterdeck.boards.icons import Icon
from quarterdeck.boards.known_icons import KNOWN
from quarterdeck.boards.models import XL
from quarterdeck.surfaces.kit.fonts import emoji
from quarterdeck.surfaces.tkeyboard.drawing import draw, encoded
from quarterdeck.surfaces.tkeyboard.icon_files import IconFiles

MADE, CACHED = 3.0, 0.1  # milliseconds


def main() -> int:
    """Print the table."""
    rows: list[tuple[str, ...]] = [("what", "p50 ms", "p99 ms", "goal")]
    icons = itertools.cycle(KNOWN.values())
    texts = (Icon("", f"RUN {n}", "#14602f") for n in itertools.count())
    for icon in KNOWN.values():
        draw(icon)  # fonts are read once by a process

    def new_emoji() -> None:
        emoji.cache_clear()
        encoded(draw(next(icons)))

    rows.append(told("emoji and text, an emoji not drawn before", measured(new_emoji), MADE))
    rows.append(told("text on a colour", measured(lambda: encoded(draw(next(texts)))), MADE))
    picture = draw(KNOWN["yes"])
    rows.append(told("into RGB565", measured(lambda: encoded(picture)), None))
    rows.append(told("beside it: a line of bare Pillow", measured(lambda: plain_key(XL)), None))
    with tempfile.TemporaryDirectory() as folder:
        files = IconFiles(Path(folder))
        files.keep("yes.rgb", encoded(picture))
        rows.append(told("from the cache", measured(lambda: files.read("yes.rgb")), CACHED))
    table(rows)
    return 0


def told(what: str, took: tuple[float, float], goal: float | None) -> tuple[str, ...]:
    return what, f"{took[0]:.3f}", f"{took[1]:.3f}", f"≤ {goal} ms" if goal else ""


if __name__ == "__main__":
    sys.exit(main())
