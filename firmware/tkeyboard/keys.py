"""Keys that bounce become presses; what a release means is decided by how long it was down."""

import time

SETTLE = 8  # milliseconds for which a contact must rest before it counts


class Key:
    """One key: its contact goes in, `down` and `up` come out."""

    def __init__(self) -> None:
        self.is_down = False
        self._seen = False
        self._since = 0

    def feed(self, contact: bool, now: int) -> bool:
        """Take what the contact says now; True if the key went down or up by that."""
        if contact != self._seen:
            self._seen, self._since = contact, now
        rested = not 0 <= time.ticks_diff(now, self._since) < SETTLE  # nor after a clock that jumps
        if not rested or contact == self.is_down:
            return False
        self.is_down = contact
        return True


class Finger:
    """A key that is down, on the faces that it had when it went down."""

    def __init__(self, press, hold, hold_ms: int) -> None:
        self.press = press
        self.hold = hold
        self.hold_ms = hold_ms
        self.began = None  # when the daemon started to count

    def faces(self) -> list:
        """Every face that is under the finger."""
        return [face for face in (self.press, self.hold) if face]

    def held(self, now: int) -> int:
        """For how many milliseconds the hold counts."""
        return 0 if self.began is None else max(0, time.ticks_diff(now, self.began))

    def release(self, now: int) -> tuple:
        """What is sent for letting go: the message's type, its face, and how long it was held."""
        held = self.held(now)
        if self.hold and (held >= self.hold_ms or not self.press):
            return "up", self.hold, held
        return "press", self.press, 0
