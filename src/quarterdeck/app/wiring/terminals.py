"""The terminals in which agents run: tmux everywhere, the Mac's own on a Mac."""

import platform

from quarterdeck.daemon.terminals import Terminals
from quarterdeck.domain.sessions import Session
from quarterdeck.terminals.tmux.session_panes import SessionPanes
from quarterdeck.terminals.tmux.terminal import Prompted, ReadScreen, TmuxTerminal

ON_A_MAC = platform.system() == "Darwin"


def terminals(
    panes: SessionPanes, read: ReadScreen, prompted: Prompted, *, on_a_mac: bool
) -> Terminals:
    """Every kind of terminal that can be here, as one."""
    if not on_a_mac:
        return Terminals(TmuxTerminal(panes, read, prompted, show_tty=None))
    from quarterdeck.terminals.macos.link import focus
    from quarterdeck.terminals.macos.terminal import MacTerminal

    tmux = TmuxTerminal(panes, read, prompted, show_tty=focus)
    return Terminals(tmux, MacTerminal(read, prompted))


def can_focus(panes: SessionPanes, session: Session, *, on_a_mac: bool) -> bool:
    """Whether a session's terminal is known, so that it can be brought to the front."""
    terminal = session.facts.terminal
    return panes.of(session.id) is not None or bool(on_a_mac and terminal and terminal.tty)
