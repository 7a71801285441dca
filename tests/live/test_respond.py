"""One text to the real Claude Code, whatever it waits for."""

import json
import sqlite3
from contextlib import closing

import pytest
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.live.test_hands import bound
from tests.stage.tmux_daemon import await_event, listening
from tests.stage.until import until

from quarterdeck.app.cli.client import Refused


def respond(daemon: LiveDaemon, session: Json, text: str, **more: str) -> Json:
    return daemon.post(f"/api/respond/{session['id']}", {"text": text, **more})


def refused(daemon: LiveDaemon, session: Json, text: str) -> str:
    with pytest.raises(Refused) as raised:
        respond(daemon, session, text)
    return raised.value.kind


def turns(daemon: LiveDaemon) -> list[Json]:
    with closing(sqlite3.connect(daemon.home / "journal.db")) as base:
        rows = base.execute("SELECT data FROM journal WHERE kind = 'TurnWritten'")
        return [json.loads(row[0]) for row in rows]


def ready(lab: Lab, daemon: LiveDaemon, version: str) -> tuple[Agent, Json]:
    agent = lab.agent(version)
    session = bound(daemon)
    return agent, dict(session)


def test_an_idle_agent_takes_the_text_and_the_turn_is_told_and_written(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent, session = ready(lab, daemon, version)
    token = (daemon.home / "token").read_text().strip()
    with listening(daemon.url, token) as stream:
        told = respond(daemon, session, "good morning")
        change = await_event(stream, "state_changed")
    assert (change["turn_id"], change["new_state"]) == (told["turn_id"], "PROCESSING")
    agent.wait_screen("Good morning to you.")
    until(lambda: turns(daemon), 5, lambda: "the turn is not written")
    [turn] = turns(daemon)
    assert (turn["actor"], turn["intent"], turn["turn"]) == ("USER", "ANSWER", told["turn_id"])


def test_a_text_of_ones_own_answers_a_question(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("colour", Script().ask("Which colour?", "Red", "Blue").say("As you like."))
    agent, session = ready(lab, daemon, version)
    agent.prompt("colour")
    daemon.wait_ask("question")

    told = respond(daemon, session, "2", mode="other")

    assert told["status"] == "ok"
    [outcome] = lab.model.wait_outcomes(1)
    assert "2" in outcome.text
    assert "Blue" not in outcome.text
    agent.wait_screen("As you like.")


def test_a_text_of_ones_own_refuses_a_permission(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("As you wish."))
    agent, session = ready(lab, daemon, version)
    agent.prompt("make a file")
    daemon.wait_ask()
    assert refused(daemon, session, "perhaps") == "no_such_choice"

    told = respond(daemon, session, "use pnpm instead", mode="other")

    assert told["new_state"] == "PROCESSING"
    [outcome] = lab.model.wait_outcomes(1)
    assert "use pnpm instead" in outcome.text
    assert not (agent.cwd / "made.txt").exists()


def test_work_and_drafts_are_not_disturbed(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("think", Script().wait(30).say("Late."))
    agent, session = ready(lab, daemon, version)
    lab.tmux.type(agent.pane, "half a thought")
    agent.wait_screen("half a thought")
    assert refused(daemon, session, "hello") == "blocked"
    assert agent.composer() == "half a thought"
    agent.keys("C-u")
    agent.prompt("think")
    daemon.wait_state("working")
    assert refused(daemon, session, "hello") == "not_awaiting_input"


def test_an_agent_whose_hooks_a_script_posts_is_known_and_can_be_given_a_text(
    lab: Lab, version: str
) -> None:
    daemon = LiveDaemon(lab)
    daemon.up()
    token = (daemon.home / "token").read_text().strip()
    post = f"curl -s -H 'Authorization: Bearer {token}' --data-binary @- {daemon.url}/hook/"
    events = {"SessionStart": "session-start", "UserPromptSubmit": "user-prompt-submit"}
    hooks = {e: [{"hooks": [{"type": "command", "command": post + n}]}] for e, n in events.items()}
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version, settings={"hooks": hooks})
    session = dict(bound(daemon))

    told = respond(daemon, session, "good morning")

    assert (session["pid"], session["agent_session"]) == (agent.pid, agent.session_id)
    assert told["status"] == "ok"
    agent.wait_screen("Good morning to you.")
    daemon.close()
