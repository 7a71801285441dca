"""How much one session may ask and tell, so that the person's list stays usable."""

from quarterdeck.domain.ids import SessionId
from quarterdeck.doors.call_rate import CallRate

MOST_WAITING = 8  # questions of one session at once
MOST_CALLS = 20  # of one session, questions and messages
WITHIN = 10.0  # seconds


class CallLimits:
    """When each session called lately."""

    def __init__(self) -> None:
        self._rates: dict[SessionId, CallRate] = {}

    def objection(self, session: SessionId, waiting: int, now: float) -> str | None:
        """Why one more call of a session is too much; None if it is not, and it counts."""
        if waiting >= MOST_WAITING:
            return f"{waiting} questions of this session wait already: wait for their answers."
        self._rates = {name: rate for name, rate in self._rates.items() if not rate.is_quiet(now)}
        rate = self._rates.setdefault(session, CallRate(MOST_CALLS, WITHIN))
        if not rate.takes(now):
            return f"{MOST_CALLS} calls in {WITHIN:g} s are the most: wait, and ask less."
        return None
