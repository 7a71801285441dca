"""All commands with their options as plain data, read from the parser: for shells and manuals."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

LISTED = {"ASK": "asks", "SESSION": "sessions"}  # what the daemon can be asked for


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its forms, what it takes, and what it is for."""

    forms: tuple[str, ...]
    value: str  # the name of what it takes; empty for a switch
    choices: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word that a command takes."""

    name: str
    choices: tuple[str, ...]
    help: str
    wanted: str  # how often, as the parser says it: "", "?", "*", "+", "..."

    @property
    def listed(self) -> str:
        """What it may be is asked of the daemon under this name; empty for other words."""
        return LISTED.get(self.name, "")


@dataclass(frozen=True, slots=True)
class CommandWords:
    """One command."""

    name: str
    summary: str
    options: tuple[Option, ...]
    words: tuple[Word, ...]
    examples: tuple[str, ...]


def commands_of(parser: argparse.ArgumentParser) -> list[CommandWords]:
    """Every command of the whole parser, in its order."""
    (commands,) = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]  # noqa: SLF001 - their only name
    return [_command(name, found) for name, found in commands.choices.items()]


def _command(name: str, parser: argparse.ArgumentParser) -> CommandWords:
    actions = [a for a in parser._actions if a.help != argparse.SUPPRESS]  # noqa: SLF001 - their only name
    lines = (parser.epilog or "").splitlines()[1:]
    return CommandWords(
        name,
        str(parser.description),
        tuple(_options(actions)),
        tuple(_words(actions)),
        tuple(line.strip() for line in lines),
    )


def _options(actions: list[argparse.Action]) -> Iterator[Option]:
    for action in actions:
        if action.option_strings:
            value = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
            yield Option(tuple(action.option_strings), value, _choices(action), action.help or "")


def _words(actions: list[argparse.Action]) -> Iterator[Word]:
    for action in actions:
        if not action.option_strings:
            name = str(action.metavar or action.dest)
            yield Word(name, _choices(action), action.help or "", str(action.nargs or ""))


def _choices(action: argparse.Action) -> tuple[str, ...]:
    return tuple(map(str, action.choices or ()))
