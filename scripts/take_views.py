#!/usr/bin/env python3
"""Takes a picture of every view in four widths, dark and light, to be looked at.

Run as `.venv/bin/python -m scripts.take_views FOLDER` from the project's folder; it needs Chromium,
which `scripts/install-lab` installs.
"""

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize
from scripts.make_pictures import PLAN, PORTS, at_home
from tests.stage.browser import choose, chromium
from tests.stage.daemon import StagedDaemon, question, staged_daemon
from tests.stage.habits import DAY, past, write
from tests.stage.push_service import push_service
from tests.stage.tmux import tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon

HEIGHTS = {390: 844, 768: 1024, 1440: 900, 2560: 1440}
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
ASKS = ("critical", "question", "planner", "edit", "finished")
BROKEN = """
[alerts.desktop]
enabled = false
[alerts.ntfy]
url = "{url}/ours"
wait_s = 0.1
away = false
[deck]
emulate = ["plus", "neo"]
"""
SCREEN = r"""printf '\033[1m● Running the tests\033[0m\n
  \033[32m✓\033[0m 41 passed  \033[31m✗ 1 failed\033[0m\n
  tests/test_orders.py::test_日本語\n
\033[2m  Reading src/orders.py…\033[0m\n'; cat"""


def main() -> None:
    """Have agents ask for things, and look at every view of it."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        service = stack.enter_context(push_service())
        service.status = 403  # the page says that alerts do not get through
        settings = BROKEN.format(url=service.url)
        daemon = stack.enter_context(staged_daemon(settings=settings))
        server = stack.enter_context(tmux_server_in(daemon.home))
        browser = stack.enter_context(chromium())
        pages = {width: opened(daemon, browser, width) for width in HEIGHTS}
        every(pages, folder, "empty", lambda _: None)
        session = fill(daemon, TmuxDaemon(daemon, server))
        every(pages, folder, "now", lambda page: page.locator("article.card").wait_for())
        desks = {width: page for width, page in pages.items() if width > 640}
        for name in ASKS:
            every(desks, folder, name, lambda page, name=name: choose(page, name))  # type: ignore[misc]
        addresses = {"sessions": "sessions", "session": f"sessions/{session}", "history": "history"}
        for name, address in addresses.items():
            every(pages, folder, name, lambda page, address=address: go(page, address))  # type: ignore[misc]
        every(pages, folder, "decks", decks)
        every(pages, folder, "keyboard", keyboard)
        every(pages, folder, "keys", lambda page: page.keyboard.press("?"))
        for page in pages.values():
            page.keyboard.press("Escape")
            go(page, "now")
        daemon.kill()
        every(pages, folder, "lost", lambda page: page.get_by_text("reconnecting").wait_for())


def fill(daemon: StagedDaemon, panes: TmuxDaemon) -> str:
    """Asks of every sort, and sessions in every state; returns one that has a terminal."""
    at_home(daemon.agent("critical")).bash("cd build && rm -rf ~/projects/old && make", "Make room")
    at_home(daemon.agent("question")).questions(question("Store orders where?", "SQLite", "Files"))
    at_home(daemon.agent("planner")).plan(PLAN)
    editor = daemon.agent("edit")
    file = editor.cwd / "settings.py"
    file.write_text(PORTS)
    change = {"old_string": "PORT = 8080", "new_string": "PORT = 8081\nTIMEOUT = 30  # seconds"}
    editor.permission("Edit", {"file_path": str(file), **change})
    at_home(daemon.agent("finished")).tell("Stop", last_assistant_message="All **42** tests pass.")
    works = at_home(daemon.agent("works"))
    works.tell("UserPromptSubmit", prompt="go on")
    pane, session = panes.program("shop", SCREEN)
    pid = int(panes.tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
    panes.post("user-prompt-submit", pane, pid, prompt="run the tests")
    daemon.wait_ask("plan")
    times = {time.time() - n * DAY / 2: "allow" for n in range(1, 9)}
    project = daemon.home / "api"
    (project / ".git").mkdir(parents=True)
    write(daemon.paths.journal, past(project, "npm run lint", times))
    return session


def opened(daemon: StagedDaemon, browser: Browser, width: int) -> Page:
    small = width <= 640
    context = browser.new_context(
        viewport=ViewportSize(width=width, height=HEIGHTS[width]),
        reduced_motion="reduce",
        has_touch=small,
        is_mobile=small,
    )
    page = context.new_page()
    page.goto(daemon.link)
    page.get_by_text("Nothing waits for you.").wait_for()
    return page


def go(page: Page, address: str) -> None:
    """Open a view by its address."""
    page.evaluate("(address) => { location.hash = `#/${address}`; }", address)
    if "/" in address:
        page.locator('.terminal .frame[data-shown="true"]').wait_for()


def decks(page: Page) -> None:
    """Open the decks, once each is drawn."""
    go(page, "decks")
    page.locator(".deck .key").nth(15).wait_for()


def keyboard(page: Page) -> None:
    """Open the keyboard, once its keys are drawn."""
    go(page, "keyboard")
    page.locator(".keyboard .key img").nth(1).wait_for()


def every(pages: dict[int, Page], folder: Path, name: str, look: Callable[[Page], object]) -> None:
    """Pictures of a view in every width, dark and light, once it stands still."""
    for width, page in pages.items():
        page.bring_to_front()
        look(page)
        page.wait_for_timeout(700)  # guards end, and colours with them
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
    print(name)


if __name__ == "__main__":
    main()
