"""`qd mcp`: lets an agent call our tools over its own pipes."""

import argparse

from quarterdeck.app.cli.console import Commands, Exit, command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "mcp",
        "Serve our tools to an agent over MCP; agents start this, not people.",
        ["qd mcp", "claude mcp add --scope user quarterdeck -- qd mcp"],
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Carry messages between standard input, standard output and the daemon."""
    from quarterdeck.app.mcp_relay import run as relay
    from quarterdeck.app.paths import paths

    relay(str(paths().mcp))
    return Exit.DONE
