"""Finds the pane in which a process runs."""

from collections.abc import Iterable, Mapping

from quarterdeck.terminals.tmux.control.panes import Pane


def named(environment: Mapping[str, str]) -> tuple[str, str] | None:
    """Give the socket and the pane from a process's environment."""
    socket = environment.get("TMUX", "").rpartition(",")[0].rpartition(",")[0]
    pane = environment.get("TMUX_PANE", "")
    return (socket, pane) if socket and pane else None


def owner(
    panes: Iterable[Pane],
    *,
    tty: str | None,
    lineage: Iterable[int],
    told: str,
) -> Pane | None:
    """Find the pane of a process by its terminal, its ancestors, or what it was told.

    What it was told counts only for one without a terminal: windows that are opened from a pane
    inherit it, and everything in them does.
    """
    every = list(panes)
    by_tty = {pane.identity.tty: pane for pane in every if not pane.dead}
    if tty and tty in by_tty:
        return by_tty[tty]
    by_pid = {pane.identity.pane_pid: pane for pane in every}
    found = next((by_pid[pid] for pid in lineage if pid in by_pid), None)
    if found or tty:
        return found
    return next((pane for pane in every if pane.identity.pane == told), None)
