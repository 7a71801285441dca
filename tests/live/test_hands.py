"""Eyes and hands on the real Claude Code: texts typed, dialogs answered by keys, turns stopped."""

import json

import pytest
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.forms import agent_with_forms
from tests.live.lab.lab import Lab
from tests.live.lab.script import UNCHECKED, Fields, Script, choice
from tests.live.lab.versions import NEWEST
from tests.stage.until import until

pytestmark = pytest.mark.each_version  # screens and keys differ by version


def bound(daemon: LiveDaemon) -> dict[str, object]:
    """The only session, once its pane is known."""
    return until(
        lambda: next((s for s in daemon.sessions() if (s["terminal"] or {}).get("tty")), None),
        10,
        lambda: str(daemon.sessions()),
    )


@pytest.mark.newest_version
def test_a_text_that_was_sent_is_taken_as_a_prompt(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("good morning", Script().say("Good morning to you."))
    agent = lab.agent(version)
    session = bound(daemon)

    told = json.loads(daemon.qd("send", str(session["id"]), "good morning", "--json"))

    assert told["outcome"] == "accepted"
    agent.wait_screen("Good morning to you.")


@pytest.mark.newest_version
def test_interrupt_stops_a_working_agent(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("think", Script().wait(30).say("Late."))
    agent = lab.agent(version)
    session = bound(daemon)
    agent.prompt("think")
    agent.wait_registry("busy")
    daemon.wait_state("working")

    daemon.qd("interrupt", str(session["id"]))

    agent.wait_registry("idle")


def test_an_ask_whose_hook_is_gone_is_answered_by_keys(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("It is made."))
    agent = lab.agent(version)
    bound(daemon)
    agent.prompt("make a file")
    ask = daemon.wait_ask()
    agent.wait_dialog("Do you want to proceed?")
    daemon.end_hooks()

    told = daemon.answer(ask, "allow")

    assert told["outcome"] == "accepted"
    agent.wait_screen("It is made.")
    assert (agent.cwd / "made.txt").exists()


@pytest.mark.newest_version
def test_a_refusal_by_keys_tells_the_agent_what_to_do_instead(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("As you wish."))
    agent = lab.agent(version)
    bound(daemon)
    agent.prompt("make a file")
    ask = daemon.wait_ask()
    agent.wait_dialog("Do you want to proceed?")
    daemon.end_hooks()

    told = daemon.answer(ask, "deny", "--text", "use pnpm instead")

    assert told["outcome"] == "accepted"
    [outcome] = lab.model.wait_outcomes(1)
    assert "use pnpm instead" in outcome.text
    assert not (agent.cwd / "made.txt").exists()


def test_a_dialog_without_a_hook_becomes_an_ask_that_keys_answer(
    lab: Lab, daemon: LiveDaemon
) -> None:
    lab.model.on("be quick", Script().bash("npm --version > made.txt", UNCHECKED).say("Done so."))
    agent = lab.agent(NEWEST, mode="auto")
    session = bound(daemon)
    agent.prompt("be quick")

    daemon.wait_ask("fallback")
    daemon.qd("keys", str(session["id"]), "Enter")
    ask = daemon.wait_ask("permission")
    told = daemon.answer(ask, "allow", "--yes")

    assert told["outcome"] == "accepted"
    agent.wait_screen("Done so.")


def test_a_dialog_without_digits_is_refused_by_keys_too(lab: Lab, daemon: LiveDaemon) -> None:
    lab.model.on(
        "be quick", Script().bash("npm --version > made.txt", UNCHECKED).say("As you say.")
    )
    agent = lab.agent(NEWEST, mode="auto")
    session = bound(daemon)
    agent.prompt("be quick")
    daemon.wait_ask("fallback")
    daemon.qd("keys", str(session["id"]), "Enter")

    told = daemon.answer(daemon.wait_ask("permission"), "deny")

    assert told["outcome"] == "accepted"
    agent.wait_registry("idle")
    assert not (agent.cwd / "made.txt").exists()


@pytest.mark.newest_version
def test_several_keys_reach_one_dialog_in_order(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    agent = lab.agent(version)
    session = bound(daemon)
    agent.prompt("ask me")
    daemon.wait_ask("question")
    agent.wait_dialog("Which database?")

    daemon.qd("keys", str(session["id"]), "Down", "Enter")

    [outcome] = lab.model.wait_outcomes(1)
    assert '"Which database?"="Postgres"' in outcome.text


@pytest.mark.newest_version
def test_the_screen_can_be_seen_with_what_it_means(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.agent(version)
    session = bound(daemon)

    seen = daemon.get(f"/api/sessions/{session['id']}/screen")

    assert seen["composer"] == "empty"
    assert seen["state"] == "idle"


@pytest.mark.newest_version
def test_responding_types_to_an_idle_agent_and_decides_what_a_waiting_one_asks(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("make a file", Script().bash("npm --version > made.txt").say("It is made."))
    agent = lab.agent(version)
    session = bound(daemon)

    typed = daemon.post(f"/api/respond/{session['id']}", {"text": "make a file"})
    daemon.wait_ask()
    decided = daemon.post(f"/api/respond/{session['id']}", {"text": "Allow"})

    for told in (typed, decided):
        assert (told["status"], told["new_state"]) == ("ok", "PROCESSING")
        assert told["turn_id"]
    agent.wait_screen("It is made.")
    available = daemon.get(f"/api/availability/{session['id']}")
    assert available["commander_available"] is True


def test_a_question_and_a_plan_are_answered_by_keys(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    lab.model.on("ask me", Script().ask("Which database?", "SQLite", "Postgres").say("Good."))
    lab.model.on("make a plan", Script().plan("# Paint\n\nPaint it blue.").say("Green, then."))
    agent = lab.agent(version, mode="plan")
    bound(daemon)

    agent.prompt("ask me")
    ask = daemon.wait_ask("question")
    agent.wait_dialog("Which database?")
    daemon.end_hooks()
    asked = daemon.answer(ask, "submit", "--own", "our own server")
    agent.wait_screen("Good.")

    agent.prompt("make a plan")
    plan = daemon.wait_ask("plan")
    agent.wait_dialog("Would you like to proceed?")
    daemon.end_hooks()
    changed = daemon.answer(plan, "change", "--text", "paint it green")
    agent.wait_screen("Green, then.")

    assert [asked["outcome"], changed["outcome"]] == ["accepted", "accepted"]
    texts = [outcome.text for outcome in lab.model.outcomes()]
    assert any("our own server" in text for text in texts)
    assert any("paint it green" in text for text in texts)


def asked(lab: Lab, daemon: LiveDaemon, version: str, *questions: Fields) -> tuple[Agent, Json]:
    """An agent whose questions are on its screen, with no hook to answer them."""
    given = {"questions": list(questions)}
    lab.model.on("ask me", Script().tool("AskUserQuestion", given).say("Good."))
    agent = lab.agent(version)
    bound(daemon)
    agent.prompt("ask me")
    ask = daemon.wait_ask("question")
    agent.wait_dialog(str(questions[0]["question"]))
    daemon.end_hooks()
    return agent, ask


def test_boxes_are_ticked_by_keys_with_words_of_ones_own_beside_them(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    features = choice("Which features?", "Auth", "API", "UI", several=True)
    agent, ask = asked(lab, daemon, version, features)

    told = daemon.answer(ask, "submit", "--own", "Auth, UI, a map")

    assert told["outcome"] == "accepted", told
    [outcome] = lab.model.wait_outcomes(1)
    assert '"Which features?"="Auth, UI, a map"' in outcome.text
    agent.wait_screen("Good.")


def test_several_questions_are_answered_by_keys_page_by_page(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    database = choice("Which database?", "SQLite", "Postgres", header="Database")
    features = choice("Which features?", "Auth", "API", header="Features", several=True)
    place = choice("Where to?", "Cloud", "Metal", header="Place")
    name = choice("Under which name?", "Ahab", "Bligh", header="Name")
    agent, ask = asked(lab, daemon, version, database, features, previewed(place), name)

    chosen = ("--answer", "2", "--answer", "1,2", "--answer", "Metal", "--own", "Hornblower 1")
    told = daemon.answer(ask, "submit", *chosen)

    assert told["outcome"] == "accepted", told
    [outcome] = lab.model.wait_outcomes(1)
    for piece in ('"="Postgres"', '"="Auth, API"', '"="Metal"', '"="Hornblower 1"'):
        assert piece in outcome.text
    agent.wait_screen("Good.")


def previewed(question: Fields) -> Fields:
    """The same question with a drawing beside each option: digits only move the cursor there."""
    options = [
        option | {"preview": f"+--+\n|{n} |\n+--+"} for n, option in enumerate(question["options"])
    ]
    return {**question, "options": options}


def test_a_form_is_filled_in_by_keys(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    agent = agent_with_forms(lab, version)
    bound(daemon)
    agent.prompt("deploy it")
    ask = daemon.wait_ask("elicitation")
    agent.wait_screen("requests your input")

    told = daemon.answer(ask, "accept", "--answer", "place=moon", "--answer", "copies=3")

    [outcome] = lab.model.wait_outcomes(1)
    filled_in = {"action": "accept", "content": {"place": "moon", "copies": 3}}
    assert json.loads(outcome.text) == filled_in
    assert told["outcome"] == "accepted"


@pytest.mark.newest_version
def test_a_form_is_declined_by_keys(lab: Lab, daemon: LiveDaemon, version: str) -> None:
    agent = agent_with_forms(lab, version)
    bound(daemon)
    agent.prompt("deploy it")
    ask = daemon.wait_ask("elicitation")
    agent.wait_screen("requests your input")

    told = daemon.answer(ask, "decline")

    [outcome] = lab.model.wait_outcomes(1)
    assert json.loads(outcome.text) == {"action": "decline"}
    assert told["outcome"] == "accepted"
