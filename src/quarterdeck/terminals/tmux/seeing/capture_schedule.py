"""When to look at a pane after output: soon, not too often, and not all at once. No clock."""

from dataclasses import dataclass
from math import inf

QUIET = 0.03  # a screen is whole when nothing was written for so long
GAP = 0.2  # between two looks at one pane
MUCH = 400  # bytes at once: a spinner's turn has less, a dialog or the end of a turn more
WORKING_QUIET = 0.15  # a spinner that stops is news
WORKING_LIMIT = 2.0  # one that turns is not
POLLED = 0.25  # panes that cannot tell us that they stirred


@dataclass(slots=True)
class _Watched:
    """One pane: when it stirred first and last since the last look, and when that was."""

    first: float = inf
    last: float = -inf
    looked: float = -inf
    much: bool = False
    working: bool = False
    polled: bool = False

    def due(self) -> float:
        """Give the time of the next look."""
        return min(self._stirred_due(), self.looked + POLLED if self.polled else inf)

    def _stirred_due(self) -> float:
        if self.first == inf:
            return inf
        turns = self.working and not self.much
        quiet, limit = (WORKING_QUIET, WORKING_LIMIT) if turns else (QUIET, GAP)
        return max(self.looked + GAP, min(self.last + quiet, self.first + limit))


class CaptureSchedule:
    """The panes of one server and the looks they may have in a second, all together."""

    def __init__(self, looks_a_second: float) -> None:
        self._rate = looks_a_second
        self._left = looks_a_second
        self._counted = -inf
        self._panes: dict[str, _Watched] = {}

    def limit(self, looks_a_second: float) -> None:
        """Allow this many looks per second from now on."""
        self._rate = looks_a_second

    def follow(self, pane: str, now: float) -> None:
        """Look at a pane now, and whenever it stirs."""
        if pane not in self._panes:
            self._panes[pane] = _Watched(first=now, last=-inf)

    def forget(self, pane: str) -> None:
        """Look at a pane no more."""
        self._panes.pop(pane, None)

    def working(self, pane: str, yes: bool) -> None:
        """Say whether a pane's agent is known to work: it then needs few looks."""
        if pane in self._panes:
            self._panes[pane].working = yes

    def polled(self, pane: str, yes: bool) -> None:
        """Say whether a pane must be looked at even without output."""
        if pane in self._panes:
            self._panes[pane].polled = yes

    def stirred(self, pane: str, size: int, now: float) -> bool:
        """Note that a pane wrote this many bytes; true if it was quiet."""
        watched = self._panes.get(pane)
        if watched is None:
            return False
        rested = watched.first == inf
        watched.first = min(watched.first, now)
        watched.last = now
        watched.much = watched.much or size >= MUCH
        return rested

    def looked(self, pane: str, now: float) -> None:
        """Note a look at a pane that began at this time."""
        if watched := self._panes.get(pane):
            watched.looked = now
            if watched.last < now:
                watched.first, watched.much = inf, False
            else:
                watched.first = watched.last

    def due(self, now: float) -> list[str]:
        """Give the panes to look at now, the longest waiting first, and count them."""
        self._refill(now)
        ready = [(w.due(), pane) for pane, w in self._panes.items() if w.due() <= now]
        chosen = [pane for _, pane in sorted(ready)[: int(self._left)]]
        self._left -= len(chosen)
        return chosen

    def rest(self, now: float) -> float:
        """Give the seconds until a pane may be due."""
        soonest = min((w.due() for w in self._panes.values()), default=inf)
        if soonest > now:
            return soonest - now
        return max(0.0, (1 - self._left) / self._rate)

    def _refill(self, now: float) -> None:
        grown = (now - self._counted) * self._rate if self._counted > -inf else self._rate
        self._left = min(self._rate, self._left + grown)
        self._counted = now
