"""The rules that come with Quarterdeck."""

from functools import cache
from pathlib import Path

from quarterdeck.judgement.screens.rule_loading import rules_from
from quarterdeck.judgement.screens.rules import Rules


@cache
def builtin_rules() -> Rules:
    """The rules for every agent we know."""
    files = sorted(Path(__file__).with_name("agent_rules").glob("*.toml"))
    return rules_from(file.read_text("utf-8") for file in files)
