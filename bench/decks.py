"""How long drawing takes: one key, a whole deck, beside Pillow drawing one line of text on each.

python -m bench.decks
"""

import io
import statistics
import sys
import time
from collections.abc import Callable

from bench.quarterdeck import table
from PIL import Image, ImageDraw
from tests.boards.scenes import CRITICAL, LONG, NOW, scene_of

from quarterdeck.boards.board import Scene
from quarterdeck.boards.choosing import board_of
from quarterdeck.boards.models import MINI, PLUS, XL, Model
from quarterdeck.boards.moment import Moment
from quarterdeck.surfaces.kit.fonts import CODE, loaded
from quarterdeck.surfaces.kit.painter import Painter
from quarterdeck.surfaces.kit.palette import Palette

ROUNDS = 100
GOAL_KEY, GOAL_XL = 2.0, 35.0  # milliseconds


def main() -> int:
    """Print the table."""
    rows: list[tuple[str, ...]] = [("what", "p50 ms", "p99 ms", "beside bare Pillow", "goal")]
    bare = {model.name: measured(lambda m=model: plain(m)) for model in (MINI, PLUS, XL)}  # type: ignore[misc]
    one_bare = measured(lambda: encoded(plain_key(XL)))
    painter, scene = Painter(XL, Palette()), scene_of(CRITICAL, model=XL)
    board = board_of(scene)
    painter.draw(board, Moment(NOW))
    pressed = Moment(NOW, pressed={31})
    one = measured(lambda: encoded(painter.draw_key(board, 31, pressed)))
    rows.append(told("one pressed key of an XL", one, one_bare, f"≤ {GOAL_KEY:.0f} ms"))
    for model in (MINI, PLUS, XL):
        took = measured(lambda m=model: whole(scene_of(CRITICAL, model=m)))  # type: ignore[misc]
        goal = f"≤ {GOAL_XL:.0f} ms" if model is XL else ""
        rows.append(told(f"whole {model.title}", took, bare[model.name], goal))
    long = measured(lambda: whole(scene_of(LONG, model=XL)))
    rows.append(told("whole Stream Deck XL, 2,300 characters", long, bare["xl"], ""))
    laid = measured(lambda: board_of(scene))
    rows.append(("board of an XL laid out", f"{laid[0]:.2f}", f"{laid[1]:.2f}", "", ""))
    table(rows)
    return 0


def whole(scene: Scene) -> None:
    """Lay out a board, draw every key and encode it."""
    pictures = Painter(scene.model, Palette()).draw(board_of(scene), Moment(NOW))
    for key in pictures.keys:
        encoded(key)
    if pictures.strip:
        encoded(pictures.strip)


def plain(model: Model) -> None:
    """A line of text on every key, drawn and encoded."""
    for _ in range(model.keys):
        encoded(plain_key(model))


def plain_key(model: Model) -> Image.Image:
    assert model.key
    picture = Image.new("RGB", (model.key.width, model.key.height), (10, 10, 32))
    draw = ImageDraw.Draw(picture)
    draw.text((0, 20), "rm -rf", fill=(255, 255, 255), font=loaded(CODE, 20), anchor="ls")
    return picture


def encoded(picture: Image.Image) -> int:
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=90)
    return data.tell()


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Median and 99th percentile of the CPU's milliseconds: other programs do not count."""
    work()
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times), sorted(times)[int(len(times) * 0.99)]


def told(
    what: str, took: tuple[float, float], bare: tuple[float, float], goal: str
) -> tuple[str, ...]:
    ratio = f"{took[0] / bare[0]:.1f} × ({bare[0]:.2f} ms)"
    return what, f"{took[0]:.2f}", f"{took[1]:.2f}", ratio, goal


if __name__ == "__main__":
    sys.exit(main())
