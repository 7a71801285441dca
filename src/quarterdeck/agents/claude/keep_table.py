"""The keep table: which hooks may be kept open, and how."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from quarterdeck.domain.channels import Keep


@dataclass(frozen=True, slots=True)
class Run:
    """The circumstances of one hook."""

    event: str
    entrypoint: str
    subagent: bool
    background: bool  # whether agents may run in the background


def keep_for(run: Run) -> Keep:
    """How long this hook may be kept open."""
    for row in _table()["row"]:
        if _fits(row, run):
            return Keep(row["keep"])
    return Keep.NONE


def tested_versions() -> tuple[str, ...]:
    """The versions of Claude Code on which the table was measured."""
    return tuple(_table()["tested"])


def _fits(row: dict[str, object], run: Run) -> bool:
    at_terminal = run.entrypoint in ("cli", "")
    return (
        row.get("event", run.event) == run.event
        and row.get("subagent", run.subagent) == run.subagent
        and row.get("background", run.background) == run.background
        and (row.get("entrypoint") != "other" or not at_terminal)
    )


@cache
def _table() -> dict[str, Any]:
    text = Path(__file__).with_name("keep_table.toml").read_text("utf-8")
    return tomllib.loads(text)
