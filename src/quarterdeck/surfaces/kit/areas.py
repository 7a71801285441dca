"""Where on a deck a message may stand: which keys, less their labels, in which rows."""

from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.boards.board import Key
from quarterdeck.boards.looks import Ground
from quarterdeck.boards.models import Model, Size
from quarterdeck.surfaces.kit.flow import Row

BAR = 20  # the height of a label


@dataclass(frozen=True, slots=True)
class Area:
    """Keys in columns and rows, and what of each is covered."""

    columns: int
    rows: int
    key: Size
    free: frozenset[int]  # keys that a text may run over
    top: frozenset[int]  # those of them with a label at the top
    bottom: frozenset[int]

    @property
    def size(self) -> Size:
        """All keys side by side, without the gaps."""
        return Size(self.columns * self.key.width, self.rows * self.key.height)

    @property
    def first_row(self) -> int:
        """The first row of keys that a text may run over."""
        return min(self.free, default=0) // self.columns

    def lines(self, height: int, below: int) -> tuple[Row, ...]:
        """Where lines of this height fit: none runs over the gap between two rows of keys."""
        found = (self._row(y, height) for y in self._tops(height, below))
        return tuple(row for row in found if row.segments)

    def row(self, y: int, height: int) -> Row:
        """The line at one place, whatever is above it."""
        return self._row(y, height)

    def _tops(self, height: int, below: int) -> Iterable[int]:
        for row in range(self.first_row, self.rows):
            top = max(row * self.key.height, below)
            end = (row + 1) * self.key.height
            yield from range(top, end - height + 1, height)

    def _row(self, y: int, height: int) -> Row:
        row, inside = divmod(y, self.key.height)
        places = ((column, row * self.columns + column) for column in range(self.columns))
        width = self.key.width
        return Row(
            y,
            tuple(
                (column * width, (column + 1) * width)
                for column, place in places
                if place in self.free and not self._covered(place, inside, height)
            ),
        )

    def _covered(self, place: int, inside: int, height: int) -> bool:
        under = place in self.top and inside < BAR
        return under or (place in self.bottom and inside + height > self.key.height - BAR)


def message_area(model: Model, key: Size, keys: Iterable[Key]) -> Area:
    """The keys of a board that its message runs over."""
    numbered = list(enumerate(keys))
    bars = [(place, k.look.bar) for place, k in numbered if k.look.bar]
    return Area(
        model.columns,
        model.rows,
        key,
        frozenset(place for place, k in numbered if k.look.ground is Ground.MESSAGE),
        frozenset(place for place, bar in bars if bar.top),
        frozenset(place for place, bar in bars if not bar.top),
    )


def single(size: Size, *, margin: int, top: int, bottom: int) -> Area:
    """One key or strip for itself, with room left at its edges."""
    inner = Size(size.width - 2 * margin, size.height - top - bottom)
    return Area(1, 1, inner, frozenset({0}), frozenset(), frozenset())
