"""Files that run by themselves later, and what a text written into one would do then."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from quarterdeck.domain.risk import Risk
from quarterdeck.judgement.expressions import unwrapped
from quarterdeck.judgement.risk.embedded_code import SHELL, sayings, shell_texts
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.sensitive_paths import globs

MOST = 200  # texts of one file that are judged
Judge = Callable[[str], Risk]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file that runs by itself."""

    matches: re.Pattern[str]
    language: str
    part: re.Pattern[str] | None  # its first group is what runs; without one, all of it does


def runs_later(path: str) -> bool:
    """Whether a file of this name runs by itself."""
    return any(kind.matches.search(path) for kind in _kinds())


def planted(path: str, text: str, judge: Judge) -> Iterator[Risk]:
    """The verdicts on what a text would do in a file that runs by itself."""
    for kind in _kinds():
        if kind.matches.search(path):
            yield from (risk for risk in _verdicts(kind, text, judge) if risk.rule in _counting())


def _verdicts(kind: Kind, text: str, judge: Judge) -> Iterator[Risk]:
    if kind.part is None:
        yield from sayings(text, kind.language)
        texts = shell_texts(text, kind.language)
    else:
        texts = (_bare(found[1]) for found in kind.part.finditer(text))
    worth = [one for one in texts if _words().search(one)]
    yield from map(judge, worth[:MOST])


def _bare(text: str) -> str:
    """A command as the shell gets it: without what JSON or make need around it."""
    with suppress(ValueError):  # not JSON: then it stands as the shell gets it
        text = str(json.loads(f'"{text}"'))
    return _MAKE_VARIABLE.sub(r"$\1", text).replace("$$", "$")


_MAKE_VARIABLE = re.compile(r"\$\(([A-Z_]+)\)")


@cache
def _kinds() -> tuple[Kind, ...]:
    return tuple(
        Kind(
            globs(entry["match"], ""),
            entry.get("language", SHELL),
            re.compile(unwrapped(entry["part"]), re.MULTILINE) if "part" in entry else None,
        )
        for entry in read("planted")["file"]
    )


@cache
def _words() -> re.Pattern[str]:
    return re.compile(unwrapped(read("planted")["words"]))


@cache
def _counting() -> frozenset[str]:
    return frozenset(read("planted")["counts"].split())
