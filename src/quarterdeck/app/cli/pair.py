"""`qd pair`: lets one device in, by a link, a QR code, or the digits that it shows."""

import argparse
import select
import sys
import time

from quarterdeck.app.cli.client import Client, Refused, Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.devices import rights
from quarterdeck.app.cli.qr_code import qr_code
from quarterdeck.app.cli.terminal_text import columns
from quarterdeck.domain.callers import Role
from quarterdeck.domain.risk import Level

LOOK_EVERY = 0.5  # seconds

Json = dict[str, object]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "pair",
        "Let one device in: a keyboard, or anything that speaks the surface protocol.",
        [
            "qd pair                                 scan, paste or type what it shows",
            "qd pair --name Desk --ceiling critical",
            "qd pair --role view                     it may look, and nothing else",
            "qd pair --digits 482913                 while another `qd pair` waits",
        ],
    )
    parser.add_argument("--name", default="", help="what you call it; else its own name")
    parser.add_argument(
        "--role", choices=list(Role), default=Role.TYPE, help="what it may do (type)"
    )
    parser.add_argument(
        "--ceiling", choices=list(Level), default=Level.HIGH, help="the most it may allow (high)"
    )
    parser.add_argument("--digits", help="the six digits that the device shows")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the minute in which a device may come, and wait for it."""
    client = Client()
    if args.digits:
        print(rights(client.post("/api/pairing/digits", {"digits": _digits(args.digits)})))
        return Exit.DONE
    grant = {"name": args.name, "role": str(args.role), "ceiling": str(args.ceiling)}
    told = client.post("/api/pairing", grant)
    _invite(told)
    try:
        print(rights(_wait(client)))
    except KeyboardInterrupt:
        client.post("/api/pairing/cancel", {})
        raise
    return Exit.DONE


def _invite(told: Json) -> None:
    link = str(told["link"])
    if sys.stdout.isatty() and (picture := qr_code(link, columns() or 0)):
        print(picture)
    print(f"Link    {link}")
    print(f"        for a device that scans, or asks for it; it listens on port {told['port']}")
    if sys.stdin.isatty():
        print("Digits  type the six digits that the device shows, and Enter")
    print("One device may come within a minute. Ctrl-C lets none in.", flush=True)


def _wait(client: Client) -> Json:
    """The device that came; raises Trouble when the minute is over."""
    while True:
        if typed := _typed():
            try:
                return client.post("/api/pairing/digits", {"digits": _digits(typed)})
            except Refused as refused:
                print(refused.problem, flush=True)
        state = client.get("/api/pairing")
        assert isinstance(state, dict)
        if isinstance(state["paired"], dict):
            return state["paired"]
        if not state["left"]:
            raise Trouble("No device was paired.", "Run `qd pair` again.", Exit.FAILED)


def _typed() -> str:
    """A line that somebody types meanwhile; empty if nobody does for a moment."""
    if not sys.stdin.isatty():
        time.sleep(LOOK_EVERY)
        return ""
    ready, _, _ = select.select([sys.stdin], [], [], LOOK_EVERY)
    return sys.stdin.readline().strip() if ready else ""


def _digits(typed: str) -> str:
    """What was meant, however it was grouped."""
    return typed.replace(" ", "").replace("-", "")
