#!/usr/bin/env python3
"""Makes the pictures of the guide: a real daemon, played agents, a real browser.

Run as `.venv/bin/python -m scripts.make_pictures` from the project's folder; it needs Chromium,
which `scripts/install-lab` installs.
"""

import os
import tempfile
from pathlib import Path

from playwright.sync_api import Page
from tests.stage.browser import Tabs, chromium
from tests.stage.daemon import Agent, StagedDaemon, question
from tests.stage.tmux import tmux_server_in
from tests.stage.tmux_daemon import TmuxDaemon

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
FONTS = Path(__file__).parents[1] / "src/quarterdeck/surfaces/kit/fonts"  # with emoji
PLAN = """# Move the shop to the new server

1. Copy the database while the shop is read-only
2. Point the name to the new address
3. Keep the old server for a week

The shop is closed for about five minutes.

| file | what happens | risk |
|---|---|---|
| `deploy/hosts.yml` | has the new address | low |
| `deploy/move.sh` | new, copies the database | medium |
| `deploy/clean.sh` | deletes the old copy | high |"""
TESTS = r"""printf '\033[1m● Bash\033[0m(npm test)\n
  \033[32m✓\033[0m orders are stored      \033[2m12 ms\033[0m
  \033[32m✓\033[0m orders are found        \033[2m8 ms\033[0m
  \033[31m✗\033[0m orders are paid once   \033[2m31 ms\033[0m\n
\033[1m● Read\033[0m(src/payment.js)\n'; cat"""
LONG = "\n".join([*(f"make part-{n}" for n in range(1, 25)), "rm -rf ~/projects/old"])
LARGEST = 200_000  # bytes of a picture
PORTS = "import os\n\nHOST = os.environ['HOST']\nPORT = 8080\nWORKERS = 4\n\n\ndef url() -> str:\n"


def main() -> None:
    """Take every picture again."""
    with tempfile.TemporaryDirectory(prefix="qdp-", dir="/tmp") as folder:
        os.environ["XDG_DATA_HOME"] = folder  # where the browser looks for fonts of the person
        (Path(folder) / "fonts").symlink_to(FONTS)
        daemon = StagedDaemon(Path(folder))
        daemon.up()
        try:
            with chromium() as browser:
                take(daemon, Tabs(browser))
        finally:
            daemon.down()


def take(daemon: StagedDaemon, tabs: Tabs) -> None:
    """Have agents ask for things, and take a picture of each."""
    api = at_home(daemon.agent("api-server"))
    api.bash("cd build && rm -rf ~/projects/old && make", "Make room for the build")
    shop = at_home(daemon.agent("shop"))
    shop.questions(question("Where should orders be stored?", "SQLite", "PostgreSQL"))
    docs = at_home(daemon.agent("docs"))
    docs.tell("UserPromptSubmit", prompt="go on")
    docs.tell("PreToolUse", tool_name="Bash", tool_input={"command": "make html"}, tool_use_id="t")
    daemon.wait_ask("question")
    picture(tabs.open(daemon.link, calm=True), "page-desk")
    daemon.clear()

    at_home(daemon.agent("api-server")).bash(LONG, "Build every part")
    daemon.wait_ask("permission")
    picture(tabs.open(daemon.link, calm=True, phone=True), "page-phone")
    daemon.clear()

    at_home(daemon.agent("api-server")).bash("npm run build", "Build the site")
    daemon.wait_ask("permission")
    at_home(daemon.agent("docs")).tell("UserPromptSubmit", prompt="go on")
    at_home(daemon.agent("parser"))
    for name, error, words in (
        ("shop", "server_error", "The service is overloaded."),
        ("search", "rate_limit", "The limit is reached."),
    ):
        failing = at_home(daemon.agent(name))
        failing.tell("StopFailure", error=error, last_assistant_message=words)
    picture(tabs.open(daemon.link, calm=True), "page-sessions")
    daemon.clear()

    mover = at_home(daemon.agent("shop"))
    mover.plan(PLAN)
    daemon.wait_ask("plan")
    picture(tabs.open(daemon.link, calm=True), "page-plan")
    daemon.clear()

    editor = daemon.agent("api-server")
    with tempfile.TemporaryDirectory(prefix="api-server-", dir="/tmp") as folder:
        editor.cwd = Path(folder)
        (editor.cwd / "settings.py").write_text(PORTS)
        given = {"old_string": "PORT = 8080", "new_string": "PORT = 8081\nTIMEOUT = 30"}
        editor.permission("Edit", {"file_path": "settings.py", **given})
        daemon.wait_ask("permission")
        writer = at_home(daemon.agent("docs"))
        writer.permission("Write", {"file_path": "guide.md", "content": "# Guide\n\nStart here.\n"})
        picture(tabs.open(daemon.link, calm=True), "page-diff")
    daemon.clear()

    with tmux_server_in(daemon.home) as server:
        panes = TmuxDaemon(daemon, server)
        pane, session = panes.program("shop", TESTS)
        pid = int(server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
        panes.post("user-prompt-submit", pane, pid, prompt="run the tests")
        daemon.client.post(f"/api/sessions/{session}/rename", {"name": "shop"})
        page = tabs.open(daemon.link, calm=True)
        page.locator(".top").wait_for()
        page.evaluate("(id) => { location.hash = `#/sessions/${id}`; }", session)
        picture(page, "page-session", '.terminal .frame[data-shown="true"]')


def at_home(agent: Agent) -> Agent:
    """The agent in a directory as a person would have it."""
    agent.cwd = Path("/home/ada") / agent.cwd.name
    return agent


def picture(page: Page, name: str, there: str = "article.card") -> None:
    """What a page shows once it stands still."""
    page.locator(there).first.wait_for()
    page.wait_for_timeout(800)  # guards end, and colours with them
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    assert file.stat().st_size < LARGEST, f"{file.name} is too large"
    print(file.name)


if __name__ == "__main__":
    main()
