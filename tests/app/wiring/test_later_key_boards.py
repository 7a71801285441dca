"""What changed reaches the boards of key surfaces once there are any."""

from quarterdeck.app.wiring.later_key_boards import LaterKeyBoards
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import SurfaceId
from quarterdeck.domain.sessions import Session


class Heard(list[str]):
    """Boards that note what they hear."""

    def surface_changed(self, name: SurfaceId) -> None:
        self.append(name)

    def ask_changed(self, _: Ask) -> None:
        self.append("ask")

    def session_changed(self, _: Session) -> None:
        self.append("session")


def test_nothing_is_told_before_there_are_boards_and_everything_after() -> None:
    later, heard = LaterKeyBoards(), Heard()
    later.surface_changed(SurfaceId("early"))
    later.boards = heard
    later.surface_changed(SurfaceId("deck"))
    assert heard == ["deck"]
