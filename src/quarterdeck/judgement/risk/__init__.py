"""What a command or tool call could do, and how dangerous that is."""

from quarterdeck.judgement.risk.command_layout import CommandLayout, Mark, breaks_of, layout_of
from quarterdeck.judgement.risk.judge import (
    effort_of,
    explain,
    judge_call,
    judge_command,
    long_risk,
)
from quarterdeck.judgement.risk.judging_cost import Effort
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.run_tree import Step
from quarterdeck.judgement.risk.user_rules import (
    NO_ADDITIONS,
    Additions,
    BadAddition,
    read_additions,
)

__all__ = [
    "NO_ADDITIONS",
    "Additions",
    "BadAddition",
    "CommandLayout",
    "Effort",
    "Mark",
    "Place",
    "Step",
    "breaks_of",
    "effort_of",
    "explain",
    "judge_call",
    "judge_command",
    "layout_of",
    "long_risk",
    "read_additions",
]
