"""The boards of surfaces with keys as the loop sees them: nothing, until such a surface comes."""

from typing import Protocol

from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import SurfaceId
from quarterdeck.domain.sessions import Session


class KeyBoards(Protocol):
    """Boards that are laid out again when something changes."""

    def surface_changed(self, name: SurfaceId) -> None:
        """A surface should be given its board again."""

    def ask_changed(self, ask: Ask, /) -> None:
        """An ask came, ended or moved."""

    def session_changed(self, session: Session, /) -> None:
        """A session does something else."""


class LaterKeyBoards:
    """Passes on what changed, once there are boards to change."""

    def __init__(self) -> None:
        self.boards: KeyBoards | None = None

    def surface_changed(self, name: SurfaceId) -> None:
        """A surface should be given its board again."""
        if self.boards is not None:
            self.boards.surface_changed(name)

    def ask_changed(self, ask: Ask) -> None:
        """An ask came, ended or moved."""
        if self.boards is not None:
            self.boards.ask_changed(ask)

    def session_changed(self, session: Session) -> None:
        """A session does something else."""
        if self.boards is not None:
            self.boards.session_changed(session)
