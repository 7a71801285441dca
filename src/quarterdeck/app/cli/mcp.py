"""`qd mcp`: lets an agent call our tools over its own pipes."""

import argparse
import os
from pathlib import Path

from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.paths import Paths, paths

RUNTIME = Path("/run/user")  # where XDG_RUNTIME_DIR is, on nearly every Linux


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

    relay(str(socket_of(paths())))
    return Exit.DONE


def socket_of(where: Paths) -> Path:
    """Where the daemon listens; many agents start this without the variables that say so."""
    usual = RUNTIME / str(os.getuid()) / "quarterdeck" / where.mcp.name
    unsaid = where.home is None and "XDG_RUNTIME_DIR" not in os.environ
    return usual if unsaid and usual.exists() and not where.mcp.exists() else where.mcp
