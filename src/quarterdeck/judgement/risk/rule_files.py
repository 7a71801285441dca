"""The rules beside the code: TOML files, read once."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read(name: str) -> dict[str, Any]:
    """One file of rules."""
    return tomllib.loads((files(__package__) / "rules" / f"{name}.toml").read_text("utf-8"))
