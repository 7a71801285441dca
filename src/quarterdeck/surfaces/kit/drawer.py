"""Does the jobs of the process that draws. Importing it needs Pillow."""

from quarterdeck.boards.drawing import STRIP, Drawing, Encoding, Format, Sheet
from quarterdeck.boards.models import Model
from quarterdeck.surfaces.kit.encoding import encoded
from quarterdeck.surfaces.kit.fonts import NoFont
from quarterdeck.surfaces.kit.painter import Painter
from quarterdeck.surfaces.kit.palette import Palette
from quarterdeck.surfaces.kit.sheet import sheet


class Drawer:
    """Draws boards of every model."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._painters: dict[Model, Painter] = {}

    def done(self, job: Drawing | Sheet) -> tuple[bytes, ...] | str:
        """The encoded pictures, or a sentence that says why there are none."""
        try:
            return self._drawn(job) if isinstance(job, Drawing) else (self._sheet(job),)
        except NoFont as error:
            return str(error)

    def _drawn(self, job: Drawing) -> tuple[bytes, ...]:
        return tuple(self._place(job, place) for place in job.places)

    def _place(self, job: Drawing, place: int) -> bytes:
        painter, surface = self._painter(job.surface.model), job.surface
        if place != STRIP:
            return encoded(painter.draw_key(job.board, place, job.moment), surface.picture)
        strip = painter.draw_strip(job.board, job.moment)
        assert strip, "only a surface with a strip is asked for it"
        return encoded(strip, surface.strip)

    def _sheet(self, job: Sheet) -> bytes:
        model = job.surface.model
        pictures = self._painter(model).draw(job.board, job.moment)
        return encoded(sheet(model, pictures), Encoding(Format.PNG))

    def _painter(self, model: Model) -> Painter:
        if model not in self._painters:
            self._painters[model] = Painter(model, self._palette)
        return self._painters[model]
