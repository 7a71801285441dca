"""Where on a deck a message may stand: which keys, less their labels, in which rows."""

from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.boards.board import Key
from quarterdeck.boards.looks import Ground
from quarterdeck.boards.models import Model, Size
from quarterdeck.surfaces.kit.flow import Row

STRIP_MARGIN = 6
BAND = 8  # pixels that catch what a letter in a tight line has above or below it
AIR = 3  # most pixels that are left above the first line of a row of keys
LEAST_BAR = 20  # the height of a label on small keys


def bar_height(key: Size) -> int:
    """How high a label is: a quarter of the key, since larger keys have finer pixels."""
    return max(LEAST_BAR, key.height // 4)


@dataclass(frozen=True, slots=True)
class Area:
    """Keys in columns and rows, and what of each is covered."""

    columns: int
    rows: int
    key: Size
    free: frozenset[int]  # keys that a text may run over
    top: frozenset[int]  # those of them with a label at the top
    bottom: frozenset[int]
    margin: int = 0  # left free at both sides of each key

    @property
    def size(self) -> Size:
        """All keys side by side, with a band below each row that nobody sees."""
        return Size(self.columns * self.key.width, self.rows * self.pitch)

    @property
    def pitch(self) -> int:
        """From the top of a row of keys to the top of the next."""
        return self.key.height + BAND

    @property
    def top_edge(self) -> int:
        """Where the first row begins that a text may run over."""
        return min(self.free, default=0) // self.columns * self.pitch

    def lines(self, height: int, below: int) -> tuple[Row, ...]:
        """Where lines of this height fit: none runs over the gap between two rows of keys."""
        found = (self._row(y, height) for y in self._tops(height, below))
        return tuple(row for row in found if row.segments)

    def row(self, y: int, height: int) -> Row:
        """The line at one place, whatever is above it."""
        return self._row(y, height)

    def _tops(self, height: int, below: int) -> Iterable[int]:
        for row in range(self.rows):
            top = max(row * self.pitch, below)
            room = row * self.pitch + self.key.height - top
            spare = max(0, room) % height
            yield from (top + min(spare // 2, AIR) + n * height for n in range(room // height))

    def _row(self, y: int, height: int) -> Row:
        row, inside = divmod(y, self.pitch)
        places = ((column, row * self.columns + column) for column in range(self.columns))
        width = self.key.width
        return Row(
            y,
            tuple(
                (column * width + self.margin, (column + 1) * width - self.margin)
                for column, place in places
                if place in self.free and not self._covered(place, inside, height)
            ),
        )

    def _covered(self, place: int, inside: int, height: int) -> bool:
        bar = bar_height(self.key)
        under = place in self.top and inside < bar
        return under or (place in self.bottom and inside + height > self.key.height - bar)


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


def strip_area(size: Size) -> Area:
    """A strip, which is one wide key."""
    nothing: frozenset[int] = frozenset()
    return Area(1, 1, size, frozenset({0}), nothing, nothing, margin=STRIP_MARGIN)
