"""How an agent is stopped without losing what it did, and set going again."""

from quarterdeck.domain.actions import Do, Interrupt, Send
from quarterdeck.domain.states import Outcome

# Typed into the queue of an agent at work: it reads it at its next step.
WIND_DOWN = Send(
    "Please stop soon: finish the step you are in, save your work,"
    " then summarise what is done and what is left.",
    queue=True,
)
CONTINUE = Send("Please continue with what you were doing when I stopped you.")


def stops(do: Do, outcome: Outcome) -> bool:
    """Whether this brings an agent to a stop: Escape that was pressed does, seen or not."""
    if isinstance(do, Interrupt):
        return outcome in (Outcome.ACCEPTED, Outcome.UNKNOWN)
    return do == WIND_DOWN and outcome is Outcome.ACCEPTED
