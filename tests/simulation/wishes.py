"""People who want something done in sessions: some vanish, some want it twice, agents try too."""

import itertools
from dataclasses import dataclass, replace

from tests.simulation.people import PERSON, PHONE, Put
from tests.simulation.truth import Truth, Wish
from tests.simulation.world import World
from tests.stories.happened import AGENT

from quarterdeck.domain.actions import Action, Do, Focus, Interrupt, Keys, Send
from quarterdeck.domain.events import ActionRequested, ActionWithdrawn
from quarterdeck.domain.ids import ActionId, SessionId
from quarterdeck.domain.sessions import Session


@dataclass(slots=True)
class Wishes:
    """Asks for texts, keys, interrupts and focus."""

    world: World
    truth: Truth
    put: Put
    count: "itertools.count[int]"

    def want(self, session: Session) -> None:
        """Somebody wants something done in a session."""
        name = ActionId(f"action {next(self.count)}")
        do: Do = self.world.random.choice(
            # What is typed tells whose it is.
            (Send(name), Send(name), Send(name), Keys((name,)), Keys((name,)), Focus())
        )
        patient = self.world.random.random() < 0.6
        self._request(name, session.id, do, 12.0 if patient and isinstance(do, Send) else 0.0)

    def press(self, session: SessionId) -> None:
        """Somebody wants a key pressed, which may keep a terminal busy for a while."""
        name = ActionId(f"action {next(self.count)}")
        self._request(name, session, Keys((name,)), 0.0)

    def stop(self, session: Session) -> None:
        """Somebody has enough of what a session does."""
        name = ActionId(f"action {next(self.count)}")
        self._request(name, session.id, Interrupt(), 0.0)

    def _request(self, name: ActionId, session: SessionId, do: Do, patience: float) -> None:
        by = self.world.random.choices((PERSON, PHONE.caller(), AGENT), (16, 3, 1))[0]
        action = Action(name, session, do, by, self.world.now, patience)
        wish = self.truth.wishes[name] = Wish(action)
        twice = self.world.chance(0.05)

        def arrive() -> None:
            self.world.note(f"{by.name} wants {name}: {do.kind} in {session}")
            self.put(ActionRequested(replace(action, at=self.world.now)))

        for _ in range(2 if twice else 1):
            self.world.soon(0.0, 0.1, arrive)
        if self.world.chance(0.2):
            self.world.soon(0.1, 4.0, lambda: self._vanish(wish))

    def _vanish(self, wish: Wish) -> None:
        self.world.note(f"whoever wanted {wish.action.id} is gone")
        wish.withdrawn = self.world.now
        self.put(ActionWithdrawn(wish.action.id, self.world.now))
