"""How much one session may ask and tell, so that the person's list stays usable."""

from collections import deque

from quarterdeck.domain.ids import SessionId

MOST_WAITING = 8  # questions of one session at once
MOST_CALLS = 20  # of one session, questions and messages
WITHIN = 10.0  # seconds


class CallLimits:
    """When each session called lately."""

    def __init__(self) -> None:
        self._lately: dict[SessionId, deque[float]] = {}

    def objection(self, session: SessionId, waiting: int, now: float) -> str | None:
        """Why one more call of a session is too much; None if it is not, and it counts."""
        if waiting >= MOST_WAITING:
            return f"{waiting} questions of this session wait already: wait for their answers."
        self._lately = {name: at for name, at in self._lately.items() if at[-1] > now - WITHIN}
        lately = self._lately.setdefault(session, deque())
        while lately and lately[0] <= now - WITHIN:
            lately.popleft()
        if len(lately) >= MOST_CALLS:
            return f"{MOST_CALLS} calls in {WITHIN:g} s are the most: wait, and ask less."
        lately.append(now)
        return None
