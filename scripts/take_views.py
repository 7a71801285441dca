#!/usr/bin/env python3
"""Takes a picture of every view in four widths, dark and light, to be looked at.

Run as `.venv/bin/python -m scripts.take_views FOLDER` from the project's folder; it needs Chromium,
which `scripts/install-lab` installs.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize
from scripts.make_pictures import PLAN, PORTS, at_home
from tests.stage.browser import choose, chromium
from tests.stage.daemon import StagedDaemon, question, staged_daemon

HEIGHTS = {390: 844, 768: 1024, 1440: 900, 2560: 1440}
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
ASKS = ("critical", "question", "planner", "edit", "finished")


def main() -> None:
    """Have agents ask for things, and look at every view of it."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with staged_daemon() as daemon, chromium() as browser:
        fill(daemon)
        for width in HEIGHTS:
            for scheme in SCHEMES:
                look(daemon, browser, folder, width, scheme)
        page = opened(daemon, browser, 1440, "dark")
        daemon.kill()
        page.wait_for_timeout(1500)
        page.screenshot(path=folder / "lost-1440-dark.png")


def fill(daemon: StagedDaemon) -> None:
    """Asks of every sort, and sessions in every state."""
    at_home(daemon.agent("critical")).bash("cd build && rm -rf ~/projects/old && make", "Make room")
    at_home(daemon.agent("question")).questions(question("Store orders where?", "SQLite", "Files"))
    at_home(daemon.agent("planner")).plan(PLAN)
    editor = daemon.agent("edit")
    file = editor.cwd / "settings.py"
    file.write_text(PORTS)
    change = {"old_string": "PORT = 8080", "new_string": "PORT = 8081\nTIMEOUT = 30  # seconds"}
    editor.permission("Edit", {"file_path": str(file), **change})
    at_home(daemon.agent("finished")).tell("Stop", last_assistant_message="All **42** tests pass.")
    at_home(daemon.agent("works")).tell("UserPromptSubmit", prompt="go on")
    daemon.wait_ask("plan")


def look(
    daemon: StagedDaemon,
    browser: Browser,
    folder: Path,
    width: int,
    scheme: Literal["dark", "light"],
) -> None:
    """Every view in one width and scheme."""
    page = opened(daemon, browser, width, scheme)
    take(page, folder / f"now-{width}-{scheme}.png", lambda: None)
    if width > 640:
        for name in ASKS:
            take(page, folder / f"{name}-{width}-{scheme}.png", partial(choose, page, name))
    for view in ("Sessions", "History"):
        file = folder / f"{view.lower()}-{width}-{scheme}.png"
        link = page.get_by_role("link", name=view)
        take(page, file, link.click)
    page.context.close()


def opened(
    daemon: StagedDaemon, browser: Browser, width: int, scheme: Literal["dark", "light"]
) -> Page:
    size = ViewportSize(width=width, height=HEIGHTS[width])
    small = width <= 640
    context = browser.new_context(
        viewport=size,
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=small,
        is_mobile=small,
    )
    page = context.new_page()
    page.goto(daemon.link)
    page.locator("article.card").wait_for()
    return page


def take(page: Page, file: Path, go: Callable[[], object]) -> None:
    """A picture of what is there once it stands still."""
    go()
    page.wait_for_timeout(700)  # guards end, and colours with them
    page.screenshot(path=file)
    print(file.name)


if __name__ == "__main__":
    main()
