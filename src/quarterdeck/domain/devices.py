"""Callers with their own token: each can be identified, limited and revoked."""

from dataclasses import dataclass

from quarterdeck.domain.callers import Caller, CallerKind, Role
from quarterdeck.domain.ids import CallerId
from quarterdeck.domain.risk import Level


@dataclass(frozen=True, slots=True)
class Device:
    """One page, phone or deck; of its token only the hash is known."""

    id: CallerId
    name: str
    kind: CallerKind
    role: Role
    ceiling: Level
    token_hash: str
    created: float
    last_seen: float
    revoked: bool
    taken_over: float | None = None  # when two had its token at the same time, last

    def caller(self) -> Caller:
        """The caller that has this device's token."""
        return Caller(
            self.id, self.kind, self.name, self.role, self.ceiling, session=None, own_token=True
        )
