"""Who follows the resources of which session, and is told when they change."""

from collections.abc import Callable

from quarterdeck.domain.buttons import Buttons
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import State
from quarterdeck.doors.mcp.resource_names import CONTEXT, STATUS

MOST = 1024  # followers; the oldest make way

Follower = Callable[[str], None]


class ResourceChanges:
    """Tells followers which resource changed."""

    def __init__(self) -> None:
        self._followers: dict[object, tuple[SessionId, Follower]] = {}
        self._known: dict[SessionId, tuple[State, Buttons | None]] = {}

    def follow(self, session: SessionId, tell: Follower) -> Callable[[], None]:
        """Tell of changes of this session from now on; what is returned ends that."""
        place = object()
        self._followers[place] = session, tell
        while len(self._followers) > MOST:
            self._followers.pop(next(iter(self._followers)))

        def leave() -> None:
            self._followers.pop(place, None)

        return leave

    def session_changed(self, session: Session) -> None:
        """Tell those who follow a session what is another than before."""
        before = self._known.get(session.id)
        if session.ended:
            self._known.pop(session.id, None)
        else:
            self._known[session.id] = session.state, session.buttons
        if before == (session.state, session.buttons):
            return
        changed = [STATUS]
        if before is None or before[1] != session.buttons:
            changed.append(CONTEXT)
        for followed, tell in list(self._followers.values()):
            if followed == session.id:
                for uri in changed:
                    tell(uri)
