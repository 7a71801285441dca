"""People at their surfaces: what they see is late, what they press may be gone."""

import itertools
from collections.abc import Callable

from tests.simulation.truth import Press, Truth
from tests.simulation.world import World

from quarterdeck.domain import events as e
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import AnswerId, AskId, SurfaceId
from quarterdeck.domain.watch import View

Put = Callable[[e.Event], None]


class Surface:
    """Shows asks a little after it hears of them, and says so."""

    def __init__(self, world: World, name: str, slowness: float, put: Put) -> None:
        self._world = world
        self._put = put
        self._slowness = slowness
        self.name = name
        self.there = True
        self.drawing = 0  # what it heard of and does not show yet
        self.shown: dict[AskId, tuple[Ask, float]] = {}
        self._newest: dict[AskId, Ask] = {}

    def show(self, ask: Ask) -> None:
        """An ask changed."""
        if self.there:
            newest = self._newest
            newest[ask.id] = ask
            self.drawing += 1
            self._world.soon(0.001, self._slowness, lambda: self._draw(newest, ask.id))

    def connect(self, view: View) -> None:
        """It comes to a daemon, and shows what that one knows."""
        self.there = True
        self.shown.clear()
        self._newest = {}
        for ask in view.asks:
            self.show(ask)

    def leave(self) -> None:
        """It is unplugged."""
        self.there = False
        self.shown.clear()
        self._put(e.SurfaceLeft(SurfaceId(self.name), self._world.now))

    def _draw(self, told: dict[AskId, Ask], name: AskId) -> None:
        self.drawing -= 1
        if not self.there or told is not self._newest:
            return  # that connection is gone
        ask = told[name]
        if ask.ended:
            self.shown.pop(ask.id, None)
        else:
            _, since = self.shown.get(ask.id, (ask, self._world.now))
            self.shown[ask.id] = (ask, since)
        self._put(e.SurfaceSeen(SurfaceId(self.name), self._world.now))


class People:
    """Everybody who looks and presses."""

    def __init__(self, world: World, truth: Truth) -> None:
        self._world = world
        self._truth = truth
        self._put: Put = lambda _: None
        self._count = itertools.count(1)
        self.surfaces: list[Surface] = []

    def gather(self, put: Put) -> None:
        """Surfaces of every pace, for a daemon that takes what they send."""
        self._put = put
        self.surfaces = [
            Surface(self._world, name, slowness, put)
            for name, slowness in (("deck", 0.05), ("phone", 1.0), ("old phone", 3.0))
        ]

    def show(self, ask: Ask) -> None:
        """The daemon tells everybody what changed."""
        for surface in self.surfaces:
            surface.show(ask)

    def reconnect(self, view: View) -> None:
        """A new daemon shows everybody what it knows."""
        for surface in self.surfaces:
            if surface.there:
                surface.connect(view)

    def come_and_go(self, view: View | None) -> None:
        """A surface vanishes or comes back."""
        surface = self._world.random.choice(self.surfaces)
        if surface.there:
            surface.leave()
        elif view:
            surface.connect(view)

    def press(self) -> None:
        """Somebody presses what a surface shows."""
        surface = self._world.random.choice(self.surfaces)
        if surface.shown:
            ask, since = self._world.random.choice(list(surface.shown.values()))
            self._decide(ask, surface, since)

    def answer(self, view: View | None) -> None:
        """Somebody answers at the command line, where nothing moves under the finger."""
        if view and view.asks:
            self.decide(self._world.random.choice(view.asks))

    def decide(self, ask: Ask) -> None:
        """Somebody answers this ask there."""
        self._decide(ask, None, None)

    def _decide(self, ask: Ask, surface: Surface | None, since: float | None) -> None:
        choice = self._world.random.choice(ask.choices).id
        confirmed = self._world.random.random() < 0.5
        name = AnswerId(f"answer {next(self._count)}")
        answers = {q.text: "red" for q in ask.questions} if choice == "submit" else {}
        by = surface.name if surface else "the command line"
        seen = since if self._world.random.random() < 0.95 else None

        def arrive() -> None:
            text = "no" if choice in ("deny", "chat", "change") else ""
            given = Answer(name, ask.id, choice, text, answers, confirmed, by, self._world.now)
            known = self._truth.presses.setdefault(name, Press(given, seen, surface is not None))
            self._world.note(f"{by}: {choice} on {ask.id} as {name}")
            where = SurfaceId(surface.name) if surface else None
            self._put(e.Answered(known.answer, where, known.seen))

        for _ in range(2 if self._world.chance(0.05) else 1):
            self._world.soon(0.0, 0.2, arrive)
