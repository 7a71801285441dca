"""`qd`: finds the command and runs it."""

import argparse
import importlib
import sys
from collections.abc import Sequence

from quarterdeck import __version__
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.cli.loading import nothing_collected
from quarterdeck.app.cli.parser import Parser
from quarterdeck.app.cli.terminal_text import speak_any_encoding

COMMANDS = (
    "up",
    "down",
    "restart",
    "open",
    "status",
    "doctor",
    "logs",
    "setup",
    "service",
    "sessions",
    "asks",
    "show",
    "answer",
    "snooze",
    "send",
    "keys",
    "interrupt",
    "focus",
    "explain",
    "alert",
    "history",
    "suggest",
    "pair",
    "devices",
    "mcp",
    "risk",
    "screen",
    "deck",
    "image",
    "completion",
    "manual",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and say how it ended."""
    from quarterdeck.app.cli.client import Trouble

    speak_any_encoding()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _refuse_unknown(given)
        with nothing_collected():
            parser = build(given)
        parsed = parser.parse_args(given)
        if not hasattr(parsed, "run"):
            parser.print_help()
            return Exit.USAGE
        return int(parsed.run(parsed))
    except Trouble as trouble:
        return trouble.tell()
    except BrokenPipeError:
        sys.stderr.close()
        return Exit.DONE
    except KeyboardInterrupt:
        return 130


def _refuse_unknown(given: Sequence[str]) -> None:
    """Say which command was probably meant, if none has this name."""
    from quarterdeck.app.cli.client import Trouble
    from quarterdeck.app.cli.finding import did_you_mean

    word = given[0] if given else "-"
    if not word.startswith("-") and word not in COMMANDS:
        remedy = did_you_mean(word, COMMANDS) or "`qd --help` lists them."
        raise Trouble(f"There is no command {word!r}.", remedy, Exit.USAGE)


def build(given: Sequence[str]) -> argparse.ArgumentParser:
    """The parser; only the command that is wanted is loaded, or all of them for help."""
    parser = Parser(
        prog="qd",
        description="Quarterdeck: command many coding agents from one place.",
        epilog="`qd COMMAND --help` shows examples.",
    )
    parser.add_argument("--version", action="version", version=f"quarterdeck {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    wanted = [name for name in COMMANDS if name in given[:1]]
    for name in wanted or COMMANDS:
        importlib.import_module(f"quarterdeck.app.cli.{name}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
