"""A simple command taken apart: program, options in one form, operands."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from quarterdeck.judgement.risk.path_zones import Place, Zone, zone
from quarterdeck.judgement.risk.rule_files import read
from quarterdeck.judgement.risk.shell_ast import Word


@dataclass(frozen=True, slots=True)
class Call:
    """What a program is asked to do.

    An option stands in `flags` by itself and with its value: `-X`, `-X=DELETE`.
    """

    program: str
    words: tuple[Word, ...]  # all of them, as they stand behind the program
    flags: frozenset[str]
    long: tuple[str, ...]  # those of them with two dashes, without values
    values: dict[str, tuple[Word, ...]]
    operands: tuple[Word, ...]
    place: Place
    leading: "Call | None"  # with the options before the subcommand, where they are apart

    def zones(self, skip: int) -> list[Zone]:
        """Where the operands lie, the first few left out."""
        return [zone(word.text, self.place) for word in self.operands[skip:]]

    def named(self, which: str) -> list[str]:
        """The files that some words name: operands, last, sources, or the values of options."""
        if which in _OPERANDS:
            return [w.text for w in _OPERANDS[which](self.operands)]
        names = which.split()
        found = [w.text for name in names for w in self.values.get(name, ())]
        signs = tuple(name for name in names if name.endswith("="))
        found += [w.text.partition("=")[2] for w in self.operands if w.text.startswith(signs)]
        return [path.rpartition("@")[2] for path in found]


HELP = frozenset({"--help", "--version"})
# The options with which a program only tells what it would do.
REHEARSAL = frozenset(
    {"--dry-run", "--dryrun", "-dry-run", "--check", "-check", "--whatif", "--noop", "--help"}
)
_NO = frozenset({"none", "false", "f", "0", "no", ""})


def _in_revision(word: Word) -> Word:
    """The file of `HEAD~3:path`; a word that names no revision stays."""
    return Word(word.text.rpartition(":")[2], word.known, ())


_OPERANDS: dict[str, Callable[[tuple[Word, ...]], tuple[Word, ...]]] = {
    "": lambda _: (),
    "operands": lambda operands: operands,
    "last": lambda operands: operands[1:][-1:],
    "revisions": lambda operands: tuple(map(_in_revision, operands[1:])),
    "sources": lambda operands: operands[:-1],
}


@dataclass(frozen=True, slots=True)
class Manners:
    """How a program takes its options."""

    values: frozenset[str]  # the options that take the next word
    single: bool  # long options with one dash, so `-delete` is not seven letters
    either: bool  # and `--destroy` is the same as `-destroy`
    plus: bool  # `+x` is an option too


def program_name(word: str) -> str:
    """The name under which rules know a program, whatever its path, case or version."""
    name = word.rpartition("/")[2].lower().removesuffix(".exe")
    if name[-1:].isdigit():
        bare = _VERSION.sub("", name)
        name = bare if bare in _versioned() else name
    return _aliases().get(name, name)


def read_call(program: str, words: tuple[Word, ...], place: Place) -> Call:
    """The call that a program would make of its words."""
    reader = _Reader(program, iter(words))
    call = _call(reader, words, place)
    if not reader.leading_flags:
        return call
    reader.flags |= reader.leading_flags
    reader.values = reader.leading_values | reader.values
    return replace(call, leading=_call(reader, words, place))


def _call(reader: "_Reader", words: tuple[Word, ...], place: Place) -> Call:
    flags = frozenset(reader.flags)
    long = tuple(flag for flag in flags if flag[:2] == "--" != flag and "=" not in flag)
    operands = tuple(reader.operands)
    return Call(reader.program, words, flags, long, reader.values, operands, place, None)


def by_target(call: Call) -> list[Call]:
    """The calls that a call amounts to, one for each target; usually itself."""
    if call.program not in _targeting() or len(call.operands) < 2:
        return [call]
    behind = call.operands[: f"{call.program} {call.operands[0].text}" in _targeting()]
    targets = [word for word in call.operands[len(behind) :] if not _NO_TARGET.match(word.text)]
    return [replace(call, operands=(*behind, word)) for word in targets] or [call]


class _Reader:
    """Sorts words into options, their values, and operands."""

    def __init__(self, program: str, words: Iterator[Word]) -> None:
        self.program = program
        self.manners = manners(program)
        self.flags: set[str] = set()
        self.values: dict[str, tuple[Word, ...]] = {}
        self.operands: list[Word] = []
        self.leading_flags: set[str] = set()
        self.leading_values: dict[str, tuple[Word, ...]] = {}
        self.words = words
        for word in words:
            self._take(word)

    def _take(self, word: Word) -> None:
        text = word.text
        if self.manners.plus and text[:1] == "+" and not self.operands:
            self._cluster(word, text)
        elif text[:1] != "-" or text == "-":
            self.operands.append(word)
            if len(self.operands) == 1:
                self._begin_subcommand(text)
        elif text == "--":
            self.flags.add("--")
            self.operands.extend(self.words)
        elif text[1] == "-" or self.manners.single or text[1:].isdigit():
            self._long(word, text)
        else:
            self._cluster(word, text)

    def _begin_subcommand(self, name: str) -> None:
        self.manners = submanners(self.program, name)
        if self.flags and self.program in _leading():
            self.leading_flags, self.flags = self.flags, set()
            self.leading_values, self.values = self.values, {}

    def _long(self, word: Word, text: str) -> None:
        name, equals, value = text.partition("=")
        if self.manners.either and name not in HELP:
            name = f"-{name.lstrip('-')}"
        if name in REHEARSAL and equals and value.lower() in _NO:
            self.flags = {flag for flag in self.flags if flag.partition("=")[0] != name}
            return
        if equals:
            self._value(name, Word(value, word.known, ()))
        elif name in self.manners.values:
            self._next(name)
        self.flags.add(name)

    def _cluster(self, word: Word, text: str) -> None:
        for at, letter in enumerate(text[1:], 2):
            name = f"{text[0]}{letter}"
            self.flags.add(name)
            if name in self.manners.values:
                if at < len(text):
                    self._value(name, Word(text[at:], word.known, ()))
                else:
                    self._next(name)
                return

    def _next(self, name: str) -> None:
        value = next(self.words, None)
        if value is not None:
            self._value(name, value)

    def _value(self, name: str, value: Word) -> None:
        self.values[name] = (*self.values.get(name, ()), value)
        self.flags.add(f"{name}={value.text}")


_NO_TARGET = re.compile(r"\d+\Z|[\w.-]+[:+?]?=")
_VERSION = re.compile(r"-?[\d.]+\Z")
_NO_MANNERS = Manners(frozenset(), single=False, either=False, plus=False)


@cache
def _versioned() -> frozenset[str]:
    return frozenset(read("programs")["versioned"].split())


@cache
def _leading() -> frozenset[str]:
    return frozenset(read("programs")["leading_options"].split())


@cache
def _targeting() -> frozenset[str]:
    return frozenset(read("programs")["targets"])


@cache
def _aliases() -> dict[str, str]:
    return {
        alias: name
        for name, aliases in read("programs")["aliases"].items()
        for alias in aliases.split()
    }


def manners(program: str) -> Manners:
    """How a program takes its options."""
    return _manners().get(program, _NO_MANNERS)


def submanners(program: str, subcommand: str) -> Manners:
    """How a subcommand takes its options; like its program unless the rules say more."""
    return _manners().get(f"{program} {subcommand}") or manners(program)


@cache
def _manners() -> dict[str, Manners]:
    data = read("programs")
    either = frozenset(data["either_dash"].split())
    plus = frozenset(data["plus"].split())
    single = either | frozenset(data["single_dash"].split())
    named = {name: frozenset(values.split()) for name, values in data["values"].items()}
    for program, coded in _coded(data):
        named[program] = named.get(program, frozenset()) | coded
    return {
        name: Manners(
            named.get(name, frozenset()),
            single=name.split()[0] in single,
            either=name.split()[0] in either,
            plus=name.split()[0] in plus,
        )
        for name in named.keys() | single | plus
    }


def _coded(data: Mapping[str, Any]) -> Iterator[tuple[str, frozenset[str]]]:
    """The options of interpreters and wrappers that take code; so they take a value."""
    for programs, entry in data["interpreters"].items():
        for program in programs.split():
            yield program, frozenset(entry.get("code", "").split())
    for keys, entry in data["wrappers"].items():
        for key in keys.split(", "):
            yield key.split()[0], frozenset(entry.get("code", "").split())
