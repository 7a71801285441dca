"""What a deck shows and what it should show, place by place. Nothing here writes."""

from collections.abc import Mapping
from typing import Literal

Place = int | Literal["strip"]
STRIP: Literal["strip"] = "strip"


class Glass:
    """The pictures of one deck: only what is another than before is written."""

    def __init__(self) -> None:
        self._wanted: dict[Place, bytes] = {}
        self._shown: dict[Place, bytes] = {}
        self._board = 0
        self._board_at: dict[Place, int] = {}
        self._urgent: list[Place] = []

    def show(self, board: int, pictures: Mapping[Place, bytes | None]) -> None:
        """Show this board from now on, whatever an older one still lacks; None shows nothing."""
        self._board = board
        self._wanted = {place: picture for place, picture in pictures.items() if picture}
        for place in pictures:
            if place not in self._wanted or self._is_there(place):
                self._board_at[place] = board

    def replace(self, place: Place, picture: bytes) -> None:
        """Show another picture in one place, at once; the board stays what it is."""
        self._wanted[place] = picture
        self.hurry(place)

    def hurry(self, place: Place) -> None:
        """Write this place before the others: a finger is on it."""
        self._urgent = [place, *(other for other in self._urgent if other != place)][:4]

    def next(self) -> tuple[Place, bytes] | None:
        """What to write next; None when everything is there."""
        missing = [place for place in self._wanted if not self._is_there(place)]
        if not missing:
            return None
        place = next((place for place in self._urgent if place in missing), missing[0])
        return place, self._wanted[place]

    def written(self, place: Place, picture: bytes) -> None:
        """A picture is there now."""
        self._shown[place] = picture
        if self._is_there(place):
            self._board_at[place] = self._board

    def void(self) -> None:
        """Forget which board is shown where; the pictures stay."""
        self._board = 0
        self._board_at = {}

    def board_at(self, place: Place) -> int:
        """The board that a person sees there, which is an older one until it is written."""
        return self._board_at.get(place, 0)

    def complete(self) -> int:
        """The board that is there as a whole; 0 while none is."""
        return self._board if self.next() is None else 0

    def _is_there(self, place: Place) -> bool:
        return self._shown.get(place) == self._wanted.get(place)
