"""Makes docs/pictures from a staged daemon; run it with `.venv/bin/python -m`."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page
from tests.stage.browser import Tabs, card, chromium
from tests.stage.daemon import StagedDaemon, question

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WORK = Path("/tmp/ada")  # its path is in the pictures
LARGEST = 200_000  # bytes
PLAN = """# Move the parser out of main

It is **too close** to `main.py`; three modules want it.

1. Make `lang/parser.py`, with its tests
2. Let the three modules import it from there
3. Take the old one away

| file | what happens | risk |
|---|---|---|
| `main.py` | imports the parser | low |
| `lang/parser.py` | new, 210 lines | low |
| `scripts/release.sh` | deletes the build directory first | high |
"""
CART = [
    "def total(cart):",
    '    """What a cart costs."""',
    "    found = 0",
    "    for item in cart:",
    "        found += item.price",
    "    return found",
]
Scene = Callable[[StagedDaemon], None]


def main() -> None:
    """Bring every picture up to date."""
    with staged() as daemon, chromium() as browser:
        tabs = Tabs(browser)
        for name, scene, phone in (
            ("page-desk", desk, False),
            ("page-plan", plan, False),
            ("page-diff", diff, False),
            ("page-sessions", sessions, False),
            ("page-phone", hand, True),
        ):
            scene(daemon)
            draw(tabs.open(daemon.link, phone=phone, calm=True), name)
            tabs.close()
            daemon.clear()


@contextmanager
def staged() -> Iterator[StagedDaemon]:
    """A daemon; its agents work elsewhere, since its own files are critical."""
    home, work = Path(tempfile.mkdtemp(prefix="qd-", dir="/tmp")), WORK
    work.mkdir()
    daemon = StagedDaemon(home, work)
    daemon.up()
    try:
        yield daemon
    finally:
        daemon.down()
        shutil.rmtree(home)
        shutil.rmtree(work)


def draw(page: Page, name: str) -> None:
    """One picture, once everything is in sight."""
    card(page).first.wait_for()
    page.evaluate("document.fonts.ready")
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    assert file.stat().st_size < LARGEST, f"{file} is too large"


def desk(daemon: StagedDaemon) -> None:
    """A critical command, a question, and who else is there."""
    command = "cd build && rm -rf ~/data && make"
    daemon.agent("api-server").bash(command, "Clean the build directory")
    daemon.wait_ask("permission")
    daemon.agent("shop").questions(question("Which database?", "Postgres", "SQLite"))
    daemon.wait_ask("question")
    daemon.agent("docs").tell("UserPromptSubmit", prompt="go on")


def plan(daemon: StagedDaemon) -> None:
    """A plan with a table."""
    daemon.agent("parser").plan(PLAN)
    daemon.wait_ask("plan")


def diff(daemon: StagedDaemon) -> None:
    """A change in the middle of a file, and a new one."""
    agent = daemon.agent("shop")
    lines = [f"LIMIT_{n} = {n}" for n in range(1, 20)]
    (agent.cwd / "cart.py").write_text("\n".join([*lines, *CART]) + "\n")
    change = {"old_string": CART[4], "new_string": "        found += item.price * item.count"}
    agent.permission("Edit", {"file_path": str(agent.cwd / "cart.py"), **change})
    daemon.wait_ask("permission")
    writer = daemon.agent("docs")
    content = "# Carts\n\nA cart counts each item as often as it is in it.\n"
    writer.permission("Write", {"file_path": str(writer.cwd / "carts.md"), "content": content})


def sessions(daemon: StagedDaemon) -> None:
    """Sessions in every state."""
    daemon.agent("api-server").bash("npm run build", "Build the site")
    daemon.wait_ask("permission")
    daemon.agent("docs").tell("UserPromptSubmit", prompt="go on")
    daemon.agent("parser")
    failed = {"error": "server_error", "last_assistant_message": "The service is overloaded."}
    daemon.agent("shop").tell("StopFailure", **failed)
    limit = {"error": "rate_limit", "last_assistant_message": "The limit is reached."}
    daemon.agent("search").tell("StopFailure", **limit)


def hand(daemon: StagedDaemon) -> None:
    """A command that is longer than a small screen, and dangerous far down."""
    command = "\n".join([*(f"make part-{n}" for n in range(1, 25)), "rm -rf ~/projects"])
    daemon.agent("api-server").bash(command, "Build every part")
    daemon.wait_ask("permission")


if __name__ == "__main__":
    main()
