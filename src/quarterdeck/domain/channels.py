"""Kept hooks: the ways by which an answer can reach the agent."""

from dataclasses import dataclass
from enum import StrEnum

from quarterdeck.domain.ids import AskId, RequestId


class Keep(StrEnum):
    """Whether, and how long, a hook may be kept open."""

    RACE = "race"  # the terminal's own dialog is live meanwhile: as long as it takes
    GATE = "gate"  # the hook hides the dialog: a short while, and only if somebody can see it
    NONE = "none"  # nobody is there to answer: never
    CALL = "call"  # no hook, but a call of a tool of ours: as long as it takes


@dataclass(frozen=True, slots=True)
class Channel:
    """One kept hook of one ask, or one call of a tool that waits for it."""

    request: RequestId
    ask: AskId
    keep: Keep
    at: float  # when its client started
