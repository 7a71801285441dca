"""A rule that was suggested and added is the very one that the real Claude Code goes by."""

import json

from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.habits import days, past, write

COMMANDS = (
    "npm run build",
    "npm run test && npm run pack",
    'npm run say "a b"',
    "npm run {a} 2>&1",
)


def test_what_was_added_is_asked_no_more_and_nothing_else_is_allowed(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    project = lab.repository("built")
    write(daemon.paths.journal, *(past(project, command, days(6)) for command in COMMANDS))
    for offer in json.loads(daemon.qd("suggest", "--json")):
        daemon.qd("suggest", "--add", offer["id"])
    more = f"{COMMANDS[0]} --more"
    script = Script().bash(more)
    for command in COMMANDS:
        script = script.bash(command)
    lab.model.on("build", script.say("Built."))
    agent = lab.agent(version, cwd=project)

    agent.prompt("build")
    daemon.answer(daemon.wait_ask(containing=more), "deny")
    agent.wait_screen("Built.")

    asked = [entry["text"] for entry in daemon.history() if entry["opened"] > 1e9]
    assert [text for text in asked if text.startswith("npm")] == [more]
