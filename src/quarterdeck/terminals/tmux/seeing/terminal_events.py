"""What tmux tells about panes and servers."""

from dataclasses import dataclass

from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity
from quarterdeck.terminals.tmux.seeing.screen import Screen


@dataclass(frozen=True, slots=True)
class ServerUp:
    """A server answers."""

    socket: str
    version: str


@dataclass(frozen=True, slots=True)
class ServerDown:
    """A server is gone, and all its panes with it."""

    socket: str


@dataclass(frozen=True, slots=True)
class PaneSeen:
    """A pane is new, or something about it changed."""

    pane: Pane


@dataclass(frozen=True, slots=True)
class PaneGone:
    """A pane is closed, or runs another program under the same id."""

    identity: PaneIdentity


@dataclass(frozen=True, slots=True)
class PaneWrote:
    """A followed pane wrote something after a rest; its screen follows."""

    identity: PaneIdentity


@dataclass(frozen=True, slots=True)
class ScreenChanged:
    """A followed pane looks different."""

    identity: PaneIdentity
    screen: Screen


TerminalEvent = ServerUp | ServerDown | PaneSeen | PaneGone | PaneWrote | ScreenChanged
