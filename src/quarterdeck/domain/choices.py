"""The ways to answer each kind of ask."""

from dataclasses import dataclass
from enum import StrEnum


class Meaning(StrEnum):
    """What choosing something means for the agent."""

    ALLOWS = "allows"
    REFUSES = "refuses"
    SETTLES = "settles"  # nothing is allowed or refused: answered, dismissed


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer."""

    id: str
    label: str
    description: str
    meaning: Meaning


Choices = tuple[Choice, ...]

ALLOW = Choice("allow", "Allow", "Let it run this once", Meaning.ALLOWS)
ALWAYS = Choice("always", "Always", "Let it run, and do not ask again", Meaning.ALLOWS)
DENY = Choice("deny", "Deny", "Refuse, and let the agent go on", Meaning.REFUSES)
DENY_STOP = Choice("deny_stop", "Deny and stop", "Refuse, and end the turn", Meaning.REFUSES)

SUBMIT = Choice("submit", "Submit", "Send these answers", Meaning.SETTLES)
CHAT = Choice("chat", "Talk about it", "Answer with a text instead", Meaning.REFUSES)
CANCEL = Choice("cancel", "Cancel", "Do not answer", Meaning.REFUSES)

APPROVE = Choice("approve", "Approve", "Go on, asking before edits", Meaning.ALLOWS)
ACCEPT_EDITS = Choice(
    "accept_edits", "Approve, accept edits", "Go on without asking", Meaning.ALLOWS
)
CHANGE = Choice("change", "Say what to change", "Keep planning", Meaning.REFUSES)

ACCEPT = Choice("accept", "Send", "Send these values", Meaning.SETTLES)
DECLINE = Choice("decline", "Decline", "Refuse to give them", Meaning.REFUSES)
CLOSE = Choice("cancel", "Cancel", "Close it without an answer", Meaning.REFUSES)

ALLOW_NEXT = Choice("allow_next", "Allow next time", "Add a rule for it", Meaning.ALLOWS)
TELL = Choice("tell", "Tell the agent", "Type a message to it", Meaning.SETTLES)
GO_ON = "Please go on."  # what trying again types
RETRY = Choice("retry", "Try again", f"Type “{GO_ON}” to it", Meaning.SETTLES)

FOCUS = Choice("focus", "Go there", "Bring its terminal to the front", Meaning.SETTLES)
DISMISS = Choice("dismiss", "Dismiss", "Take it off the list", Meaning.SETTLES)

# What presses no key of the dialog that is asked about.
BESIDE_THE_DIALOG = frozenset(choice.id for choice in (ALLOW_NEXT, TELL, RETRY, FOCUS, DISMISS))
