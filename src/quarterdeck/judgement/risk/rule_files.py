"""The rules beside the code: TOML files, read once."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("rules")


@cache
def read(name: str) -> dict[str, Any]:
    """One file of rules."""
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text("utf-8"))
