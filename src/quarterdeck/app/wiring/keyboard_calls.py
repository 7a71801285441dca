"""The plain calls of the four-key keyboard, and its pictures; loaded with the first of them."""

from collections.abc import Sequence
from pathlib import Path

from starlette.routing import BaseRoute

from quarterdeck.doors.facade import Facade
from quarterdeck.doors.http.visitors import Visitors
from quarterdeck.doors.keyboard_api.calls import KeyboardRoutes
from quarterdeck.doors.keyboard_api.images import ImageRoutes
from quarterdeck.doors.keyboard_api.meant_session import Bound
from quarterdeck.surfaces.tkeyboard.icon_files import IconFiles
from quarterdeck.surfaces.tkeyboard.icon_source import IconSource


class KeyboardCalls:
    """Buttons, states and pictures, for programs without a token."""

    def __init__(
        self, facade: Facade, visitors: Visitors, pictures: Path, bound: Bound, started: float
    ) -> None:
        self.icons = IconSource(IconFiles(pictures))
        self._calls = KeyboardRoutes(facade, visitors, self.icons, bound, started)

    def routes(self) -> Sequence[BaseRoute]:
        """Where these calls are found."""
        return self._calls.routes()

    def image_routes(self) -> Sequence[BaseRoute]:
        """Where pictures are found."""
        return ImageRoutes(self.icons, self._calls.whose).routes()
