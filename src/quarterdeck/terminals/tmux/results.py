"""How a call ended, with the real cause if it failed."""

from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.states import Outcome


class TmuxBridgeErrorType(StrEnum):
    """Why a call to tmux failed."""

    PANE_NOT_FOUND = "pane_not_found"
    TMUX_NOT_INSTALLED = "tmux_not_installed"
    SUBPROCESS_FAILED = "subprocess_failed"  # tmux refused, or no server answers
    NO_PANE_ID = "no_pane_id"
    TIMEOUT = "timeout"
    SEND_FAILED = "send_failed"  # the pane is there, and did not take it
    UNKNOWN = "unknown"


class TmuxError(Exception):
    """tmux could not do what it was asked."""

    def __init__(self, kind: TmuxBridgeErrorType, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class SendResult:
    """How typing ended; the outcome is never better than the evidence."""

    outcome: Outcome
    latency_ms: int
    error_type: TmuxBridgeErrorType | None = None
    message: str = ""

    @property
    def success(self) -> bool:
        """Whether evidence says that the agent took it."""
        return self.outcome is Outcome.ACCEPTED


@dataclass(frozen=True, slots=True)
class HealthResult:
    """Whether a pane is there, and whether an agent runs in it."""

    available: bool
    running: bool
    error_type: TmuxBridgeErrorType | None = None
    message: str = ""


def complaint(error: str) -> TmuxError:
    """Sort a complaint of tmux by its cause."""
    lost = any(sign in error for sign in ("can't find pane", "no such pane"))
    kinds = TmuxBridgeErrorType
    return TmuxError(kinds.PANE_NOT_FOUND if lost else kinds.SUBPROCESS_FAILED, error)
