"""The rules that come with Quarterdeck."""

from functools import cache
from importlib import resources

from quarterdeck.judgement.screens.rule_loading import rules_from
from quarterdeck.judgement.screens.rules import Rules


@cache
def builtin_rules() -> Rules:
    """The rules for every agent we know."""
    folder = resources.files("quarterdeck.judgement.screens").joinpath("agent_rules")
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return rules_from(f.read_text("utf-8") for f in files if f.name.endswith(".toml"))
