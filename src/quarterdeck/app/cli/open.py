"""`qd open`: opens the page."""

import argparse

from quarterdeck.app.cli.client import Trouble
from quarterdeck.app.cli.console import Commands, Exit, command
from quarterdeck.app.cli.welcome import page_link
from quarterdeck.app.paths import paths
from quarterdeck.app.running_daemon import running


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "open",
        "Open the page in a browser, or print a link to it if there is no display.",
        ["qd open", "qd open --link   only the link, for another browser on this machine"],
    )
    parser.add_argument("--link", action="store_true", help="print the link and open nothing")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the page, or print where it is."""
    from quarterdeck.app.browser import open_page

    where = paths()
    found = running(where.lock)
    if found is None or not found.url:
        raise Trouble("Quarterdeck is not running.", "Start it with `qd up`.", Exit.NO_DAEMON)
    link = page_link(found, where)
    if not link:
        raise Trouble(
            "There is no link here.", "Links are given to people, not to agents.", Exit.FAILED
        )
    if not args.link and open_page(link):
        print(f"The page is open at {found.url}.")
        return Exit.DONE
    print(link)
    if not args.link:
        print("The link works once, within a minute.")
    return Exit.DONE
