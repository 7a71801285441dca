"""`qd status`: is it running, and where."""

import argparse
import json

from quarterdeck.app.cli.background import is_outdated
from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command, tinted
from quarterdeck.app.cli.own_name import own_name
from quarterdeck.app.paths import paths
from quarterdeck.app.running_daemon import running

COUNTED = ("sessions", "asks", "waiting", "keyboards", "queued", "trouble")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "status",
        "Say whether Quarterdeck is running, and where.",
        ["qd status", "qd status --json"],
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print where everything is and what is going on."""
    where = paths()
    found = running(where.lock)
    if found is None:
        raise Trouble("Quarterdeck is not running.", "Start it with `qd up`.", Exit.NO_DAEMON)
    facts: dict[str, object] = {
        "pid": found.pid,
        "version": found.version,
        "url": found.url,
        "home": str(where.state),
        "socket": str(where.socket),
        "token_file": str(where.token),
        "log": str(where.log),
        "wanted_port": found.wanted_port or None,
    }
    counts = Client(where).get("/api/status")
    numbers = counts if isinstance(counts, dict) else {}
    if args.json:
        print(json.dumps(facts | {key: numbers.get(key) for key in COUNTED}))
        return Exit.DONE
    print(f"Quarterdeck {found.version} is running at {found.url} (pid {found.pid})")
    if found.wanted_port:
        print(
            f"  port      {found.wanted_port} was taken when it started; this is the next free one"
        )
    if is_outdated(found):
        print(f"  update    it is older than the installed version; {own_name()} restart")
    print(f"  sessions  {numbers.get('sessions', 0)}")
    print(f"  waiting   {numbers.get('waiting', 0)}")
    print(f"  keyboards {numbers.get('keyboards', 0)}")
    if queued := numbers.get("queued"):
        presses = "1 press" if queued == 1 else f"{queued} presses"
        print(f"  queued    {presses} that no program has taken (GET {found.url}/inputs)")
    print(f"  home      {where.state}")
    print(f"  sockets   {where.socket} (hooks)")
    print(f"            {where.api} (qd)")
    print(f"            {where.mcp} (MCP)")
    print(f"  log       {where.log}")
    if trouble := numbers.get("trouble"):
        print(tinted(f"  trouble   the journal cannot be written: {trouble}", "bad"))
    return Exit.DONE
