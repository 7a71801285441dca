from PIL import Image, ImageChops

from quarterdeck.domain.states import State
from quarterdeck.surfaces.kit.shapes import draw_shape


def drawn(state: State) -> Image.Image:
    picture = Image.new("RGB", (28, 28))
    draw_shape(picture, state, 0, 0, 28)
    return picture.convert("L").point(lambda v: 255 if v > 60 else 0)


def test_every_state_can_be_told_without_its_colour() -> None:
    shapes = {state: drawn(state) for state in State if state is not State.STARTING}
    for one, picture in shapes.items():
        assert picture.getbbox(), one
        for other, second in shapes.items():
            if one is not other:
                difference = ImageChops.difference(picture, second).histogram()[255]
                assert difference > 60, (one, other)
