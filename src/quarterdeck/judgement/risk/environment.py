"""Variables by which programs get code, options or files from elsewhere."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.expressions import unwrapped
from quarterdeck.judgement.risk.path_zones import Place, Zone, zone
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.sensitive_paths import PathRule, writing
from quarterdeck.judgement.risk.shell_ast import Word
from quarterdeck.judgement.risk.verdicts import verdict

RUNS = "runs"
_KINDS = (RUNS, "options", "folders", "files", "writes")
_NOTHING = frozenset({"", "0", "1", "2", "true", "false", "no", "yes", "/dev/null"})
_ELSEWHERE = frozenset({Zone.TEMPORARY, Zone.OUTSIDE, Zone.DEVICE})


@lru_cache(maxsize=2048)
def kind_of(name: str) -> str:
    """What the value of a variable is to the programs that read it; empty for most."""
    return next((kind for kind in _KINDS if _names()[kind].fullmatch(name)), "")


def setting(name: str, value: Word, place: Place, more: Iterable[PathRule]) -> Iterator[Risk]:
    """What it means to set a variable; nothing for most."""
    kind = kind_of(name)
    if not kind or value.text in _NOTHING:
        return
    if kind == "writes":
        if "/" in value.text:
            yield writing(value.text, place, more)
    elif _LOADS[kind](name, value.text, place):
        yield verdict("assign.code", f"{name}={value.text}")


def _runs(_name: str, value: str, place: Place) -> bool:
    """A program by its path, where anybody could have put it; the rest is judged as a command."""
    return any("/" in word and zone(word, place) in _ELSEWHERE for word in value.split())


def _loads_option(_name: str, value: str, _place: Place) -> bool:
    return bool(_names()["loads"].search(value))


def _looks_elsewhere(name: str, value: str, place: Place) -> bool:
    """A folder that everybody can write to; for programs also the current one."""
    folders = value.split(":")
    if name == "PATH" and not {"", "."}.isdisjoint(folders):
        return True
    return any(zone(f"{folder}/x", place) is Zone.TEMPORARY for folder in folders if folder)


def _loads_file(name: str, value: str, _place: Place) -> bool:
    return name != "ENV" or "/" in value  # to most ENV only says which of several


_LOADS = {
    RUNS: _runs,
    "options": _loads_option,
    "folders": _looks_elsewhere,
    "files": _loads_file,
}


@cache
def _names() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile(unwrapped(text)) for kind, text in read("variables").items()}
