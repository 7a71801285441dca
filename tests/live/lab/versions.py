"""The Claude Codes that we test with: the newest, and the oldest that we support."""

from __future__ import annotations

from pathlib import Path

NEWEST = "2.1.325"
OLDEST = "2.1.197"

_LAB = Path(__file__).parents[3] / ".lab"


def binary(version: str) -> Path:
    """The program of this version, as scripts/install-lab puts it."""
    program = _LAB / f"claude-{version}" / "claude"
    assert program.exists(), f"Claude Code {version} is not installed: run scripts/install-lab."
    return program
