"""The shape of a session's state: it reads without its colour."""

from PIL import Image, ImageDraw

from quarterdeck.domain.states import State
from quarterdeck.surfaces.kit.palette import STATES

FINER = 4  # drawn larger and scaled down, for smooth edges


def draw_shape(picture: Image.Image, state: State, x: int, y: int, size: int) -> None:
    """Draw a state's shape into a square."""
    large = Image.new("L", (size * FINER, size * FINER))
    _draw(ImageDraw.Draw(large), state, size * FINER)
    mask = large.resize((size, size), Image.Resampling.LANCZOS)
    picture.paste(Image.new("RGB", (size, size), STATES[state]), (x, y), mask)


def _draw(draw: ImageDraw.ImageDraw, state: State, size: int) -> None:
    edge, line = size // 10, size // 8
    box = (edge, edge, size - edge, size - edge)
    middle = size // 2
    match state:
        case State.WAITING:
            draw.ellipse(box, fill=255)
        case State.WORKING:
            draw.ellipse(box, outline=255, width=line)
            draw.pieslice(box, 90, 270, fill=255)
        case State.IDLE | State.STARTING:
            draw.ellipse(box, outline=255, width=line)
        case State.LIMITED:
            top = (edge, edge), (size - edge, edge), (middle, middle)
            bottom = (edge, size - edge), (size - edge, size - edge), (middle, middle)
            draw.polygon(top, fill=255)
            draw.polygon(bottom, fill=255)
        case State.FAILED:
            draw.line((edge, edge, size - edge, size - edge), fill=255, width=line * 2)
            draw.line((edge, size - edge, size - edge, edge), fill=255, width=line * 2)
        case State.UNKNOWN:
            for y in range(edge, size - edge, line * 2):
                draw.rectangle((edge, y, size - edge, y + line - 1), fill=255)
        case State.ENDED:
            draw.rectangle((edge, middle - line // 2, size - edge, middle + line // 2), fill=255)
