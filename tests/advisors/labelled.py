"""The labelled messages: what an agent said last, and which first buttons are sensible."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.domain.buttons import Situation


@dataclass(frozen=True, slots=True)
class Labelled:
    """One message, and what a person would call a sensible first button."""

    situation: Situation
    first: tuple[str, ...]


def labelled(name: str) -> list[Labelled]:
    """All messages of a file beside this one."""
    entries = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text())["message"]
    return [
        Labelled(Situation(one["text"].strip(), one.get("failed", "")), tuple(one["first"]))
        for one in entries
    ]
