"""A hook client as its agent runs it: it brings an ask, waits, prints the answer, or is ended."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.simulation.truth import Dialog
from tests.simulation.world import World

from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.events import Closing
from quarterdeck.domain.ids import AskId, RequestId

if TYPE_CHECKING:
    from tests.simulation.daemon import SimulatedDaemon

FIRST_WORD_WITHIN = 2.0
COMES_BACK_EVERY = 0.25
STARTS_WITHIN = 5.0  # how long a hook waits for a daemon that it started


class HookClient:
    """One process that waits for a person's answer."""

    def __init__(
        self, world: World, daemon: "SimulatedDaemon", dialog: Dialog, request: RequestId
    ) -> None:
        self._world = world
        self._daemon = daemon
        self.dialog = dialog
        self.request = request
        self.ask = AskId(f"ask of {request}")
        self.keep = dialog.keep
        self.started = world.now
        self.connected = world.now  # when a daemon last took it in
        self.over = False
        self.heard = False  # a daemon took it in, once
        self.kept = False
        self.answering = False
        self.prints_within = (0.001, 0.03)
        self.overstayed = False  # it had to let itself go

    def connect(self) -> None:
        """Find the daemon; a kept hook tries for long, another one gives up soon."""
        if self.over:
            return
        patient = self.kept or self._world.now - self.started < STARTS_WITHIN
        if not self._daemon.alive:
            again = patient and not self._world.chance(0.1)
            self._world.later(COMES_BACK_EVERY, self.connect) if again else self._end()
            return
        self.heard, self.connected = True, self._world.now
        self._daemon.take_in(self)
        if self.keep is Keep.GATE:
            self._world.later(self._daemon.gate + 1.0, self._overstay)
        elif not self.kept:
            self._world.later(FIRST_WORD_WITHIN, self._tire)

    # What the daemon says to it

    def hear_kept(self) -> None:
        """It may come back after a restart."""
        self.kept = True

    def hear_done(self) -> None:
        """It is let go; what it was told before comes first."""
        if not self.answering:
            self._close(Closing.CLOSED)

    def hear_answer(self, ask: Ask, answer: Answer) -> None:
        """It prints what it was given, if it lives that long."""
        self.answering = True
        stalls = self._world.chance(0.03)  # its machine is busy, or somebody stopped it
        least, most = (1.0, 12.0) if stalls else self.prints_within
        self._world.soon(least, most, lambda: self._print(ask, answer))

    def daemon_died(self) -> None:
        """Its connection broke."""
        if self.answering or self.over:
            return
        if self.kept:
            self._world.later(COMES_BACK_EVERY, self.connect)
        else:
            self._end()

    # What its agent does to it

    def terminate(self) -> None:
        """The agent ends it; it can still say so."""
        self._close(Closing.TERMINATED)

    def kill(self) -> None:
        """It dies without a word."""
        self._close(Closing.CLOSED)

    def _print(self, ask: Ask, answer: Answer) -> None:
        if self.over:
            return
        self._end()
        self.dialog.agent.take(self.dialog, ask, answer)
        self._say(lambda: self._daemon.hear_printed(self))
        self._world.later(0.02, lambda: self._daemon.hear_closed(self, Closing.CLOSED))

    def _close(self, how: Closing) -> None:
        if not self.over:
            self._end()
            self._say(lambda: self._daemon.hear_closed(self, how))

    def _say(self, word: Callable[[], None]) -> None:
        self._world.soon(0.0, 0.02, word)

    def _end(self) -> None:
        self.over = True
        self.dialog.agent.hook_ended()

    def _tire(self) -> None:
        if not self.kept and not self.answering:
            self._close(Closing.CLOSED)

    def _overstay(self) -> None:
        if not self.over and not self.answering:
            self.overstayed = True
            self._close(Closing.CLOSED)
