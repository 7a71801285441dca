"""`qd devices`: the pages and other devices that have access, and revoking them."""

import argparse
import json

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, age, command, one_line
from quarterdeck.app.cli.table import table
from quarterdeck.app.cli.terminal_text import columns

HEADINGS = ("ID", "NAME", "KIND", "MAY", "SINCE", "SEEN")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "devices",
        "List the pages and devices that have access, or revoke one.",
        ["qd devices", "qd devices --revoke page-1b2c3d4e", "qd devices --revoke all"],
    )
    parser.add_argument("--revoke", metavar="DEVICE", help="revoke the one with this id, or all")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the devices, or revoke some."""
    client = Client()
    found = client.list("/api/devices")
    if args.revoke:
        return _revoke(client, found, args.revoke)
    if args.json:
        print(json.dumps(found))
    elif not found:
        print("No page or device has access. `qd open` opens the page.")
    else:
        print(table([_row(device) for device in found], HEADINGS, columns(), {"NAME": 10}))
    return Exit.DONE


def _revoke(client: Client, found: list[dict[str, object]], name: str) -> int:
    chosen = [d for d in found if name == "all" or str(d["id"]).startswith(name)]
    if not chosen or (name != "all" and len(chosen) > 1):
        why = "Several devices begin so" if chosen else "There is no such device"
        raise Trouble(f"{why}: {name}.", "`qd devices` lists them.", Exit.NOT_FOUND)
    for device in chosen:
        client.post(f"/api/devices/{device['id']}/revoke", {})
        print(f"{device['id']} ({one_line(str(device['name']))}) no longer has access.")
    return Exit.DONE


def _row(device: dict[str, object]) -> tuple[str, ...]:
    return (
        str(device["id"]),
        one_line(str(device["name"])),
        str(device["kind"]),
        str(device["role"]),
        age(float(str(device["created"]))),
        age(float(str(device["last_seen"]))),
    )
