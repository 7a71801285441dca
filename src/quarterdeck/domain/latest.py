"""When something last happened in each session: hooks overtake each other on their way here."""

from quarterdeck.domain.ids import SessionId


class Latest:
    """The latest moment that was heard of, for each session."""

    def __init__(self) -> None:
        self._at: dict[SessionId, float] = {}

    def note(self, session: SessionId, at: float) -> None:
        """It happened at that moment."""
        self._at[session] = max(at, self._at.get(session, at))

    def is_after(self, session: SessionId, at: float) -> bool:
        """Whether it happened after that moment, so that what is told of then is old news."""
        return self._at.get(session, at) > at

    def forget(self, session: SessionId) -> None:
        """Drop a session."""
        self._at.pop(session, None)
