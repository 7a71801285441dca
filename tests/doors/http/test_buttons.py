"""The calls about a session's buttons."""

import sys
from typing import Any

from tests.stage.tmux import ComposerPane
from tests.stage.tmux_daemon import TmuxDaemon
from tests.stage.until import PATIENCE, until


def buttons(daemon: TmuxDaemon, composer: ComposerPane, session: str) -> dict[str, Any]:
    daemon.wait_state(composer, "idle")

    def shown() -> dict[str, Any] | None:
        found: dict[str, Any] | None
        found = daemon.call("GET", f"/api/sessions/{session}/buttons")[1]["buttons"]
        return found

    found = until(shown, 20, lambda: "no buttons come")
    assert found is not None
    return found


def press(daemon: TmuxDaemon, path: str, body: dict[str, str]) -> tuple[int, str]:
    status, told = daemon.call("POST", path, body)
    return status, told["error_type"]


def test_a_button_types_what_it_says_and_only_if_it_is_the_one_that_was_seen(
    tmux_daemon: TmuxDaemon,
) -> None:
    composer, session = tmux_daemon.composer("a")
    shown = buttons(tmux_daemon, composer, session)
    assert (shown["by"], shown["context"]) == ("rules", "nothing")
    assert [b["text"] for b in shown["row"]] == ["Yes", "No", "Proceed", "Help"]
    assert shown["row"][2]["action"] == "Go ahead."
    assert tmux_daemon.call("GET", f"/api/sessions/{session}")[1]["buttons"] == shown

    here = f"/api/sessions/{session}/buttons"
    refused: list[tuple[str, dict[str, str], int, str]] = [
        ("0", {}, 400, "bad_request"),
        ("0", {"set": "another"}, 409, "not_shown"),
        ("4", {"set": shown["id"]}, 404, "not_found"),
        ("one", {"set": shown["id"]}, 404, "not_found"),
    ]
    for number, body, status, error in refused:
        assert press(tmux_daemon, f"{here}/{number}", body) == (status, error)
    assert composer.submitted == []

    status, told = tmux_daemon.call("POST", f"{here}/2", {"set": shown["id"]})
    assert (status, told["status"]) == (200, "ok")
    until(lambda: composer.submitted == ["Go ahead."], 10, lambda: str(composer.lines()))


# What an agent would run to press a button of a session.
PRESS = """
import pathlib, sys
from quarterdeck.app.cli.client import Client, Trouble
from quarterdeck.app.paths import Paths

home = pathlib.Path(sys.argv[1])
try:
    Client(Paths(home, home, home, home)).post(sys.argv[2], {"set": sys.argv[3]})
except Trouble as trouble:
    print(trouble)
"""


def test_no_agent_presses_a_button(tmux_daemon: TmuxDaemon) -> None:
    composer, session = tmux_daemon.composer("b")
    shown = buttons(tmux_daemon, composer, session)
    agent = tmux_daemon.daemon.agent("presser")

    where = f"/api/sessions/{session}/buttons/0"
    told = agent.run(sys.executable, "-c", PRESS, str(tmux_daemon.daemon.home), where, shown["id"])

    assert told.get(timeout=PATIENCE) == "An agent may not do this; a person must.\n"
    assert composer.submitted == []
    agent.close()
