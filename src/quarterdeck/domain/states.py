"""What a session can be doing, and what its composer can hold."""

from enum import StrEnum


class State(StrEnum):
    """What an agent process is doing, as far as known."""

    STARTING = "starting"
    IDLE = "idle"
    WORKING = "working"
    WAITING = "waiting"
    LIMITED = "limited"
    FAILED = "failed"
    ENDED = "ended"
    UNKNOWN = "unknown"


class Composer(StrEnum):
    """What is in the agent's input box."""

    EMPTY = "empty"
    GHOST = "ghost"  # a suggestion of the agent, not typed by anybody
    DRAFT = "draft"  # a person's own text
    QUEUED = "queued"  # a placeholder for messages that wait for the turn's end
    SHELL = "shell"  # the agent's `!` mode
    NONE = "none"  # no composer on screen


class Mode(StrEnum):
    """How freely the agent may act without asking."""

    DEFAULT = "default"
    ACCEPT_EDITS = "accept_edits"
    PLAN = "plan"
    AUTO = "auto"
    BYPASS = "bypass"
    DONT_ASK = "dont_ask"


class Outcome(StrEnum):
    """How an answer or a typed text ended. None is ever reported as another."""

    ACCEPTED = "accepted"  # evidence says that the agent took it
    BLOCKED = "blocked"  # it arrived; something else holds the terminal
    NOT_DELIVERED = "not_delivered"
    UNKNOWN = "unknown"
