"""What is told about panes."""

from dataclasses import dataclass

from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.seeing.screen import Screen


@dataclass(frozen=True, slots=True)
class PaneGone:
    """A pane is closed, or runs another program under the same id."""

    identity: PaneIdentity


@dataclass(frozen=True, slots=True)
class ScreenChanged:
    """A followed pane looks different."""

    identity: PaneIdentity
    screen: Screen


TerminalEvent = PaneGone | ScreenChanged
