"""Every state of the real Claude Code is read from its screen, soon after it stands there."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import psutil
import pytest
from tests.live.lab.agent import Agent
from tests.live.lab.forms import agent_with_forms
from tests.live.lab.lab import Lab
from tests.live.lab.script import Gate, Script
from tests.live.lab.versions import binary
from tests.live.observer import Observer
from tests.live.test_tmux_dialogs import Watch
from tests.stage.tmux import reader, until
from tests.stage.until import until as waited

from quarterdeck.domain.states import State
from quarterdeck.judgement.screens import Reading
from quarterdeck.judgement.screens.reading import Dialog, Kind
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.seeing.terminal_events import ScreenChanged

# Screens differ by version; and what is held here is a time.
pytestmark = [pytest.mark.each_version, pytest.mark.alone]

SOON = 0.3
RESTS = 1.0

Meant = Callable[[Reading], bool]


@dataclass(frozen=True, slots=True)
class ScreenReader:
    """A bridge on an agent, beside somebody who looks all the time."""

    watch: Watch
    bridge: TmuxBridge
    pane: PaneIdentity
    observer: Observer

    async def follows(self, meant: Meant, since: float) -> float:
        """Wait until we tell of such a screen; check that this came soon after it stood there."""
        await until(lambda: self._told(meant, since) and self._stood(meant, since))
        told = self._told(meant, since)
        assert told - self._stood(meant, since) < SOON
        return told

    async def working(self, since: float) -> float:
        """See it at work, and go on as the daemon does: with fewer looks."""
        at = await self.follows(is_state(State.WORKING), since)
        self._pace(working=True)
        return at

    def not_working(self) -> None:
        self._pace(working=False)

    def _pace(self, *, working: bool) -> None:
        server = self.bridge.servers[self.pane.socket]
        server.watcher.pace.working(self.pane.pane, working)

    def dialog(self, kind: Kind) -> Dialog | None:
        """The open dialog as we told of it last, if it is of this kind."""
        shown = [h.screen for _, h in self.watch.told if isinstance(h, ScreenChanged)]
        found = reader(shown[-1].text).dialog if shown else None
        return found if found and found.kind is kind else None

    def _stood(self, meant: Meant, since: float) -> float:
        return self.observer.first(lambda screen: meant(reader(screen)), since)

    def _told(self, meant: Meant, since: float) -> float:
        later = ((at, told) for at, told in self.watch.told if at > since)
        shown = ((at, told) for at, told in later if isinstance(told, ScreenChanged))
        return next((at for at, told in shown if meant(reader(told.screen.text))), 0.0)


async def at_rest(agent: Agent) -> None:
    """An agent that has just started writes on for a while, and none of that is measured here."""
    shown, since = agent.screen(), time.monotonic()

    def rests() -> bool:
        nonlocal shown, since
        if (now := agent.screen()) != shown:
            shown, since = now, time.monotonic()
        return time.monotonic() - since > RESTS

    await until(rests)


@asynccontextmanager
async def sight(lab: Lab, agent: Agent) -> AsyncIterator[ScreenReader]:
    watch = Watch()
    async with watch.on(agent) as (bridge, pane):
        await at_rest(agent)
        with Observer(lab.tmux.socket, agent) as observer:
            yield ScreenReader(watch, bridge, pane, observer)


def is_state(state: State) -> Meant:
    return lambda reading: reading.state is state


def is_dialog(kind: Kind) -> Meant:
    return lambda reading: reading.dialog is not None and reading.dialog.kind is kind


async def test_work_permissions_and_interrupts_are_seen(lab: Lab, version: str) -> None:
    gate = Gate()
    script = Script().say("I begin.").hold(gate).bash("touch x.txt && npm --version >/dev/null")
    lab.model.on("work then ask", script)
    agent = lab.agent(version)
    async with sight(lab, agent) as seen:
        begun = time.monotonic()
        agent.prompt("work then ask")
        at = await seen.working(begun)
        gate.wait_reached()
        gate.open()
        at = await seen.follows(is_dialog(Kind.PERMISSION), at)
        seen.not_working()
        agent.press("Escape")
        await seen.follows(lambda r: r.state is State.IDLE and r.interrupted, at)


async def test_questions_and_plans_are_seen(lab: Lab, version: str) -> None:
    lab.model.on("ask me", Script().wait(1).ask("Which database?", "SQLite", "Postgres"))
    lab.model.on("make a plan", Script().wait(1).plan("# Paint\n\nPaint it blue."))
    agent = lab.agent(version, mode="plan")
    async with sight(lab, agent) as seen:
        for prompt, kind in (("ask me", Kind.QUESTION), ("make a plan", Kind.PLAN)):
            begun = time.monotonic()
            agent.prompt(prompt)
            at = await seen.working(begun)
            at = await seen.follows(is_dialog(kind), at)
            seen.not_working()
            agent.press("Escape")
            await seen.follows(is_state(State.IDLE), at)


async def test_a_form_under_a_turning_spinner_is_seen(lab: Lab, version: str) -> None:
    agent = agent_with_forms(lab, version)
    lab.model.on("deploy it", Script().wait(1).tool("mcp__forms__deploy", {}))
    async with sight(lab, agent) as seen:
        begun = time.monotonic()
        agent.prompt("deploy it")
        at = await seen.working(begun)
        await seen.follows(is_dialog(Kind.ELICITATION), at)


async def test_limits_failures_and_the_end_of_a_turn_are_seen(lab: Lab, version: str) -> None:
    lab.model.on("too much", Script().wait(1).error(429))
    lab.model.on("locked out", Script().wait(1).error(401))
    lab.model.on("good morning", Script().wait(1).say("Good morning to you."))
    agent = lab.agent(version)
    ends = {"too much": State.LIMITED, "locked out": State.FAILED, "good morning": State.IDLE}
    async with sight(lab, agent) as seen:
        for prompt, state in ends.items():
            begun = time.monotonic()
            agent.prompt(prompt)
            at = await seen.working(begun)
            await seen.follows(is_state(state), at)
            seen.not_working()
            agent.wait_registry("idle")


def stranger(lab: Lab, version: str) -> Agent:
    """An agent that starts in a folder which nobody has said to trust."""
    where = lab.repository("strange")
    variables = [f"{name}={value}" for name, value in lab.home.environment.items()]
    command = ["env", *variables, str(binary(version)), "--permission-mode", "default"]
    pane, pid = lab.tmux.open(command, where, (120, 40), "stranger")
    return Agent(lab.home, lab.tmux, pane, pid, where, version)


@pytest.mark.newest_version
async def test_a_start_in_a_folder_that_nobody_trusts_yet_is_seen(lab: Lab, version: str) -> None:
    agent = stranger(lab, version)
    async with sight(lab, agent) as seen:
        await until(lambda: seen.dialog(Kind.TRUST))
        shown = seen.dialog(Kind.TRUST)
        assert shown is not None
        yes = next(option for option in shown.options if option.label.startswith("Yes"))
        key = ["Enter"] if yes.selected else ["Down", "Enter"]
        begun = time.monotonic()
        assert (await seen.bridge.press(seen.pane, key, reader)).error_type is None
        await seen.follows(is_state(State.IDLE), begun)


def in_a_shell(lab: Lab, version: str) -> Agent:
    """An agent that somebody started from their shell, in a folder of their own."""
    where = lab.repository("own")
    lab.home.trust(where)
    variables = [f"{name}={value}" for name, value in lab.home.environment.items()]
    shell = ["env", *variables, "PS1=me@box:~/own$ ", "bash", "--norc", "-i"]
    pane, pid = lab.tmux.open(shell, where, (120, 40), "own")
    lab.tmux.type(pane, f"{binary(version)} --permission-mode default\n")
    children = psutil.Process(pid).children
    [agent] = waited(children, 10, lambda: "no agent was started")
    started = Agent(lab.home, lab.tmux, pane, agent.pid, where, version)
    started.wait_ready()
    return started


@pytest.mark.newest_version
async def test_the_end_is_seen(lab: Lab, version: str) -> None:
    agent = in_a_shell(lab, version)
    async with sight(lab, agent) as seen:
        begun = time.monotonic()
        agent.stop()
        await seen.follows(is_state(State.ENDED), begun)
