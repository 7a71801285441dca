"""What stays on a screen that is being redrawn: a spinner may turn, a dialog may not move."""

from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.terminals.tmux.control.commands import Landmark
from quarterdeck.terminals.tmux.seeing.screen import Screen

_SEEN = 24  # lines of the screen that must still be there when a key is pressed
_FOOT = 3  # without a dialog: the composer and what stands below it


class StableRows:
    """The lines that were in the same place at every look so far."""

    def __init__(self) -> None:
        self._marks: tuple[Landmark, ...] | None = None

    def marks(self, screen: Screen, dialog: Dialog | None) -> tuple[Landmark, ...]:
        """Take one more look, and give what a server should check; nothing if too little stays."""
        seen = screen.landmarks(_SEEN)
        before, self._marks = self._marks, seen
        if before is not None:
            self._marks = tuple(mark for mark in seen if mark in before)
        return self._marks if _core(seen, dialog) <= set(self._marks) else ()


def _core(seen: tuple[Landmark, ...], dialog: Dialog | None) -> set[Landmark]:
    """Without these, something could not be distinguished from what replaced it."""
    sign = dialog.fingerprint if dialog else ""
    # The transcript above the dialog may say the same.
    named = [mark for mark in seen if sign and sign in mark[1]][-1:]
    return set(named or seen[-_FOOT:])
