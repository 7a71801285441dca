"""`qd devices`: the pages and other devices that have access, their rights, and revoking them."""

import argparse
import json

from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Commands, Exit, age, command, one_line
from quarterdeck.app.cli.table import table
from quarterdeck.app.cli.terminal_text import columns
from quarterdeck.domain.callers import Role
from quarterdeck.domain.risk import Level

HEADINGS = ("ID", "NAME", "KIND", "MAY", "UP TO", "SINCE", "SEEN")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "devices",
        "List the pages and devices that have access, change what one may do, or revoke it.",
        [
            "qd devices",
            "qd devices --revoke page-1b2c3d4e",
            "qd devices --revoke all",
            "qd devices device-1b2c3d4e --role answer --ceiling medium",
        ],
    )
    parser.add_argument("device", nargs="?", metavar="DEVICE", help="whose rights are changed")
    parser.add_argument("--role", choices=list(Role), help="what it may do")
    parser.add_argument("--ceiling", choices=list(Level), help="the highest risk it may allow")
    parser.add_argument("--revoke", metavar="DEVICE", help="revoke the one with this id, or all")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the devices, or revoke some."""
    client = Client()
    found = client.list("/api/devices")
    if args.revoke:
        return _revoke(client, found, args.revoke)
    if args.device or args.role or args.ceiling:
        return _change(client, found, args)
    if args.json:
        print(json.dumps(found))
    elif not found:
        print("No page or device has access: `qd open` opens a page, `qd pair` pairs one.")
    else:
        print(table([_row(device) for device in found], HEADINGS, columns(), {"NAME": 10}))
        for device in found:
            if device["taken_over"]:
                print(f"\n{taken_over(device)}\n{remedy(device)}")
    return Exit.DONE


def _revoke(client: Client, found: list[dict[str, object]], name: str) -> int:
    chosen = found if name == "all" and found else [_named(found, name)]
    for device in chosen:
        client.post(f"/api/devices/{device['id']}/revoke", {})
        print(f"{device['id']} ({one_line(str(device['name']))}) no longer has access.")
    return Exit.DONE


def _change(client: Client, found: list[dict[str, object]], args: argparse.Namespace) -> int:
    wanted = {"role": args.role, "ceiling": args.ceiling}
    given = {key: str(value) for key, value in wanted.items() if value}
    if not args.device or not given:
        problem = "Give a device, and --role or --ceiling."
        raise Trouble(problem, "`qd devices` lists them.", Exit.USAGE)
    device = client.post(f"/api/devices/{_named(found, args.device)['id']}/rights", given)
    print(rights(device))
    return Exit.DONE


def rights(device: dict[str, object]) -> str:
    """What a device may do, in a sentence."""
    name = f"{one_line(str(device['name']))} ({device['id']})"
    role = {"view": "look", "answer": "answer", "type": "answer and type"}[str(device["role"])]
    allow = "" if device["role"] == Role.VIEW else f", and allow up to {device['ceiling']}"
    return f"{name} may {role}{allow}."


def taken_over(device: dict[str, object]) -> str:
    """What happened to a device whose token a second one has."""
    ago = age(float(str(device["taken_over"])))
    return (
        f"{one_line(str(device['name']))} ({device['id']}): a second device has its token ({ago})."
    )


def remedy(device: dict[str, object]) -> str:
    """What to do about it."""
    return f"Unless both are yours: `qd devices --revoke {device['id']}`, then pair yours again."


def _named(found: list[dict[str, object]], name: str) -> dict[str, object]:
    """The one device whose id begins like this."""
    chosen = [d for d in found if str(d["id"]).startswith(name)]
    if len(chosen) != 1:
        why = "Several devices begin so" if chosen else "There is no such device"
        raise Trouble(f"{why}: {name}.", "`qd devices` lists them.", Exit.NOT_FOUND)
    return chosen[0]


def _row(device: dict[str, object]) -> tuple[str, ...]:
    return (
        str(device["id"]),
        one_line(str(device["name"])),
        str(device["kind"]),
        str(device["role"]),
        str(device["ceiling"]),
        age(float(str(device["created"]))),
        age(float(str(device["last_seen"]))),
    )
