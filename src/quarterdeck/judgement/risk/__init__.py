"""What a command or tool call could do, and how dangerous that is."""

from quarterdeck.judgement.risk.additions import (
    NO_ADDITIONS,
    Additions,
    BadAddition,
    read_additions,
)
from quarterdeck.judgement.risk.judge import (
    explain,
    judge_call,
    judge_command,
    long_risk,
    too_long,
)
from quarterdeck.judgement.risk.place import Place
from quarterdeck.judgement.risk.shell import LONG
from quarterdeck.judgement.risk.step import Step

__all__ = [
    "LONG",
    "NO_ADDITIONS",
    "Additions",
    "BadAddition",
    "Place",
    "Step",
    "explain",
    "judge_call",
    "judge_command",
    "long_risk",
    "read_additions",
    "too_long",
]
