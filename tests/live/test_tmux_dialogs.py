"""Dialogs of the real Claude Code are answered by keys, and only the one that was shown."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from tests.live.lab.agent import Agent
from tests.live.lab.lab import Lab
from tests.live.lab.script import Gate, Script
from tests.stage.tmux import PROGRAMS, reader, until

from quarterdeck.domain.states import Outcome, State
from quarterdeck.judgement.screens import Reading
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Step
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.seeing.terminal_events import (
    PaneGone,
    ScreenChanged,
    TerminalEvent,
)
from quarterdeck.terminals.tmux.settings import BridgeSettings

pytestmark = pytest.mark.each_version  # screens and keys differ by version


class Watch:
    """A bridge on an agent, and when each state was first read from its screen."""

    def __init__(self) -> None:
        self.told: list[tuple[float, TerminalEvent]] = []

    def tell(self, happened: TerminalEvent) -> None:
        self.told.append((time.monotonic(), happened))

    def state(self) -> State | None:
        shown = [h.screen for _, h in self.told if isinstance(h, ScreenChanged)]
        return reader(shown[-1].text).state if shown else None

    async def reads(self, state: State) -> None:
        await until(lambda: self.state() is state)

    @asynccontextmanager
    async def on(self, agent: Agent) -> AsyncIterator[tuple[TmuxBridge, PaneIdentity]]:
        async with TmuxBridge(BridgeSettings(), self.tell, PROGRAMS) as bridge:
            pane = await bridge.find(agent.pid)
            assert pane is not None
            server = bridge.servers[pane.identity.socket]
            server.follow(pane.identity.pane)
            await until(lambda: server.told(pane.identity.pane))
            yield bridge, pane.identity


@dataclass(frozen=True, slots=True)
class Choosing:
    """Presses the key of an option, as the screen shows it, in one dialog and no other."""

    sign: str
    key: str

    def next(self, dialog: Dialog) -> Step | None:
        return Step(self.key, "", decides=True) if dialog.fingerprint == self.sign else None


def answering(reading: Reading, label: str) -> Choosing:
    """The key for an option, as the screen shows it."""
    dialog = reading.dialog
    assert dialog is not None
    option = next(option for option in dialog.options if option.label.startswith(label))
    return Choosing(dialog.fingerprint, str(option.digit))


async def dialog(bridge: TmuxBridge, pane: PaneIdentity) -> Reading:
    server = bridge.servers[pane.socket]
    await until(lambda: (s := server.watcher.screen(pane.pane)) and reader(s.text).dialog)
    return reader((await bridge.capture_pane(pane)).text)


async def test_yes_by_its_key_runs_the_command(lab: Lab, version: str) -> None:
    lab.model.on("make a file", Script().bash("touch made.txt && npm --version >/dev/null"))
    agent = lab.agent(version)
    async with Watch().on(agent) as (bridge, pane):
        agent.prompt("make a file")
        result = await bridge.run_script(pane, answering(await dialog(bridge, pane), "Yes"), reader)
    assert result.outcome is Outcome.ACCEPTED, result
    [outcome] = lab.model.wait_outcomes(1)
    assert not outcome.is_error
    assert (agent.cwd / "made.txt").exists()


async def test_no_by_its_key_runs_nothing(lab: Lab, version: str) -> None:
    lab.model.on("make a file", Script().bash("touch made.txt && npm --version >/dev/null"))
    agent = lab.agent(version)
    async with Watch().on(agent) as (bridge, pane):
        agent.prompt("make a file")
        result = await bridge.run_script(pane, answering(await dialog(bridge, pane), "No"), reader)
    assert result.outcome is Outcome.ACCEPTED, result
    agent.wait_registry("idle")
    assert not (agent.cwd / "made.txt").exists()


async def test_the_next_dialog_is_not_answered_with_the_last_ones_keys(
    lab: Lab, version: str
) -> None:
    script = Script().bash("touch one.txt && npm --version >/dev/null")
    lab.model.on("make two", script.bash("touch two.txt && npm -v >/dev/null"))
    agent = lab.agent(version)
    async with Watch().on(agent) as (bridge, pane):
        agent.prompt("make two")
        keys = answering(await dialog(bridge, pane), "Yes")
        assert (await bridge.run_script(pane, keys, reader)).success
        agent.wait_dialog("two.txt")
        again = await bridge.run_script(pane, keys, reader)
    assert again.outcome is Outcome.NOT_DELIVERED, again
    assert not (agent.cwd / "two.txt").exists()
    assert agent.registry()["status"] == "waiting"


async def test_interrupts_a_clear_and_the_end_are_seen(lab: Lab, version: str) -> None:
    gate = Gate()
    for wish in ("dream", "sing"):
        lab.model.on(wish, Script().say(f"I {wish}.").hold(gate))
    agent, watch = lab.agent(version), Watch()
    async with watch.on(agent) as (bridge, pane):
        for wish, key in (("dream", "Escape"), ("sing", "C-c")):
            agent.prompt(wish)
            await watch.reads(State.WORKING)
            # Until it has said something, its prompt goes back into the composer.
            agent.wait_screen(f"I {wish}.")
            await bridge.send_keys(pane, key, expect=())
            await watch.reads(State.IDLE)
        await bridge.wait_until_free(pane, reader)
        assert (await bridge.send_text(pane, "/clear", reader)).success
        await watch.reads(State.IDLE)
        agent.stop()
        server = bridge.servers[pane.socket]
        await until(lambda: server.panes[pane.pane].dead)
        lab.tmux.run("kill-pane", "-t", agent.pane)
        await _told(watch, lambda h: isinstance(h, PaneGone) and h.identity == pane)
    gate.open()


async def _told(watch: Watch, meant: Callable[[TerminalEvent], bool]) -> None:
    await until(lambda: any(meant(happened) for _, happened in watch.told))
