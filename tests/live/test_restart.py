"""The daemon dies with asks held, comes back, and every ask is answered once."""

import os

from tests.live.deck import Deck
from tests.live.lab.lab import Lab
from tests.live.lab.script import Script

ROUNDS = int(os.environ.get("QUARTERDECK_ROUNDS", "4"))


def test_held_asks_survive_a_crash_and_are_answered_once(
    lab: Lab, deck: Deck, version: str
) -> None:
    agent = lab.agent(version)
    for number in range(ROUNDS):
        prompt = f"round {number}"
        lab.model.on(prompt, Script().bash(f"npm -v >> made{number}.txt").say(f"End {number}."))
        agent.prompt(prompt)
        before = deck.wait_ask(containing=f"made{number}.txt")
        [session] = deck.sessions()

        deck.kill()
        deck.up()
        after = deck.wait_ask(containing=f"made{number}.txt")

        assert after["id"] == before["id"]
        [again] = deck.sessions()
        assert [again[k] for k in ("id", "name", "colour")] == [
            session[k] for k in ("id", "name", "colour")
        ]
        assert deck.answer(after, "allow")["outcome"] == "accepted"
        agent.wait_screen(f"End {number}.")
        assert (agent.cwd / f"made{number}.txt").read_text().count("\n") == 1
