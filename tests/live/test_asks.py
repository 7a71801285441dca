"""Every kind of ask of the real Claude Code, answered from the command line."""

import time

import pytest
from tests.live.deck import Deck
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script, choice, flagged
from tests.live.lab.versions import NEWEST

REREAD_S = 4.0  # the agent reads changed settings after a while, and nothing tells when
EVERY_MODE = ("default", "acceptEdits", "plan", "auto")


def test_a_question_is_answered_with_the_label_that_was_picked(
    lab: Lab, deck: Deck, version: str
) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    ask = deck.wait_ask("question")
    assert [o["label"] for o in ask["questions"][0]["options"]] == ["SQLite", "Postgres"]
    told = deck.answer(ask, "submit", "--answer", "2")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert '"Which database?"="Postgres"' in outcome.text


@pytest.mark.parametrize("mode", EVERY_MODE)
def test_questions_reach_us_in_every_mode(lab: Lab, deck: Deck, mode: str) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(NEWEST, mode=mode)

    agent.prompt("ask me")
    told = deck.answer(deck.wait_ask("question"), "submit", "--answer", "our own server")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert "our own server" in outcome.text


def test_several_questions_with_several_answers_arrive_together(
    lab: Lab, deck: Deck, version: str
) -> None:
    questions = [
        choice("Which database?", "SQLite", "Postgres"),
        choice("Which parts?", "Login", "Search", "Mail", several=True),
    ]
    lab.model.on("ask me", Script().tool("AskUserQuestion", {"questions": questions}).say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    told = deck.answer(deck.wait_ask("question"), "submit", "--answer", "1", "--answer", "1,3")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert '"Which database?"="SQLite"' in outcome.text
    assert '"Which parts?"="Login, Mail"' in outcome.text


def test_talking_about_a_question_tells_the_model_what_was_said(
    lab: Lab, deck: Deck, version: str
) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    told = deck.answer(deck.wait_ask("question"), "chat", "--text", "what would you take?")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert "what would you take?" in outcome.text


def test_a_question_answered_at_the_terminal_leaves(lab: Lab, deck: Deck, version: str) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(version)

    agent.prompt("ask me")
    ask = deck.wait_ask("question")
    agent.wait_dialog("Which database?")
    agent.press("1")

    assert deck.wait_no_ask(ask, within=3)["ended"]["how"] == "terminal"


def test_a_plan_is_approved(lab: Lab, deck: Deck, version: str) -> None:
    lab.model.on("make a plan", Script().plan("# Paint\n\nPaint it blue.").say("I begin."))
    agent = lab.agent(version, mode="plan")

    agent.prompt("make a plan")
    ask = deck.wait_ask("plan")
    assert "Paint it blue." in ask["plan"]
    told = deck.answer(ask, "approve")

    assert told["outcome"] == "accepted"
    agent.wait_screen("I begin.")


def test_a_plan_is_approved_with_edits_accepted(lab: Lab, deck: Deck, version: str) -> None:
    lab.model.on("make a plan", Script().plan("# Paint\n\nPaint it blue.").say("I begin."))
    agent = lab.agent(version, mode="plan")

    agent.prompt("make a plan")
    told = deck.answer(deck.wait_ask("plan"), "accept_edits")

    assert told["outcome"] == "accepted"
    agent.wait_screen("accept edits on")


def test_what_to_change_in_a_plan_reaches_the_model(lab: Lab, deck: Deck, version: str) -> None:
    lab.model.on("make a plan", Script().plan("# Paint\n\nPaint it blue.").say("Green, then."))
    agent = lab.agent(version, mode="plan")

    agent.prompt("make a plan")
    told = deck.answer(deck.wait_ask("plan"), "change", "--text", "paint it green")

    assert told["outcome"] == "accepted"
    [_, outcome] = lab.model.wait_outcomes(2)
    assert "paint it green" in outcome.text


def test_a_call_that_auto_mode_blocked_is_told_with_its_reason(
    lab: Lab, deck: Deck, version: str
) -> None:
    script = Script().bash("npm -v", flagged("It leaves the house.")).say("Not allowed.")
    lab.model.on("be quick", script)
    agent = lab.agent(version, mode="auto")

    agent.prompt("be quick")
    ask = deck.wait_ask("blocked")

    assert "npm -v" in ask["title"]
    assert "It leaves the house." in ask["text"]
    assert deck.answer(ask, "dismiss")["outcome"] == "accepted"


def test_three_blocks_in_a_row_become_a_permission(lab: Lab, deck: Deck) -> None:
    script = Script()
    for number in range(4):
        script = script.bash(f"npm -v {number}", flagged("No."))
    lab.model.on("be quick", script.say("Enough."))
    agent = lab.agent(NEWEST, mode="auto")

    agent.prompt("be quick")
    told = deck.answer(deck.wait_ask("permission"), "deny", "--text", "stop it")

    assert told["outcome"] == "accepted"


def test_an_ask_rule_overrides_auto_mode_and_reaches_us(lab: Lab, deck: Deck) -> None:
    lab.model.on("push", Script().bash("npm -v").say("Pushed."))
    agent = lab.agent(NEWEST, mode="auto", settings={"permissions": {"ask": ["Bash(npm *)"]}})

    agent.prompt("push")
    told = deck.answer(deck.wait_ask("permission"), "allow")

    assert told["outcome"] == "accepted"
    agent.wait_screen("Pushed.")


def test_a_safety_check_in_auto_mode_shows_its_deadline(lab: Lab, deck: Deck) -> None:
    lab.model.on("tidy up", Script().bash("rm -rf ~/*").say("I did not."))
    agent = lab.agent(NEWEST, mode="auto")

    agent.prompt("tidy up")
    ask = deck.wait_ask("permission")
    assert ask["risk"]["level"] == "critical"
    assert 60 < ask["deadline"] - ask["opened"] <= 120
    refused = deck.run("answer", ask["id"], "allow")
    assert refused.returncode == 1
    assert "--yes" in refused.stderr

    assert deck.answer(ask, "deny")["outcome"] == "accepted"


def test_a_finished_turn_is_told_with_its_last_message(lab: Lab, deck: Deck, version: str) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)

    agent.prompt("good morning")
    done = deck.wait_ask("done")

    assert "Good morning to you." in done["text"]
    assert deck.sessions()[0]["last_message"] == "Good morning to you."


def test_allowing_a_blocked_call_next_time_lets_it_run_then(lab: Lab, deck: Deck) -> None:
    blocked = Script().bash("npm -v", flagged("It leaves the house.")).say("Not now.")
    lab.model.on("first try", blocked)
    lab.model.on("second try", blocked.say("Now it ran."))
    agent = lab.agent(NEWEST, mode="auto")
    agent.prompt("first try")
    agent.wait_screen("Not now.")

    told = deck.answer(deck.wait_ask("blocked"), "allow_next")
    time.sleep(REREAD_S)
    agent.prompt("second try")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1, "second try")
    assert not outcome.is_error, outcome.text
