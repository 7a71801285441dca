"""How many more wait, and the keys and dials that step through them."""

from collections.abc import Collection
from dataclasses import dataclass

from quarterdeck.boards.board import Dial, Key, Scene
from quarterdeck.boards.looks import BLACK, Bar, Ground, Look, Tone
from quarterdeck.domain.agenda import in_order
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.meanings import Means, Step


@dataclass(frozen=True, slots=True)
class Waiting:
    """The asks in their order, and the one that is shown."""

    asks: tuple[Ask, ...]
    place: int

    @property
    def shown(self) -> Ask:
        """The ask that is shown."""
        return self.asks[self.place]

    @property
    def count(self) -> str:
        """Which of how many it is; empty for the only one."""
        return f"{self.place + 1}/{len(self.asks)}" if len(self.asks) > 1 else ""

    def step(self, by: int) -> Step | None:
        """To the next ask or the one before; nothing where there is only one."""
        if len(self.asks) < 2:
            return None
        return Step(self.asks[(self.place + by) % len(self.asks)].id)

    @property
    def sides(self) -> tuple[Step, Step] | None:
        """To the ask before and to the next one; nothing where there is only one."""
        before, after = self.step(-1), self.step(1)
        return (before, after) if before and after else None

    def key(self, scene: Scene, taken: Collection[int]) -> tuple[int, Key] | None:
        """Where one steps on: at the lower left, or where nothing else is."""
        following = self.step(1)
        lowest = scene.model.columns * (scene.model.rows - 1)
        places = (lowest, 0, *range(lowest, scene.model.keys))
        place = next((place for place in places if place not in taken), None)
        if following is None or place is None:
            return None
        look = Look(Ground.MESSAGE, Bar(f"▸ {self.count}", Tone.PLAIN))
        return place, scene.key(place, look, following, self.step(-1))


def waiting_of(scene: Scene) -> Waiting | None:
    """What waits, and what of it is shown: what the person stepped to, else the first."""
    asks = tuple(in_order(scene.asks, scene.order))
    if not asks:
        return None
    places = [n for n, ask in enumerate(asks) if ask.id == scene.state.at]
    return Waiting(asks, places[0] if places else 0)


def dials_of(
    scene: Scene,
    scroll: tuple[Means, Means] | None = None,
    step: tuple[Means, Means] | None = None,
) -> tuple[tuple[Dial, ...], tuple[Dial, ...]]:
    """Dials and touch keys: the first dial scrolls, the second steps; touch keys step."""
    sides = (scroll, step)
    dials = tuple(
        _dial(scene, f"dial {n}", sides[n] if n < len(sides) else None)
        for n in range(scene.model.dials)
    )
    touch = tuple(
        _dial(scene, f"touch {n}", (step[n], step[n]) if step and n < len(step) else None)
        for n in range(scene.model.touch_keys)
    )
    return dials, touch


def _dial(scene: Scene, where: str, sides: tuple[Means, Means] | None) -> Dial:
    if sides is None:
        return Dial()
    left, right = sides
    return Dial(
        scene.face(f"{where} left", left, BLACK), scene.face(f"{where} right", right, BLACK)
    )
