"""The manual page, made from the parser."""

from collections.abc import Iterator, Sequence

from quarterdeck import __version__
from quarterdeck.app.cli.command_words import CommandWords, Option, Word
from quarterdeck.app.cli.console import Exit

EXIT_CODES = {
    Exit.DONE: "done",
    Exit.FAILED: "refused or failed",
    Exit.USAGE: "wrong usage",
    Exit.NO_DAEMON: "no daemon is running",
    Exit.NOT_FOUND: "there is no such session or ask, or it is no longer open",
    Exit.UNKNOWN: "it was sent, but nobody can tell whether the agent took it",
}


def manual_page(commands: Sequence[CommandWords]) -> str:
    """The page as troff reads it."""
    return "\n".join(_lines(commands)) + "\n"


def _lines(commands: Sequence[CommandWords]) -> Iterator[str]:
    yield f'.TH QD 1 "" "Quarterdeck {__version__}" "User Commands"'
    yield ".SH NAME"
    yield r"qd \- command many coding agents from one place"
    yield ".SH SYNOPSIS"
    yield r".B qd"
    yield r".I COMMAND"
    yield r"[\fIoptions\fR]"
    yield ".SH DESCRIPTION"
    yield "Quarterdeck knows what every coding agent is doing and what it is waiting for, shows"
    yield "it on what is at hand, and carries the answer back to the right agent."
    yield ".SH COMMANDS"
    for command in commands:
        yield from _command(command)
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_CODES.items():
        yield from (".TP", f".B {code.value}", _text(meaning))
    yield ".SH FILES"
    yield ".TP"
    yield r".I ~/.config/quarterdeck/config.toml"
    yield "The settings; every key is optional."
    yield ".TP"
    yield r".I ~/.local/state/quarterdeck"
    yield "The journal, the log and the token."
    yield ".SH ENVIRONMENT"
    yield ".TP"
    yield ".B QUARTERDECK_HOME"
    yield "Moves settings, state, sockets and token together."
    yield ".TP"
    yield ".B NO_COLOR"
    yield "No colours, as with TERM=dumb."


def _command(command: CommandWords) -> Iterator[str]:
    words = " ".join(_shown(word) for word in command.words)
    yield f".SS qd {command.name} {words}".rstrip()
    yield _text(command.summary)
    for word in command.words:
        if word.help:
            yield from (".TP", f".I {_text(word.name)}", _text(word.help))
    for option in command.options:
        if "--help" in option.forms:
            continue
        yield from (".TP", _forms(option), _text(option.help))
    yield ".PP"
    yield ".nf"
    yield from (_text(line) for line in command.examples)
    yield ".fi"


def _shown(word: Word) -> str:
    name = "|".join(word.choices) or word.name
    return {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} ...", "...": f"{name} ..."}.get(
        word.wanted, name
    )


def _forms(option: Option) -> str:
    forms = ", ".join(rf"\fB{_text(form)}\fR" for form in option.forms)
    value = "|".join(option.choices) or option.value
    return rf"{forms} \fI{_text(value)}\fR" if value else forms


def _text(text: str) -> str:
    """A text in which troff sees only letters."""
    safe = text.replace("\\", r"\e").replace("-", r"\-").replace("%%", "%")
    safe = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in safe)
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe
