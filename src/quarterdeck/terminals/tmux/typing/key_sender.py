"""Sends keys as long as landmarks are on the screen; the caller watches what they do."""

from collections.abc import Sequence

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.control.commands import Landmark
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.typing.keys import key
from quarterdeck.terminals.tmux.typing.pane_input import PaneInput
from quarterdeck.terminals.tmux.typing.presser import PRESSED
from quarterdeck.terminals.tmux.typing.typist import Ended


class KeySender:
    """Some keys on their way to one pane; nothing verifies them."""

    def __init__(self, pane: PaneInput, names: Sequence[str], expect: tuple[Landmark, ...]) -> None:
        self._pane = pane
        self._keys = [key(name) for name in names]
        self._expect = expect
        self.acted = False  # whether a key may have been pressed

    async def run(self) -> Ended:
        """Send them in order, as long as the landmarks are there."""
        screen = await self._pane.look()
        for one in self._keys:
            self._pane.check()
            before, self.acted = self.acted, True
            if not await self._pane.press(one, screen.command, self._expect):
                return _refused(screen, sent=before)
        return PRESSED


def _refused(screen: Screen, *, sent: bool) -> Ended:
    if screen.in_mode or screen.dead:
        return Ended(Outcome.BLOCKED, "the pane is in copy mode, or its program has ended")
    outcome = Outcome.UNKNOWN if sent else Outcome.NOT_DELIVERED
    return Ended(outcome, "the screen is not the one that was shown")
