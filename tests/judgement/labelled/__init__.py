"""Commands, tool calls and texts that were labelled by hand; the same for tests and benches."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.domain.risk import Level
from quarterdeck.judgement.risk import NO_ADDITIONS, Place, judge_call
from quarterdeck.judgement.secrets import MASK, masked

PLACE = Place("/home/user/project", "/home/user", "/home/user/project")
_FOLDER = Path(__file__).parent
_SECRET = re.compile("⟦[^⟧]*⟧")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A tool call with what a person says of it: harmless, routine or dangerous."""

    label: str
    tool: str
    input: dict[str, Any]

    @property
    def level(self) -> Level:
        return judge_call(self.tool, self.input, PLACE, NO_ADDITIONS).level

    @property
    def text(self) -> str:
        return str(self.input.get("command") or f"{self.tool} {self.input}")


@dataclass(frozen=True, slots=True)
class Masking:
    """A text with how it must be shown."""

    text: str
    wanted: str

    @property
    def shown(self) -> str:
        return masked(self.text)


def commands() -> list[Labelled]:
    """Shell commands, as the input of a tool."""
    found = _read("commands.toml").items()
    return [Labelled(label, "Bash", {"command": text}) for label, texts in found for text in texts]


def calls() -> list[Labelled]:
    """Calls of all sorts of tools."""
    found = _read("calls.toml").items()
    return [Labelled(label, one["tool"], one["input"]) for label, some in found for one in some]


def maskings() -> list[Masking]:
    """Texts with secrets and without."""
    texts = [text for some in _read("masking.toml").values() for text in some]
    return [_masking(text.replace("·", "")) for text in texts]


def _masking(marked: str) -> Masking:
    bare = marked.replace("⟦", "").replace("⟧", "")
    return Masking(bare, _SECRET.sub(MASK, marked))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text("utf-8"))
