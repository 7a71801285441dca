"""Dialogs of the real Claude Code, read from recorded screens."""

from pathlib import Path

from quarterdeck.judgement.screens import builtin_rules, read
from quarterdeck.judgement.screens.reading import Dialog

SCREENS = Path(__file__).parents[2] / "recordings" / "screens"


def dialog(version: str, name: str) -> Dialog:
    """The dialog on a recorded screen."""
    text = (SCREENS / f"claude-{version}" / f"{name}.ansi").read_text()
    found = read(text, "claude", builtin_rules()).dialog
    assert found is not None
    return found
