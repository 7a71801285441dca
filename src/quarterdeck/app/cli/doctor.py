"""`qd doctor`: checks everything it can, and says how to fix what is wrong."""

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator
from itertools import chain, repeat

from quarterdeck.app.cli.alert_checks import alert_checks
from quarterdeck.app.cli.client import Client
from quarterdeck.app.cli.console import Commands, Exit, command, complain, tinted
from quarterdeck.app.cli.device_checks import device_checks
from quarterdeck.app.cli.network_checks import network_checks
from quarterdeck.app.cli.terminal_text import columns
from quarterdeck.app.deck_checks import deck_checks, install_rule
from quarterdeck.app.doctor_checks import Check, all_checks, settings_or_default
from quarterdeck.app.keyboard_checks import keyboard_checks
from quarterdeck.app.paths import paths
from quarterdeck.app.running_daemon import running
from quarterdeck.surfaces.streamdeck.usb import RULE, RULE_FILE, Usb


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "doctor",
        "Check everything, and say how to fix what is wrong.",
        ["qd doctor", "qd doctor --json", "sudo qd doctor --udev"],
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument(
        "--udev", action="store_true", help="install the rule that lets you use Stream Decks"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run every check and print what it found."""
    if args.udev:
        return _install_rule()
    checks, client, where = [], Client(), paths()
    keyboard = keyboard_checks(settings_or_default(where).http, running(where.lock))
    network = chain(network_checks(client, where), device_checks(client))
    beside = chain(keyboard, network, deck_checks(Usb()))
    for check in chain(all_checks(), beside, alert_checks(client)):
        checks.append(check)
        if not args.json:
            _print(check)
    if args.json:
        print(json.dumps([c.as_dict() for c in checks]))
    return Exit.FAILED if any(c.verdict == "bad" for c in checks) else Exit.DONE


def _install_rule() -> int:
    try:
        print(install_rule())
    except OSError as error:
        problem = f"{RULE_FILE} cannot be written: {error.strerror}."
        complain(problem, f"As root: echo '{RULE}' > {RULE_FILE}")
        return Exit.FAILED
    return Exit.DONE


def _indented(remedy: str) -> Iterator[str]:
    """A remedy beside the names of checks, in lines that fit a terminal; elsewhere in one."""
    before, width = " " * 15, columns()
    lines = [remedy]
    if width:
        room = max(20, width - len(before) - 2)
        lines = textwrap.wrap(remedy, room, break_long_words=False, break_on_hyphens=False)
    for sign, line in zip(chain("→", repeat(" ")), lines, strict=False):
        yield f"{before}{sign} {line}"


def _print(check: Check) -> None:
    sign = {"ok": "✓", "warn": "!", "bad": "✕"}[check.verdict]
    print(f"{tinted(sign, check.verdict)} {check.name:12} {check.found}")
    if check.remedy:
        print("\n".join(_indented(check.remedy)))
    sys.stdout.flush()
