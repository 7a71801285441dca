"""What every terminal promises, on the fake and on the real tmux."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest
import pytest_asyncio
from tests.fakes.terminal import FakePane, FakeTerminal
from tests.stage.tmux import ComposerPane, TmuxServer, reader, until
from tests.stage.until import PATIENCE

from quarterdeck.domain.sessions import Process
from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Script, Step
from quarterdeck.terminals.tmux.bridge import TmuxBridge
from quarterdeck.terminals.tmux.control.commands import Landmark
from quarterdeck.terminals.tmux.control.panes import Pane, PaneIdentity
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.results import (
    HealthResult,
    SendResult,
    TmuxBridgeErrorType,
    TmuxError,
)
from quarterdeck.terminals.tmux.seeing.screen import Screen
from quarterdeck.terminals.tmux.settings import BridgeSettings
from quarterdeck.terminals.tmux.typing.typist import Reader

KINDS = TmuxBridgeErrorType
DOWN = "\x1b[B"
Target = PaneIdentity | str | None


class Terminal(Protocol):
    """What both can do."""

    async def list_panes(self) -> list[Pane]: ...
    async def check_health(self, target: Target) -> HealthResult: ...
    async def capture_pane(self, target: Target) -> Screen: ...
    async def send_text(
        self,
        target: Target,
        text: str,
        read: Reader,
        *,
        patience: float = 0,
        own_queue: bool = False,
        shell: bool = False,
        process: Process | None = None,
        prompted: asyncio.Future[str] | None = None,
    ) -> SendResult: ...
    async def send_keys(
        self,
        target: Target,
        *names: str,
        expect: tuple[Landmark, ...],
        process: Process | None = None,
    ) -> SendResult: ...
    async def press(
        self, target: Target, names: list[str], read: Reader, *, process: Process | None = None
    ) -> SendResult: ...
    async def run_script(
        self, target: Target, script: Script, read: Reader, *, process: Process | None = None
    ) -> SendResult: ...


class Actor(Protocol):
    """An agent in a pane: what happens to it, and what it was given."""

    @property
    def target(self) -> PaneIdentity: ...
    def said(self, what: str) -> list[Any]: ...
    async def dialog(self) -> None: ...
    async def work(self) -> None: ...
    async def copy_mode(self) -> None: ...
    async def die(self) -> None: ...
    async def respawn(self) -> None: ...


class Stage(Protocol):
    """A terminal, and a way to put agents and shells into it."""

    @property
    def terminal(self) -> Terminal: ...
    async def agent(self, *words: str) -> Actor: ...
    async def shell(self) -> PaneIdentity: ...


@dataclass
class FakeActor:
    stage: FakeTerminal
    pane: FakePane

    @property
    def target(self) -> PaneIdentity:
        return self.pane.identity

    def said(self, what: str) -> list[Any]:
        return [line[what] for line in self.pane.lines if what in line]

    async def dialog(self) -> None:
        self.pane.dialog = not self.pane.dialog
        self.pane.draw()

    async def work(self) -> None:
        self.pane.working = not self.pane.working
        self.pane.draw()

    async def copy_mode(self) -> None:
        self.pane.in_mode = True

    async def die(self) -> None:
        self.pane.dead = True

    async def respawn(self) -> None:
        self.stage.respawn(self.pane)


class FakeStage:
    def __init__(self) -> None:
        self.terminal = FakeTerminal()

    async def agent(self, *words: str) -> FakeActor:
        return FakeActor(self.terminal, self.terminal.add(*words))

    async def shell(self) -> PaneIdentity:
        pane = self.terminal.add()
        pane.command = "sh"
        return pane.identity


@dataclass
class RealActor:
    tmux_server: TmuxServer
    composer: ComposerPane
    target: PaneIdentity

    def said(self, what: str) -> list[Any]:
        return self.composer.said(what)

    async def dialog(self) -> None:
        before = self.composer.shows("Do you want")
        self.composer.open_dialog()
        await until(lambda: self.composer.shows("Do you want") is not before)

    async def work(self) -> None:
        before = self.composer.shows("esc to interrupt")
        self.composer.turn_work()
        await until(lambda: self.composer.shows("esc to interrupt") is not before)

    async def copy_mode(self) -> None:
        self.tmux_server.tmux("copy-mode", "-t", self.composer.pane)

    async def die(self) -> None:
        self.tmux_server.tmux("set-option", "-g", "remain-on-exit", "on")
        os.kill(self.composer.pid, signal.SIGKILL)
        dead = ("display-message", "-p", "-t", self.composer.pane, "#{pane_dead}")
        await until(lambda: self.tmux_server.tmux(*dead) == "1")

    async def respawn(self) -> None:
        self.tmux_server.tmux("respawn-pane", "-k", "-t", self.composer.pane, "cat")


class RealStage:
    def __init__(self, tmux_server: TmuxServer, bridge: TmuxBridge) -> None:
        self.terminal = bridge
        self.tmux_server = tmux_server
        self._names = iter("abcdefgh")

    async def agent(self, *words: str) -> RealActor:
        composer = ComposerPane(self.tmux_server, next(self._names), *words)
        await until(lambda: composer.shows("❯"))
        self.terminal.add_server(self.tmux_server.socket)
        found = await self.terminal.find(composer.pid)
        assert found is not None
        await self.terminal.follow(found.identity)
        return RealActor(self.tmux_server, composer, found.identity)

    async def shell(self) -> PaneIdentity:
        pane = self.tmux_server.session(next(self._names), "sh")
        self.terminal.add_server(self.tmux_server.socket)
        panes = await self.terminal.list_panes()
        return next(p.identity for p in panes if p.identity.pane == pane)


@asynccontextmanager
async def fake() -> AsyncIterator[Stage]:
    yield FakeStage()


@asynccontextmanager
async def tmux() -> AsyncIterator[Stage]:
    root = Path(tempfile.mkdtemp(prefix="qd-contract-"))
    tmux_server = TmuxServer(root)
    async with TmuxBridge(BridgeSettings(subprocess_timeout=PATIENCE), lambda _: None) as bridge:
        yield RealStage(tmux_server, bridge)
    tmux_server.close()
    shutil.rmtree(root)


@pytest_asyncio.fixture(params=[fake, tmux])
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    async with request.param() as stage:
        yield stage


class Walk:
    """Goes down to No and takes it, in the dialog about one command."""

    def __init__(self, about: str, last: str = "2") -> None:
        self.about = about
        self.last = last

    def next(self, dialog: Dialog) -> Step | None:
        if self.about not in dialog.text:
            return None
        at_no = dialog.options[1].selected
        return Step(self.last, "", decides=True) if at_no else Step("Down", "", decides=False)


def cause(told: SendResult) -> tuple[Outcome, TmuxBridgeErrorType | None]:
    return told.outcome, told.error_type


# Texts


@pytest.mark.parametrize(
    ("text", "arrives"),
    [
        ("hello", "hello"),
        ("ends in ;", "ends in ;"),
        ("three\nlines\nof text", "three\nlines\nof text"),
        ("日本語 é", "日本語 é"),
        ("!rm -rf /", " !rm -rf /"),
        ("look at @alpha", "look at @alpha "),
        ("a\x1b[201~\x03b", "a[201~b"),
    ],
)
async def test_a_text_arrives_once_and_is_said_to_be_accepted(
    stage: Stage, text: str, arrives: str
) -> None:
    agent = await stage.agent()
    told = await stage.terminal.send_text(agent.target, text, reader)
    assert cause(told) == (Outcome.ACCEPTED, None)
    assert told.success
    assert agent.said("submitted") == [arrives]


async def test_a_draft_blocks_a_text(stage: Stage) -> None:
    agent = await stage.agent("--draft", "my own words")
    told = await stage.terminal.send_text(agent.target, "hello", reader)
    assert cause(told) == (Outcome.BLOCKED, KINDS.SEND_FAILED)
    assert agent.said("raw") == []


@pytest.mark.parametrize("hindrance", ["dialog", "work", "copy_mode"])
async def test_a_dialog_work_and_copy_mode_block_a_text(stage: Stage, hindrance: str) -> None:
    agent = await stage.agent()
    await getattr(agent, hindrance)()
    told = await stage.terminal.send_text(agent.target, "1", reader)
    assert cause(told) == (Outcome.BLOCKED, KINDS.SEND_FAILED)
    assert agent.said("raw") == []


async def test_a_dead_pane_takes_nothing(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.die()
    told = await stage.terminal.send_text(agent.target, "hello", reader)
    assert told.outcome in (Outcome.BLOCKED, Outcome.NOT_DELIVERED)
    assert not told.success


async def test_a_shell_is_never_typed_into(stage: Stage) -> None:
    shell = await stage.shell()
    told = await stage.terminal.send_text(shell, "rm -rf /", reader)
    assert cause(told) == (Outcome.BLOCKED, KINDS.SEND_FAILED)
    assert "rm" not in (await stage.terminal.capture_pane(shell)).text


async def test_a_text_waits_for_a_working_agent_where_asked_to(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.work()
    sending = asyncio.ensure_future(
        stage.terminal.send_text(agent.target, "hello", reader, patience=10)
    )
    done, _ = await asyncio.wait([sending], timeout=0.4)
    assert not done
    await agent.work()
    assert (await sending).success
    assert agent.said("submitted") == ["hello"]


async def test_a_working_agent_takes_a_text_into_its_own_queue_where_asked_to(
    stage: Stage,
) -> None:
    agent = await stage.agent()
    await agent.work()
    told = await stage.terminal.send_text(agent.target, "hello", reader, own_queue=True)
    assert told.success
    assert agent.said("submitted") == ["hello"]


async def test_a_ghost_is_never_submitted(stage: Stage) -> None:
    agent = await stage.agent("--ghost", "run the tests now")
    assert (await stage.terminal.send_text(agent.target, "hello", reader)).success
    assert agent.said("submitted") == ["hello"]


@pytest.mark.parametrize(
    ("deaf", "outcome"), [("2", Outcome.ACCEPTED), ("9", Outcome.NOT_DELIVERED)]
)
async def test_enter_is_tried_again_while_the_text_stands_there_but_not_for_ever(
    stage: Stage, deaf: str, outcome: Outcome
) -> None:
    agent = await stage.agent("--deaf", deaf)
    told = await stage.terminal.send_text(agent.target, "hello", reader)
    assert told.outcome is outcome
    assert agent.said("submitted") == (["hello"] if outcome is Outcome.ACCEPTED else [])


@pytest.mark.parametrize(
    ("word", "outcome"), [("hello", Outcome.ACCEPTED), ("another", Outcome.UNKNOWN)]
)
async def test_the_agents_own_word_decides_where_it_can_be_had(
    stage: Stage, word: str, outcome: Outcome
) -> None:
    agent = await stage.agent()
    prompted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    sending = asyncio.ensure_future(
        stage.terminal.send_text(agent.target, "hello", reader, prompted=prompted)
    )
    await until(lambda: agent.said("submitted"))
    prompted.set_result(word)
    assert (await sending).outcome is outcome


async def test_texts_for_one_pane_keep_their_order(stage: Stage) -> None:
    agent = await stage.agent()
    sends = [stage.terminal.send_text(agent.target, f"number {n}", reader) for n in range(3)]
    assert all(told.success for told in await asyncio.gather(*sends))
    assert agent.said("submitted") == ["number 0", "number 1", "number 2"]


# Which pane, and which process


@pytest.mark.parametrize(
    ("target", "kind"),
    [(None, KINDS.NO_PANE_ID), ("", KINDS.NO_PANE_ID), ("%99", KINDS.PANE_NOT_FOUND)],
)
async def test_without_its_pane_nothing_is_delivered(
    stage: Stage, target: str | None, kind: TmuxBridgeErrorType
) -> None:
    await stage.agent()
    terminal = stage.terminal
    for told in (
        await terminal.send_text(target, "hello", reader),
        await terminal.send_keys(target, "Enter", expect=()),
        await terminal.press(target, ["Enter"], reader),
        await terminal.run_script(target, Walk("rm -rf build"), reader),
    ):
        assert cause(told) == (Outcome.NOT_DELIVERED, kind)
    assert (await terminal.check_health(target)).error_type is kind
    with pytest.raises(TmuxError) as raised:
        await terminal.capture_pane(target)
    assert raised.value.kind is kind


async def test_another_program_under_the_same_name_gets_nothing(stage: Stage) -> None:
    agent = await stage.agent()
    meant = agent.target
    await agent.respawn()
    for told in (
        await stage.terminal.send_text(meant, "hello", reader),
        await stage.terminal.press(meant, ["Enter"], reader),
    ):
        assert cause(told) == (Outcome.NOT_DELIVERED, KINDS.PANE_NOT_FOUND)
    assert agent.said("raw") == []


async def test_only_the_process_that_is_meant_is_typed_to(stage: Stage) -> None:
    agent = await stage.agent()
    elsewhere = Process("here", os.getpid(), started(os.getpid()) or 0)
    for told in (
        await stage.terminal.send_text(agent.target, "hello", reader, process=elsewhere),
        await stage.terminal.send_keys(agent.target, "Enter", expect=(), process=elsewhere),
        await stage.terminal.press(agent.target, ["Enter"], reader, process=elsewhere),
    ):
        assert cause(told) == (Outcome.NOT_DELIVERED, KINDS.SEND_FAILED)
    assert agent.said("raw") == []


# Keys


async def test_keys_are_pressed_and_never_said_to_be_accepted(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    for told in (
        await stage.terminal.send_keys(agent.target, "Down", expect=()),
        await stage.terminal.press(agent.target, ["Down", "2"], reader),
    ):
        assert cause(told) == (Outcome.UNKNOWN, None)
    await until(lambda: agent.said("dialog") == [DOWN, DOWN, "2"])


async def test_keys_are_pressed_on_the_screen_that_was_shown_and_on_no_other(
    stage: Stage,
) -> None:
    agent = await stage.agent()
    await agent.dialog()
    shown = (await stage.terminal.capture_pane(agent.target)).landmarks(5)
    pressed = await stage.terminal.send_keys(agent.target, "Tab", expect=shown)
    other = await stage.terminal.send_keys(agent.target, "1", expect=((2, "Another dialog"),))
    assert (pressed.error_type, other.outcome) == (None, Outcome.NOT_DELIVERED)
    await until(lambda: agent.said("dialog") == ["\t"])


async def test_keys_after_a_dialog_went_are_not_pressed_and_that_is_said(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.press(agent.target, ["2", "Enter"], reader)
    assert cause(told) == (Outcome.UNKNOWN, KINDS.SEND_FAILED)
    assert told.message.startswith("pressed 2, but not Enter")
    assert agent.said("raw") == ["32"]


async def test_copy_mode_blocks_keys(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.copy_mode()
    for told in (
        await stage.terminal.send_keys(agent.target, "Enter", expect=()),
        await stage.terminal.press(agent.target, ["Enter"], reader),
    ):
        assert cause(told) == (Outcome.BLOCKED, KINDS.SEND_FAILED)
    assert agent.said("raw") == []


async def test_what_is_no_key_is_not_pressed(stage: Stage) -> None:
    agent = await stage.agent()
    for told in (
        await stage.terminal.send_keys(agent.target, "Up", "Entr", expect=()),
        await stage.terminal.press(agent.target, ["Entr"], reader),
    ):
        assert cause(told) == (Outcome.NOT_DELIVERED, KINDS.SEND_FAILED)
    assert agent.said("raw") == []


# Dialogs


async def test_a_dialog_is_answered_step_by_step(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.run_script(agent.target, Walk("rm -rf build"), reader)
    assert cause(told) == (Outcome.ACCEPTED, None)
    assert agent.said("dialog") == [DOWN, "2"]


async def test_another_dialog_than_the_one_that_is_meant_gets_nothing(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.run_script(agent.target, Walk("git push"), reader)
    assert cause(told) == (Outcome.NOT_DELIVERED, KINDS.SEND_FAILED)
    assert agent.said("raw") == []


async def test_a_dialog_that_stays_open_was_not_answered_for_sure(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.run_script(agent.target, Walk("rm -rf build", last="Tab"), reader)
    assert cause(told) == (Outcome.UNKNOWN, KINDS.SEND_FAILED)


# Looking


async def test_the_screen_is_what_stands_there_line_by_line(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    screen = await stage.terminal.capture_pane(agent.target)
    assert screen.pane_pid == agent.target.pane_pid
    assert "   rm -rf build" in screen.plain
    assert (screen.height, screen.width, len(screen.plain)) == (24, 80, 24)
    assert not screen.dead


async def test_panes_are_listed_and_their_health_told(stage: Stage) -> None:
    one, other = await stage.agent(), await stage.shell()
    listed = {pane.identity for pane in await stage.terminal.list_panes()}
    assert listed == {one.target, other}
    health = await stage.terminal.check_health(other)
    assert (health.available, health.running, health.error_type) == (True, False, None)
