"""Texts arrive in the real Claude Code once and exactly, and disturb nobody."""

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.live.daemon import LiveDaemon
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Gate, Script
from tests.stage.tmux import PROGRAMS, reader
from tests.stage.until import until

from quarterdeck.domain.states import Composer, Outcome
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.results import SendResult
from quarterdeck.terminals.tmux.settings import BridgeSettings

ROUNDS = int(os.environ.get("QUARTERDECK_ROUNDS", "4"))


def recorded(lab: Lab) -> tuple[Path, dict[str, object]]:
    """A file of all prompts, and the settings that have the agent fill it."""
    log = lab.root / "prompts.jsonl"
    hook = {"type": "command", "command": f"cat >> {log}; echo >> {log}"}
    return log, {"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}}


def prompts(log: Path) -> list[str]:
    whole = log.read_text().rpartition("\n")[0] if log.exists() else ""
    return [json.loads(line)["prompt"] for line in whole.split("\n") if line.strip()]


def arrived(log: Path, agent: Agent, count: int) -> list[str]:
    """What the agent was prompted with, once it is through with that many."""
    until(lambda: len(prompts(log)) >= count, 10, lambda: f"{len(prompts(log))} of {count} came")
    agent.wait_registry("idle")
    return prompts(log)


@asynccontextmanager
async def bridged(agent: Agent) -> AsyncIterator[tuple[TmuxBridge, PaneIdentity]]:
    async with TmuxBridge(BridgeSettings(), lambda _: None, PROGRAMS) as bridge:
        pane = await bridge.find(agent.pid)
        assert pane is not None
        bridge.servers[pane.identity.socket].follow(pane.identity.pane)
        yield bridge, pane.identity


def texts(count: int) -> list[str]:
    """Texts of every sort that made trouble somewhere, each one different."""
    sorts = [
        "say {n}",
        "{n} " + "abcd efgh " * 49 + "end",
        "{n} " + "words and more " * 333,
        "first {n}\nsecond line\nand a third",
        "\n".join(["{n}", *(f"line {i} of many" for i in range(30))]),
        "日本語のテキスト {n} を送ります。",
        "emoji 👍 🎉 é ü {n}",
        "quotes ' \" ` $HOME $(ls) #{{pane_id}} \\ % ~ {n}",
        "a semicolon at the end {n};",
        "look at {n} @alpha",
        "!touch bang-{n}",
        "ends {n} in a backslash\\",
        "ends {n} in a picture :smile",
    ]
    return [sorts[n % len(sorts)].format(n=n) for n in range(count)]


def meant(text: str) -> str:
    return text.strip()


async def typed(bridge: TmuxBridge, pane: PaneIdentity, text: str) -> SendResult:
    """What becomes of a text that waits for the agent as long as it takes."""
    pasted: list[str] = []
    while True:
        await bridge.wait_until_free(pane, reader)
        told = await bridge.send_text(pane, text, reader, pasted=lambda: pasted.append(text))
        if told.outcome is not Outcome.BLOCKED or pasted:
            return told


@pytest.mark.soak
async def test_texts_of_every_sort_arrive_once_and_exactly(lab: Lab, version: str) -> None:
    log, settings = recorded(lab)
    agent = lab.agent(version, settings=settings)
    sent = texts(ROUNDS * 13)
    async with bridged(agent) as (bridge, pane):
        for text in sent:
            result = await typed(bridge, pane, text)
            assert result.outcome is Outcome.ACCEPTED, (text, result, agent.screen())
    assert [meant(p) for p in arrived(log, agent, len(sent))] == [meant(t) for t in sent]
    assert not list(agent.cwd.glob("bang-*"))


@pytest.mark.soak
async def test_a_dialog_that_opens_while_we_type_is_never_answered_by_accident(
    lab: Lab, version: str
) -> None:
    agent = lab.agent(version)
    rng = random.Random(version)
    async with bridged(agent) as (bridge, pane):
        for n in range(ROUNDS):
            gate, made = Gate(), agent.cwd / f"made-{n}.txt"
            script = Script().hold(gate).bash(f"touch {made.name} && npm --version > /dev/null")
            lab.model.on(f"make number {n}.", script)
            agent.prompt(f"make number {n}.")
            gate.wait_reached()
            sending = asyncio.ensure_future(
                bridge.send_text(pane, f"1 2 3 yes {n}", reader, own_queue=True)
            )
            await asyncio.sleep(rng.uniform(0, 0.12))
            gate.open()
            result = await sending
            agent.wait_dialog("Do you want to proceed?")
            await asyncio.sleep(0.3)
            assert not made.exists(), (n, result)
            assert agent.registry()["status"] == "waiting", (n, result)
            assert result.outcome is not Outcome.NOT_DELIVERED, result
            await leave(agent)
            assert not made.exists(), (n, result)


async def leave(agent: Agent) -> None:
    """Refuse the dialog, and clear what is left in the composer."""
    agent.press("Escape")
    agent.wait_registry("idle")
    agent.wait_screen(lambda _: agent.composer() is not None)
    if agent.composer():
        agent.keys("C-c")
        agent.wait_screen(lambda _: agent.composer() == "")


async def test_a_suggestion_is_never_submitted_and_what_is_sent_arrives_once(
    lab: Lab, version: str
) -> None:
    lab.model.suggestion = "run the tests now"
    lab.model.on("count", Script().say("Counted."))
    log, settings = recorded(lab)
    environment = {"CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION": "true"}
    agent = lab.agent(version, settings=settings, environment=environment)
    for _ in range(2):  # the first turns of a conversation get no suggestion
        agent.prompt("count")
        agent.wait_registry("idle")
    sent = ["count it", "first line\nsecond line", "count " + "on and on " * 60, "日本語"]
    async with bridged(agent) as (bridge, pane):
        for text in sent:
            agent.wait_screen("❯\u00a0run the tests now")
            shown = reader((await bridge.capture_pane(pane)).text)
            assert shown.composer is Composer.GHOST
            result = await typed(bridge, pane, text)
            assert result.outcome is Outcome.ACCEPTED, (text, result, agent.screen())
            agent.wait_registry("idle")
    came = arrived(log, agent, 2 + len(sent))
    assert [meant(prompt) for prompt in came] == ["count", "count", *map(meant, sent)]


async def test_a_person_who_types_is_never_disturbed(lab: Lab, version: str) -> None:
    log, settings = recorded(lab)
    agent = lab.agent(version, settings=settings)
    words = "a draft that a person types slowly"
    async with bridged(agent) as (bridge, pane):
        agent.tmux.type(agent.pane, words[0])
        agent.wait_screen(lambda _: agent.composer() == words[0])
        for sign in words[1:]:
            agent.tmux.type(agent.pane, sign)
            result = await bridge.send_text(pane, "from elsewhere", reader)
            assert result.outcome is Outcome.BLOCKED
        agent.wait_screen(lambda _: agent.composer() == words)
        agent.keys("Enter")
        waiting = await typed(bridge, pane, "from elsewhere")
    assert waiting.outcome is Outcome.ACCEPTED
    assert arrived(log, agent, 2) == [words, "from elsewhere"]


@pytest.mark.each_version
@pytest.mark.parametrize("text", ["e\u0301te\u0301", "a\ttab"], ids=["accents", "tab"])
def test_a_text_that_the_agent_writes_in_its_own_way_is_accepted_with_a_note(
    lab: Lab, daemon: LiveDaemon, version: str, text: str
) -> None:
    lab.agent(version)
    session = daemon.wait_state("idle")["id"]
    told = json.loads(daemon.qd("send", session, text, "--wait", "10", "--json"))
    assert told["outcome"] == "accepted"
    assert "normalised" in str(told["note"])
