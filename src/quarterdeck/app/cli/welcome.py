"""What is printed about a running daemon: its address, a link to the page, what to do next."""

from quarterdeck.app.browser import open_page
from quarterdeck.app.cli.background import is_outdated
from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.cli.console import Exit
from quarterdeck.app.cli.own_name import own_name
from quarterdeck.app.paths import Paths
from quarterdeck.app.running_daemon import Running


def welcome(found: Running, where: Paths, *, demo: bool, show: bool) -> None:
    """Say that it runs, and what one can do now, in words that work from here."""
    print(f"Quarterdeck {found.version} is running at {found.url} (pid {found.pid})", flush=True)
    _tell_port(found)
    invite(found, where, show=show)
    if demo:
        print("  demo     a demo agent will ask for something in a few seconds;")
        print("           Decks on the page shows it on a Stream Deck that you can press")
    print(f"  agents   {own_name()} setup claude   connects Claude Code")
    print(f"  here     {own_name()} asks           shows what is waiting for you", flush=True)


def already(found: Running, where: Paths, *, show: bool) -> int:
    """Say where the one is that runs already."""
    if not found.url:
        print("Quarterdeck is just starting.")
        return Exit.DONE
    print(f"Quarterdeck is already running at {found.url} (pid {found.pid})", flush=True)
    if is_outdated(found):
        print(f"  update   it is older than the installed version; {own_name()} restart")
    _tell_port(found)
    invite(found, where, show=show)
    return Exit.DONE


def invite(found: Running, where: Paths, *, show: bool) -> None:
    """A link to the page, for a person; an agent gets none."""
    link = page_link(found, where)
    if link and show and open_page(link):
        print("  page     opened in your browser")
    elif link:
        print(f"  page     {link}")
        print(
            f"           the link works once, within a minute; {own_name()} open gives you another"
        )


def page_link(found: Running, where: Paths) -> str:
    """A link that opens the page once; empty if none is given."""
    try:
        return f"{found.url}/#code={Client(where).post('/api/codes', {})['code']}"
    except Trouble:
        return ""


def _tell_port(found: Running) -> None:
    if found.wanted_port:
        print(f"  port     {found.wanted_port} was taken; this is the next free one")
