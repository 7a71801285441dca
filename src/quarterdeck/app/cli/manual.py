"""`qd manual`: prints the manual page."""

import argparse

from quarterdeck.app.cli.console import Commands, Exit, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "manual",
        "Print the manual page, for man.",
        ["qd manual   | man -l -", "qd manual   > ~/.local/share/man/man1/qd.1"],
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    from quarterdeck.app.cli.command_words import commands_of
    from quarterdeck.app.cli.main import build
    from quarterdeck.app.cli.manual_page import manual_page

    del args
    print(manual_page(commands_of(build(()))), end="")
    return Exit.DONE
