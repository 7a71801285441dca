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
from quarterdeck.judgement.screens.rules import BadRule, Rules, with_additions

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
