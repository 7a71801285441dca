"""Several answers, asks and agents at once: each answer goes where it belongs, told truthfully."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import TypeVar

import pytest
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.agent import DEAF_S, Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script, bash
from tests.stage.until import until

from quarterdeck.app.cli.client import Refused

ROUNDS = int(os.environ.get("QUARTERDECK_ROUNDS", "3"))
T = TypeVar("T")
GAPS = (-0.09, -0.02, 0.02, 0.09)  # seconds from the key at the terminal to the answer here


def test_yes_at_the_terminal_and_deny_here_are_told_as_they_were(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = lab.agent(version)
    for number, gap in enumerate(GAPS):
        prompt, made = f"make file {number} of many", agent.cwd / f"made{number}.txt"
        lab.model.on(prompt, Script().bash(f"npm --version > {made.name}"))
        agent.prompt(prompt)
        ask = daemon.wait_ask(containing=made.name)

        told = _at_once(daemon, agent, ask, ("1", "deny"), gap)

        [outcome] = lab.model.wait_outcomes(1, prompt)
        ended = daemon.wait_no_ask(ask, within=3)["ended"]
        if outcome.is_error:
            assert outcome.text == "not this one"
            assert (told, ended["how"], ended["outcome"]) == ("accepted", "answered", "accepted")
        else:
            assert made.exists()
            assert told in ("not_delivered", "not_open")
            assert ended["how"] == "terminal"
        agent.wait_registry("idle")
        _wipe(agent)


def test_escape_at_the_terminal_and_allow_here_are_told_as_they_were(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = lab.agent(version)
    for number, gap in enumerate(GAPS):
        prompt, made = f"make file {number} of many", agent.cwd / f"made{number}.txt"
        lab.model.on(prompt, Script().bash(f"npm --version > {made.name}; sleep 0.2"))
        agent.prompt(prompt)
        ask = daemon.wait_ask(containing=made.name)

        told = _at_once(daemon, agent, ask, ("Escape", "allow"), gap)

        agent.wait_registry("idle")
        ended = daemon.wait_no_ask(ask, within=8)["ended"]
        if told in ("not_delivered", "not_open"):
            assert not made.exists()
            assert ended["how"] == "interrupted"
        else:  # allowed, and interrupted before or while it ran
            assert told == ended["outcome"]
            assert told in ("accepted", "unknown")


def test_identical_commands_are_asked_and_answered_each_for_itself(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    same = "npm --version >> made.txt"
    lab.model.on("count", Script().together(bash(same), bash(same)).bash(same).say("Counted."))
    agent = lab.agent(version)
    answers = ("allow", "deny", "allow")

    agent.prompt("count")
    asks = []
    for answer in answers:
        asks.append(daemon.wait_ask(containing=same))
        assert daemon.answer(asks[-1], answer)["outcome"] == "accepted"

    agent.wait_screen("Counted.")
    assert len({ask["id"] for ask in asks}) == 3
    assert len((agent.cwd / "made.txt").read_text().splitlines()) == 2
    assert [o.is_error for o in lab.model.outcomes()] == [False, True, False]
    ended = {entry["id"]: entry["choice"] for entry in daemon.history()}
    assert [ended[ask["id"]] for ask in asks] == list(answers)


@pytest.mark.soak
def test_answers_are_never_crossed_between_sessions_and_their_subagents(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    project = lab.repository("shared")
    agents = {name: lab.agent(version, cwd=project) for name in ("red", "blue")}
    with daemon.present():
        for number in range(ROUNDS):
            _round(lab, daemon, agents, number)
    asked = [entry for entry in daemon.history() if entry["kind"] == "permission"]
    assert len(asked) == 4 * ROUNDS


def _round(lab: Lab, daemon: LiveDaemon, agents: dict[str, Agent], number: int) -> None:
    """Two subagents in each session ask at the same time; every other answer is no."""
    names = [f"{who}-{part}-{number}" for who, part in product(agents, ("left", "right"))]
    for name in names:
        lab.model.on(f"paint {name}", Script().bash(f"npm --version > {name}.txt"))
    for who, agent in agents.items():
        mine = [f"paint {name}" for name in names if name.startswith(who)]
        lab.model.on(f"share {who} {number}", Script().agents(*mine).say("Shared."))
        agent.prompt(f"share {who} {number}")
    asks = {name: daemon.wait_ask(containing=f"{name}.txt") for name in names}
    refused = names[number % 2 :: 2]

    with ThreadPoolExecutor() as pool:
        told = pool.map(
            lambda n: _answer(daemon, asks[n], "deny" if n in refused else "allow", n), names
        )
        assert list(told) == [("accepted", "")] * 4

    for name in names:
        [outcome] = lab.model.wait_outcomes(1, f"paint {name}")
        made = agents["red"].cwd / f"{name}.txt"
        assert (outcome.is_error, made.exists()) == (name in refused, name not in refused)
        assert not outcome.is_error or outcome.text == name
    for agent in agents.values():
        agent.wait_registry("idle")


def _at_once(
    daemon: LiveDaemon, agent: Agent, ask: Json, answers: tuple[str, str], gap: float
) -> str:
    """Press a key at the terminal and answer here, so many seconds apart; what was told here."""
    key, choice = answers
    agent.wait_dialog("Do you want to proceed?")
    time.sleep(DEAF_S)
    with ThreadPoolExecutor() as pool:
        pressed = pool.submit(_later, -gap, lambda: agent.keys(key))
        told = pool.submit(_later, gap, lambda: _answer(daemon, ask, choice, "not this one"))
        pressed.result()
        return str(told.result()[0])


def _wipe(agent: Agent) -> None:
    """Remove a key that came too late for its dialog and stands in the composer."""
    time.sleep(0.1)
    agent.keys("C-u")
    until(lambda: agent.composer() == "", 5, agent.screen)


def _later(seconds: float, act: Callable[[], T]) -> T:
    time.sleep(max(0.0, seconds))
    return act()


def _answer(daemon: LiveDaemon, ask: Json, choice: str, text: str) -> tuple[str, str]:
    """Answer as a surface does; the outcome and its note, or why it was refused."""
    try:
        told = daemon.post(f"/api/asks/{ask['id']}/answer", {"choice": choice, "text": text})
    except Refused as refused:
        return refused.kind, str(refused)
    return told["outcome"], told["note"] or ""
