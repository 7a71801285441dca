"""The decks that there are: how many keys of which size, and what else is on them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Pixels across and down."""

    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One kind of deck."""

    name: str  # as `qd deck render --model` takes it
    title: str
    columns: int
    rows: int
    key: Size | None  # None where keys show nothing
    strip: Size | None = None  # a screen below the keys
    dials: int = 0
    touch_keys: int = 0  # keys beside the screen that show a colour only

    @property
    def keys(self) -> int:
        """How many keys it has."""
        return self.columns * self.rows

    @property
    def right_top(self) -> int:
        """The key in the corner where one goes back or away; of one row, the last but one."""
        return self.columns - (1 if self.rows > 1 else 2)

    def bottom(self, from_right: int) -> int:
        """A key of the lowest row, counted from its right end."""
        return self.keys - 1 - from_right


MINI = Model(name="mini", title="Stream Deck Mini", columns=3, rows=2, key=Size(80, 80))
ORIGINAL = Model(name="original", title="Stream Deck", columns=5, rows=3, key=Size(72, 72))
MK2 = Model(name="mk2", title="Stream Deck MK.2", columns=5, rows=3, key=Size(72, 72))
XL = Model(name="xl", title="Stream Deck XL", columns=8, rows=4, key=Size(96, 96))
NEO = Model(
    name="neo",
    title="Stream Deck Neo",
    columns=4,
    rows=2,
    key=Size(96, 96),
    strip=Size(248, 58),
    touch_keys=2,
)
PLUS = Model(
    name="plus",
    title="Stream Deck +",
    columns=4,
    rows=2,
    key=Size(120, 120),
    strip=Size(800, 100),
    dials=4,
)
PLUS_XL = Model(
    name="plus-xl",
    title="Stream Deck + XL",
    columns=9,
    rows=4,
    key=Size(112, 112),
    strip=Size(1200, 100),
    dials=6,
)
STUDIO = Model(
    name="studio", title="Stream Deck Studio", columns=16, rows=2, key=Size(80, 120), dials=2
)
PEDAL = Model(name="pedal", title="Stream Deck Pedal", columns=3, rows=1, key=None)

# No Stream Deck, and so not one of MODELS: it comes over the network.
TKEYBOARD = Model(name="tkeyboard", title="T-Keyboard", columns=4, rows=1, key=Size(128, 128))

MODELS = {m.name: m for m in (MINI, ORIGINAL, MK2, XL, NEO, PLUS, PLUS_XL, STUDIO, PEDAL)}
