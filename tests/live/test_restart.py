"""The daemon dies with asks held, comes back, and every ask is answered once."""

import contextlib
import os
import threading
import time
from functools import partial

import pytest
from tests.live.daemon import Json, LiveDaemon
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script
from tests.stage.until import until

from quarterdeck.app.cli.client import Trouble

ROUNDS = int(os.environ.get("QUARTERDECK_ROUNDS", "3"))


@pytest.mark.soak
def test_held_asks_survive_a_crash_and_are_answered_once(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agents = [lab.agent(version), lab.agent(version)]
    for number in range(ROUNDS):
        made = [f"made-{number}-by-{who}.txt" for who, _ in enumerate(agents)]
        for agent, file in zip(agents, made, strict=True):
            lab.model.on(f"make {file}", Script().bash(f"npm -v >> {file}").say(f"{file} is made."))
            agent.prompt(f"make {file}")
        before = [daemon.wait_ask(containing=f">> {file}") for file in made]
        sessions = _identities(daemon)

        daemon.kill()
        daemon.up()
        after = [daemon.wait_ask(containing=f">> {file}", held=True) for file in made]

        assert [ask["id"] for ask in after] == [ask["id"] for ask in before]
        assert _identities(daemon) == sessions
        assert [daemon.answer(ask, "allow")["outcome"] for ask in after] == ["accepted"] * 2
        for agent, file in zip(agents, made, strict=True):
            agent.wait_screen(f"{file} is made.")
            assert (agent.cwd / file).read_text().count("\n") == 1


def test_a_crash_in_the_middle_of_an_answer_answers_once(
    lab: Lab, daemon: LiveDaemon, version: str
) -> None:
    agent = lab.agent(version)
    for number, pause in enumerate((0.0, 0.005, 0.02)):
        prompt = f"round {number}"
        lab.model.on(prompt, Script().bash(f"npm -v >> made{number}.txt").say(f"End {number}."))
        agent.prompt(prompt)
        ask = daemon.wait_ask(containing=f"made{number}.txt")

        answering = threading.Thread(target=_allow, args=(daemon, ask))
        answering.start()
        time.sleep(pause)
        daemon.kill()
        answering.join()
        daemon.up()
        settled = partial(_settled, daemon, ask)
        until(settled, 15, lambda: f"the ask stays open: {daemon.asks()}")

        agent.wait_screen(f"End {number}.")
        assert (agent.cwd / f"made{number}.txt").read_text().count("\n") == 1


def _identities(daemon: LiveDaemon) -> list[tuple[str, str, str]]:
    return [(s["id"], s["name"], s["colour"]) for s in daemon.sessions()]


def _allow(daemon: LiveDaemon, ask: Json) -> bool:
    """Allow it; whether that was taken."""
    with contextlib.suppress(Trouble):
        told = daemon.post(f"/api/asks/{ask['id']}/answer", {"choice": "allow"})
        return bool(told["outcome"] == "accepted")
    return False


def _settled(daemon: LiveDaemon, ask: Json) -> bool:
    return _allow(daemon, ask) or _is_over(daemon, ask)


def _is_over(daemon: LiveDaemon, ask: Json) -> bool:
    return any(h["id"] == ask["id"] and h["ended"] for h in daemon.history())
