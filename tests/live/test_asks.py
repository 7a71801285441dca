"""Asks of the real Claude Code, answered from the command line; those of auto mode on the page."""

from pathlib import Path

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script, choice
from tests.live.lab.versions import NEWEST

pytestmark = pytest.mark.each_version  # asks and answers differ by version

EVERY_MODE = ("default", "acceptEdits", "plan", "auto")


def test_a_question_is_answered_with_the_label_that_was_picked(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    ask = daemon.wait_ask("question")
    assert [o["label"] for o in ask["questions"][0]["options"]] == ["SQLite", "Postgres"]
    told = daemon.answer(ask, "submit", "--answer", "2")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert '"Which database?"="Postgres"' in outcome.text


@pytest.mark.parametrize("mode", EVERY_MODE)
def test_questions_reach_us_in_every_mode(lab: Lab, daemon: LiveDaemon, mode: str) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(NEWEST, mode=mode)

    agent.prompt("ask me")
    told = daemon.answer(daemon.wait_ask("question"), "submit", "--own", "our own server")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert "our own server" in outcome.text


def test_several_questions_with_several_answers_arrive_together(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    questions = [
        choice("Which database?", "SQLite", "Postgres"),
        choice("Which parts?", "Login", "Search", "Mail", several=True),
    ]
    lab.model.on("ask me", Script().tool("AskUserQuestion", {"questions": questions}).say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    told = daemon.answer(daemon.wait_ask("question"), "submit", "--answer", "1", "--answer", "1,3")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert '"Which database?"="SQLite"' in outcome.text
    assert '"Which parts?"="Login, Mail"' in outcome.text


@pytest.mark.newest_version
def test_a_question_with_previews_is_answered(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    shapes = choice("Which shape?", "Box", "Ring")
    for option, preview in zip(shapes["options"], ("[ ]", "( )"), strict=True):
        option["preview"] = preview
    lab.model.on("ask me", Script().tool("AskUserQuestion", {"questions": [shapes]}).say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    ask = daemon.wait_ask("question")
    assert [o["preview"] for o in ask["questions"][0]["options"]] == ["[ ]", "( )"]
    told = daemon.answer(ask, "submit", "--answer", "2")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert '"Which shape?"="Ring"' in outcome.text


@pytest.mark.newest_version
def test_a_question_answered_at_the_terminal_leaves(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    ask = daemon.wait_ask("question")
    agent.wait_dialog("Which database?")
    agent.press("1")

    assert daemon.wait_no_ask(ask, within=3)["ended"]["how"] == "terminal"


def test_a_plan_is_approved(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("make a plan", Script().plan("# Paint\n\nPaint it blue.").say("I begin."))
    agent = lab.agent(version, mode="plan")

    agent.prompt("make a plan")
    ask = daemon.wait_ask("plan")
    assert "Paint it blue." in ask["plan"]
    told = daemon.answer(ask, "approve")

    assert told["outcome"] == "accepted"
    agent.wait_screen("I begin.")


@pytest.mark.newest_version
def test_a_plan_is_approved_with_edits_accepted(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("make a plan", Script().plan("# Paint\n\nPaint it blue.").say("I begin."))
    agent = lab.agent(version, mode="plan")

    agent.prompt("make a plan")
    told = daemon.answer(daemon.wait_ask("plan"), "accept_edits")

    assert told["outcome"] == "accepted"
    agent.wait_screen("accept edits on")


def test_what_to_change_in_a_plan_reaches_the_model(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a plan", Script().plan("# Paint\n\nPaint it blue.").say("Green, then."))
    agent = lab.agent(version, mode="plan")

    agent.prompt("make a plan")
    told = daemon.answer(daemon.wait_ask("plan"), "change", "--text", "paint it green")

    assert told["outcome"] == "accepted"
    [_, outcome] = lab.model.wait_outcomes(2)
    assert "paint it green" in outcome.text


def test_a_plan_made_in_auto_mode_is_approved(lab: Lab, daemon: LiveDaemon) -> None:
    planning = Script().tool("EnterPlanMode", {}).plan("# Paint\n\nPaint it blue.")
    lab.model.on("make a plan", planning.say("I begin."))
    agent = lab.agent(NEWEST, mode="auto")

    agent.prompt("make a plan")
    ask = daemon.wait_ask("plan")
    assert "Paint it blue." in ask["plan"]
    told = daemon.answer(ask, "approve")

    assert told["outcome"] == "accepted"
    agent.wait_screen("I begin.")


@pytest.mark.newest_version
def test_a_finished_turn_is_told_with_its_last_message(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)

    agent.prompt("good morning")
    done = daemon.wait_ask("done")

    assert "Good morning to you." in done["text"]
    assert daemon.sessions()[0]["last_message"] == "Good morning to you."


@pytest.mark.newest_version
def test_a_finished_turn_names_what_still_runs(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    serving = {"command": "sleep 30", "description": "Serve the docs", "run_in_background": True}
    lab.model.on("serve", Script().tool("Bash", serving).say("It is up."))
    agent = lab.agent(version, settings={"permissions": {"allow": ["Bash(sleep *)"]}})

    agent.prompt("serve")
    done = daemon.wait_ask("done")

    assert done["title"] == "Done (1 in the background): It is up."
    assert "Serve the docs" in done["text"]


def _settings_are_reread(lab: Lab) -> Path:
    """A file that is there once the agent has read changed settings."""
    sign = lab.root / "reread"
    hooks = lab.home.settings()["hooks"]
    command = {"type": "command", "command": f"touch {sign}"}
    lab.home.add_settings({"hooks": hooks | {"ConfigChange": [{"hooks": [command]}]}})
    return sign
