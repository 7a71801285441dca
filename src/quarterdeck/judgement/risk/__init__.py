"""What a command or tool call could do, and how dangerous that is."""

from quarterdeck.judgement.risk.additions import (
    NO_ADDITIONS,
    Additions,
    BadAddition,
    read_additions,
)
from quarterdeck.judgement.risk.effort import Effort
from quarterdeck.judgement.risk.judge import (
    effort_of,
    explain,
    judge_call,
    judge_command,
    long_risk,
)
from quarterdeck.judgement.risk.place import Place
from quarterdeck.judgement.risk.step import Step

__all__ = [
    "NO_ADDITIONS",
    "Additions",
    "BadAddition",
    "Effort",
    "Place",
    "Step",
    "effort_of",
    "explain",
    "judge_call",
    "judge_command",
    "long_risk",
    "read_additions",
]
