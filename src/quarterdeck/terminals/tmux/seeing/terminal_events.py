"""What is reported about servers and panes."""

from dataclasses import dataclass

from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.seeing.screen import Screen


@dataclass(frozen=True, slots=True)
class ServerUp:
    """A server answers, for the first time or again; its panes are known."""

    socket: str


@dataclass(frozen=True, slots=True)
class PaneGone:
    """A pane is closed, or runs another program under the same id."""

    identity: PaneIdentity


@dataclass(frozen=True, slots=True)
class ScreenChanged:
    """A followed pane looks different."""

    identity: PaneIdentity
    screen: Screen


TerminalEvent = ServerUp | PaneGone | ScreenChanged
