"""What is on this screen: state, composer, dialog and mode, by rules kept as data."""

from quarterdeck.judgement.screens.builtin import builtin_rules
from quarterdeck.judgement.screens.judge import Tried, explain, read
from quarterdeck.judgement.screens.reading import (
    Confidence,
    Dialog,
    Kind,
    Option,
    Reading,
    Tab,
    Timed,
)
from quarterdeck.judgement.screens.rule_loading import BadRule, with_additions
from quarterdeck.judgement.screens.rules import Rules

__all__ = [
    "BadRule",
    "Confidence",
    "Dialog",
    "Kind",
    "Option",
    "Reading",
    "Rules",
    "Tab",
    "Timed",
    "Tried",
    "builtin_rules",
    "explain",
    "read",
    "with_additions",
]
