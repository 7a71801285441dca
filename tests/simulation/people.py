"""People at their surfaces: what they see is late, what they press may be gone, some cheat."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.simulation.truth import Press, Truth
from tests.simulation.world import World
from tests.stories.happened import AGENT, a_caller, a_device

from quarterdeck.domain import events as e
from quarterdeck.domain.ask_bodies import Questions
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.callers import Caller, Role
from quarterdeck.domain.ids import AnswerId, AskId, FaceId, SurfaceId
from quarterdeck.domain.risk import Level
from quarterdeck.domain.surfaces import Profile
from quarterdeck.domain.watch import View

if TYPE_CHECKING:
    from tests.simulation.daemon import SimulatedDaemon
ARRIVES_WITHIN = 0.2  # a press, at the daemon

Put = Callable[[e.Event], None]

PERSON = a_caller("the command line")
PHONE = a_device("phone", role=Role.ANSWER)
OLD_PHONE = a_device("old phone", role=Role.ANSWER, ceiling=Level.MEDIUM)
DEVICES = (PHONE, OLD_PHONE)


class Surface:
    """Shows asks a little after it is told to, says so, and is pressed."""

    def __init__(
        self, world: World, daemon: "SimulatedDaemon", name: str, slowness: float, caller: Caller
    ) -> None:
        self._world = world
        self._daemon = daemon
        self._slowness = slowness
        self._count = itertools.count(1)
        self.name = name
        self.caller = caller
        self.there = True
        self.drawing = 0  # times that it was told to draw and has not yet
        self.id = SurfaceId("")  # of this connection
        self.number = 0
        self.shown: dict[AskId, Ask] = {}
        self.faces: dict[tuple[AskId, str], FaceId] = {}
        self.seen: dict[AskId, float] = {}  # since when the daemon may know that it shows each
        self.old_faces: list[tuple[Ask, str, FaceId]] = []  # of earlier connections
        self.fingers: set[FaceId] = set()  # on a face; no two on the same

    def connect(self) -> None:
        """It comes to a daemon, which tells it what to show."""
        self._forget()
        self.there = True
        self.id = SurfaceId(f"{self.name}-{next(self._count)}")
        profile = Profile(self.name.replace(" ", ""), hold=True)
        self._daemon.boards.join(self.id, profile, self.caller, self._redraw)
        self._redraw()

    def lose(self) -> None:
        """The connection breaks, and the daemon notices; it may come back."""
        if self.there and self._daemon.alive:
            self._daemon.boards.leave(self.id)
        self._forget()
        self.id = SurfaceId("")

    def leave(self) -> None:
        """It is unplugged."""
        self.lose()
        self.there = False

    def hide(self) -> None:
        """Somebody looks at something else for a while."""
        if self.id and self._daemon.alive:
            self.seen.clear()
            self._daemon.boards.hidden(self.id)

    def claim(self, number: int, asks: list[AskId]) -> None:
        """It says that it shows what it was never given."""
        if self.id and self._daemon.alive:
            self._world.note(f"{self.id} claims to show {asks} of board {number}")
            self._daemon.boards.shown(self.id, number, asks)

    def _forget(self) -> None:
        for (ask, choice), face in list(self.faces.items())[:4]:
            self.old_faces.append((self.shown[ask], choice, face))
        del self.old_faces[:-20]
        self.shown, self.faces, self.seen, self.number = {}, {}, {}, 0

    def _redraw(self) -> None:
        self.drawing += 1
        connection = self.id
        self._world.soon(0.001, self._slowness, lambda: self._draw(connection))

    def _draw(self, connection: SurfaceId) -> None:
        self.drawing -= 1
        if connection != self.id or not self.there or not self._daemon.alive:
            return  # that connection is gone
        cards, view = self._daemon.boards.cards(self.id), self._daemon.view()
        asks = {ask.id: ask for ask in view.asks}
        self.number = cards.number
        self.shown = {name: asks[name] for name in cards.order}
        self.faces = {
            (ask.id, face.means.choice): face.id
            for ask in self.shown.values()
            for face in self._daemon.boards.faces(ask)
        }
        order = list(cards.order)
        self._world.soon(0.0, 0.05, lambda: self._acknowledge(connection, cards.number, order))

    def _acknowledge(self, connection: SurfaceId, number: int, asks: list[AskId]) -> None:
        if connection != self.id or not self._daemon.alive:
            return
        self.seen = {ask: self.seen.get(ask, self._world.now) for ask in asks}
        self._daemon.boards.shown(self.id, number, asks)


class People:
    """Everybody who looks and presses."""

    def __init__(self, world: World, truth: Truth) -> None:
        self._world = world
        self._truth = truth
        self._put: Put = lambda _: None
        self._count = itertools.count(1)
        self.surfaces: list[Surface] = []

    def gather(self, daemon: "SimulatedDaemon") -> None:
        """Surfaces of every pace, for a daemon that takes what they send."""
        self._put = daemon.put
        ways = (("deck", 0.05, PERSON), ("phone", 1.0, PHONE.caller()))
        self.surfaces = [
            Surface(self._world, daemon, name, slowness, caller)
            for name, slowness, caller in (*ways, ("old phone", 3.0, OLD_PHONE.caller()))
        ]

    def reconnect(self) -> None:
        """A new daemon is there for everybody."""
        for surface in self.surfaces:
            surface.id = SurfaceId("")  # the old one heard nothing of it
            if surface.there:
                surface.connect()

    def come_and_go(self, view: View | None) -> None:
        """A surface vanishes or comes back, or is not looked at."""
        surface = self._world.random.choice(self.surfaces)
        if not surface.there:
            surface.connect() if view else None
        elif self._world.random.random() < 0.3:
            surface.hide()
        else:
            surface.leave()

    # At a surface

    def press(self) -> None:
        """Somebody presses what a surface shows."""
        surface = self._world.random.choice(self.surfaces)
        if surface.shown:
            self._press(surface, self._world.random.choice(list(surface.shown.values())))

    def press_together(self) -> None:
        """Two people press the same ask on two surfaces."""
        one, other = self._world.random.sample(self.surfaces, 2)
        both = [ask for name, ask in one.shown.items() if name in other.shown]
        if both:
            ask = self._world.random.choice(both)
            self._press(one, ask)
            self._press(other, ask)

    def cheat(self, view: View | None) -> None:
        """A surface presses what it does not show, or says that it shows what it does not."""
        surface = self._world.random.choice(self.surfaces)
        if not surface.id or view is None:
            return
        hidden = [ask for ask in view.asks if ask.id not in surface.shown]
        match self._world.random.choice(("made up", "old", "not shown", "claimed", "forged")):
            case "made up" if surface.shown:
                ask = self._world.random.choice(list(surface.shown.values()))
                self._tap(surface, ask, ask.choices[0].id, FaceId("made up"))
            case "old" if surface.old_faces:
                self._tap(surface, *self._world.random.choice(surface.old_faces))
            case "not shown" if hidden:
                self._tap_hidden(surface, self._world.random.choice(hidden))
            case "claimed" if hidden:
                ask = self._world.random.choice(hidden)
                surface.claim(surface.number, [*surface.seen, ask.id])
                self._world.later(1.0, lambda: self._tap_hidden(surface, ask))
            case "forged" if view.asks:
                ask = self._world.random.choice(view.asks)
                ahead = self._world.random.choice((-20, 1, 2, 1000))
                if ask.id not in surface.seen:
                    surface.claim(surface.number + ahead, [ask.id])
                    self._world.later(1.0, lambda: self._tap_hidden(surface, ask))
            case _:
                pass

    def _tap_hidden(self, surface: Surface, ask: Ask) -> None:
        """Press a face that was worked out, not shown."""
        if surface.id and ask.id not in surface.seen:
            choice = self._world.random.choice(ask.choices)
            faces = surface._daemon.boards.faces(ask) if surface._daemon.alive else ()
            face = next((f.id for f in faces if f.means.choice == choice.id), None)
            if face:
                self._tap(surface, ask, choice.id, face)

    def _tap(self, surface: Surface, ask: Ask, choice: str, face: FaceId) -> None:
        """Press a face that is perhaps not shown: then it must not count."""
        self._world.note(f"{surface.id} cheats: {choice} on {ask.id}")
        name = self._name()
        answer = self._answer(name, ask, choice, surface.id)
        # An old face of the same run is the same face, if the surface shows it again.
        same = surface.faces.get((ask.id, choice)) == face and ask.id in surface.seen
        seen = surface.seen.get(ask.id)
        press = Press(answer, seen, surface.caller, on_surface=True, held=0.0, genuine=same)
        self._truth.presses[name] = press
        self._put(
            e.Pressed(name, surface.id, face, None, answer.text, answer.answers, self._world.now)
        )

    def _press(self, surface: Surface, ask: Ask) -> None:
        choice = self._world.random.choice(ask.choices).id
        face = surface.faces[ask.id, choice]
        name, connection = self._name(), surface.id
        lasts = self._world.random.choice((0.0, 0.3, 0.9, 1.1, 1.6))
        lies = self._world.chance(0.1)
        begun = self._world.now + self._world.random.uniform(0.0, 0.2)
        if face in surface.fingers:
            return
        surface.fingers.add(face)

        def down() -> None:
            self._put(e.PressBegan(connection, face, self._world.now))
            if self._world.chance(0.05):
                surface.lose()
                surface.connect() if surface._daemon.alive else None

        def up() -> None:
            surface.fingers.discard(face)
            # Whoever holds across a broken connection lets go on the new one.
            held = lasts if surface.id == connection else 0.0
            claimed = 1.5 if lies else lasts
            answer = self._answer(name, ask, choice, surface.id)
            press = Press(
                answer,
                surface.seen.get(ask.id),
                surface.caller,
                on_surface=True,
                held=held,
                genuine=ask.id in surface.seen,
            )
            known = self._truth.presses.setdefault(name, press)
            self._world.note(f"{surface.id}: {choice} on {ask.id} as {name}")
            self._put(
                e.Pressed(
                    name,
                    surface.id,
                    face,
                    claimed if lasts else None,
                    known.answer.text,
                    known.answer.answers,
                    known.answer.at,
                )
            )

        if lasts:
            self._world.later(begun - self._world.now, down)
        for _ in range(2 if self._world.chance(0.05) else 1):
            self._world.later(begun + lasts - self._world.now, up)

    # At the command line

    def answer(self, view: View | None) -> None:
        """Somebody answers at the command line, where nothing moves under the finger."""
        if view and view.asks:
            self.decide(self._world.random.choice(view.asks), within=ARRIVES_WITHIN)

    def decide(self, ask: Ask, *, within: float) -> None:
        """Somebody answers this ask there, and it arrives within so long; agents try it too."""
        choice = self._world.random.choice(ask.choices).id
        confirmed = self._world.random.random() < 0.5
        name = self._name()
        caller = AGENT if self._world.chance(0.05) else PERSON

        def arrive() -> None:
            given = replace(self._answer(name, ask, choice, caller.name), confirmed=confirmed)
            press = Press(given, None, caller, on_surface=False, held=0.0, genuine=True)
            known = self._truth.presses.setdefault(name, press)
            self._world.note(f"{caller.name}: {choice} on {ask.id} as {name}")
            self._put(e.Answered(known.answer, caller))

        for _ in range(2 if self._world.chance(0.05) else 1):
            self._world.soon(0.0, within, arrive)

    def _name(self) -> AnswerId:
        return AnswerId(f"answer {next(self._count)}")

    def _answer(self, name: AnswerId, ask: Ask, choice: str, by: str) -> Answer:
        questions = ask.body.questions if isinstance(ask.body, Questions) else ()
        answers = {q.text: "red" for q in questions} if choice == "submit" else {}
        text = "no" if choice in ("deny", "chat", "change") else ""
        return Answer(name, ask.id, choice, text, answers, False, by, self._world.now)
