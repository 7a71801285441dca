"""How an agent is stopped without losing what it did, and set going again."""

from quarterdeck.domain.actions import Do, Interrupt, Send

# Typed into the queue of an agent at work: it reads it at its next step.
WIND_DOWN = Send(
    "Please stop soon: finish the step you are in, save your work,"
    " then summarise what is done and what is left.",
    queue=True,
)
CONTINUE = Send("Please continue with what you were doing when I stopped you.")


def stops(do: Do) -> bool:
    """Whether this brings an agent to a stop."""
    return isinstance(do, Interrupt) or do == WIND_DOWN
