"""What every terminal promises, on the fake and on real tmux panes."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import pytest
import pytest_asyncio
from tests.fakes.terminal import FakePane, FakeTerminal
from tests.stage.places import short_folder
from tests.stage.tmux import PROGRAMS, ComposerPane, TmuxServer, reader, tmux_server_in, until
from tests.stage.until import PATIENCE

from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Delivery, Drawn, Step, Terminal, Unreachable
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.session_panes import SessionPanes
from quarterdeck.terminals.tmux.settings import BridgeSettings
from quarterdeck.terminals.tmux.terminal import TmuxTerminal

DOWN = "\x1b[B"
FAILED = "send_failed"


class Actor(Protocol):
    """An agent in a terminal: what happens to it, and what it was given."""

    @property
    def session(self) -> Session: ...
    def said(self, what: str) -> list[Any]: ...
    async def dialog(self) -> None: ...
    async def work(self) -> None: ...
    async def copy_mode(self) -> None: ...
    async def die(self) -> None: ...
    async def leave(self) -> None: ...


class Stage(Protocol):
    """A terminal, and a way to put agents and shells into it."""

    @property
    def terminal(self) -> Terminal: ...
    @property
    def prompts(self) -> Prompts: ...
    async def agent(self, *words: str) -> Actor: ...
    async def shell(self) -> Session: ...


@dataclass
class FakeActor:
    stage: FakeTerminal
    session: Session
    pane: FakePane

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

    async def leave(self) -> None:
        self.pane.process = replace(self.pane.process, pid=self.pane.process.pid + 5000)


class FakeStage:
    def __init__(self) -> None:
        self.prompts = Prompts()
        self.terminal = FakeTerminal(self.prompts.of)

    async def agent(self, *words: str) -> FakeActor:
        return FakeActor(self.terminal, *self.terminal.add(*words))

    async def shell(self) -> Session:
        session, pane = self.terminal.add()
        pane.shell = True
        return session


@dataclass
class RealActor:
    tmux_server: TmuxServer
    composer: ComposerPane
    session: Session

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

    async def leave(self) -> None:
        self.tmux_server.tmux("respawn-pane", "-k", "-t", self.composer.pane, "cat")


class TmuxStage:
    def __init__(self, tmux_server: TmuxServer, panes: SessionPanes) -> None:
        self.prompts = Prompts()
        self.terminal = TmuxTerminal(
            panes, lambda _, text: reader(text), self.prompts.of, show_tty=None
        )
        self._tmux_server = tmux_server
        self._panes = panes
        self._names = iter("abcdefgh")

    async def agent(self, *words: str) -> RealActor:
        composer = ComposerPane(self._tmux_server, next(self._names), *words)
        await until(lambda: composer.shows("❯"))
        return RealActor(self._tmux_server, composer, await self._bound(composer.pid))

    async def shell(self) -> Session:
        pane = self._tmux_server.session(next(self._names), "sh")
        # Before it has started, nothing tells that it lives in tmux.
        await until(lambda: self._tmux_server.shown(pane).strip())
        told = self._tmux_server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")
        return await self._bound(int(told))

    async def _bound(self, pid: int) -> Session:
        name, process = SessionId(f"s{pid}"), Process("here", pid, started(pid) or 0)
        session = Session(name, process, "claude", name, 0, Facts(), State.IDLE, 0.0, "", ())
        found = asyncio.Event()
        self._panes.changed = lambda _: found.set()
        self._panes.session_changed(session)
        await asyncio.wait_for(found.wait(), PATIENCE)
        return session


@asynccontextmanager
async def fake(within: float) -> AsyncIterator[Stage]:
    del within
    yield FakeStage()


@asynccontextmanager
async def tmux(within: float) -> AsyncIterator[Stage]:
    settings = BridgeSettings(subprocess_timeout=within)
    panes = SessionPanes(
        lambda _: None, lambda: 1.0, settings, programs=PROGRAMS, seen=lambda *_: None
    )
    running = asyncio.ensure_future(panes.run())
    with short_folder() as root, tmux_server_in(root) as tmux_server:
        yield TmuxStage(tmux_server, panes)
        running.cancel()
        await asyncio.wait([running])


@pytest_asyncio.fixture(params=[fake, tmux])
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    async with request.param(PATIENCE) as stage:
        yield stage


@pytest_asyncio.fixture(params=[fake, tmux])
async def impatient(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    """A terminal that gives up soon, where that is what a test waits for."""
    async with request.param(3) as stage:
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


def cause(told: Delivery) -> tuple[Outcome, str]:
    return told.outcome, told.error


def unheard() -> None:
    """Nobody wants to know when a text is in the composer."""


async def sent(
    stage: Stage, agent: Actor, text: str, pasted: Callable[[], None] = unheard
) -> Delivery:
    """What became of a text for an agent that says which prompt it took."""
    before = len(agent.said("submitted"))
    sending = asyncio.ensure_future(stage.terminal.send(agent.session, text, pasted))
    while not sending.done():
        if taken := agent.said("submitted")[before:]:
            stage.prompts.submitted(PromptSubmitted(agent.session.id, taken[0], 1.0))
        await asyncio.sleep(0.01)
    return await sending


def has_got(agent: Actor, texts: list[str]) -> bool:
    return agent.said("submitted") == texts


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
    assert cause(await sent(stage, agent, text)) == (Outcome.ACCEPTED, "")
    assert agent.said("submitted") == [arrives]


async def test_a_draft_blocks_a_text(stage: Stage) -> None:
    agent = await stage.agent("--draft", "my own words")
    assert cause(await sent(stage, agent, "hello")) == (Outcome.BLOCKED, FAILED)
    assert agent.said("raw") == []


@pytest.mark.parametrize("hindrance", ["dialog", "work", "copy_mode"])
async def test_a_dialog_work_and_copy_mode_block_a_text(stage: Stage, hindrance: str) -> None:
    agent = await stage.agent()
    await getattr(agent, hindrance)()
    assert cause(await sent(stage, agent, "1")) == (Outcome.BLOCKED, FAILED)
    assert agent.said("raw") == []


async def test_a_dead_program_takes_nothing(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.die()
    told = await sent(stage, agent, "hello")
    assert told.outcome in (Outcome.BLOCKED, Outcome.NOT_DELIVERED)


async def test_a_shell_is_never_typed_into(stage: Stage) -> None:
    shell = await stage.shell()
    told = await stage.terminal.send(shell, "rm -rf /", unheard)
    assert cause(told) == (Outcome.BLOCKED, FAILED)
    assert "rm" not in (await stage.terminal.look(shell)).text


@pytest.mark.parametrize("hindrance", ["dialog", "work", "copy_mode"])
async def test_a_terminal_is_free_once_nothing_stands_in_the_way_and_nothing_was_typed(
    stage: Stage, hindrance: str
) -> None:
    agent = await stage.agent()
    await stage.terminal.wait_until_free(agent.session)
    await getattr(agent, hindrance)()
    waiting = asyncio.ensure_future(stage.terminal.wait_until_free(agent.session))
    done, _ = await asyncio.wait([waiting], timeout=0.4)
    assert not done
    waiting.cancel()
    assert agent.said("raw") == []


async def test_whoever_waits_for_a_working_agent_keeps_nobody_else_from_typing(
    stage: Stage,
) -> None:
    agent = await stage.agent()
    await agent.work()
    waiting = asyncio.ensure_future(stage.terminal.wait_until_free(agent.session))
    assert (await stage.terminal.strike(agent.session, ["Up"])).outcome is Outcome.UNKNOWN
    await until(lambda: agent.said("raw"))
    await agent.work()
    await waiting
    assert cause(await sent(stage, agent, "hello")) == (Outcome.ACCEPTED, "")


async def test_it_is_told_when_a_text_stands_in_the_composer_and_not_when_it_does_not(
    stage: Stage,
) -> None:
    agent, told = await stage.agent(), list[str]()
    await sent(stage, agent, "hello", lambda: told.append("pasted"))
    assert told == ["pasted"]
    await agent.dialog()
    await sent(stage, agent, "hello", lambda: told.append("pasted"))
    assert told == ["pasted"]


async def test_a_ghost_is_never_submitted(stage: Stage) -> None:
    agent = await stage.agent("--ghost", "run the tests now")
    assert (await sent(stage, agent, "hello")).outcome is Outcome.ACCEPTED
    assert agent.said("submitted") == ["hello"]


@pytest.mark.parametrize(
    ("deaf", "outcome"), [("2", Outcome.ACCEPTED), ("9", Outcome.NOT_DELIVERED)]
)
async def test_enter_is_tried_again_while_the_text_stands_there_but_not_for_ever(
    stage: Stage, deaf: str, outcome: Outcome
) -> None:
    agent = await stage.agent("--deaf", deaf)
    assert (await sent(stage, agent, "hello")).outcome is outcome
    assert agent.said("submitted") == (["hello"] if outcome is Outcome.ACCEPTED else [])


async def test_an_agent_that_says_that_it_took_another_prompt_leaves_it_open(stage: Stage) -> None:
    agent = await stage.agent()
    sending = asyncio.ensure_future(stage.terminal.send(agent.session, "hello", unheard))
    await until(lambda: agent.said("submitted"))
    stage.prompts.submitted(PromptSubmitted(agent.session.id, "another", 1.0))
    assert (await sending).outcome is Outcome.UNKNOWN


async def test_without_the_agents_word_nobody_can_tell(impatient: Stage) -> None:
    agent = await impatient.agent()
    told = await impatient.terminal.send(agent.session, "hello", unheard)
    assert (told.outcome, agent.said("submitted")) == (Outcome.UNKNOWN, ["hello"])


async def test_texts_for_one_session_keep_their_order(stage: Stage) -> None:
    agent, texts = await stage.agent(), ["number 0", "number 1", "number 2"]
    sends = asyncio.gather(*(stage.terminal.send(agent.session, text, unheard) for text in texts))
    for count, text in enumerate(texts, 1):
        await until(partial(has_got, agent, texts[:count]))
        stage.prompts.submitted(PromptSubmitted(agent.session.id, text, 1.0))
    assert [told.outcome for told in await sends] == [Outcome.ACCEPTED] * 3


# Which session, and which process


async def test_of_a_session_that_lives_elsewhere_nothing_is_done_or_seen(stage: Stage) -> None:
    agent = await stage.agent()
    stranger = replace(agent.session, id=SessionId("stranger"))
    assert (await stage.terminal.has(agent.session), await stage.terminal.has(stranger)) == (
        True,
        False,
    )
    for told in (
        await stage.terminal.send(stranger, "hello", unheard),
        await stage.terminal.strike(stranger, ["Enter"]),
        await stage.terminal.press(stranger, ["Enter"]),
        await stage.terminal.run_script(stranger, Walk("rm -rf build")),
        await stage.terminal.focus(stranger),
    ):
        assert told.outcome is Outcome.NOT_DELIVERED
        assert told.error
    assert await stage.terminal.health(stranger) == (False, False)
    assert await stage.terminal.glimpse(stranger) is None
    with pytest.raises(Unreachable) as unseen:
        await stage.terminal.look(stranger)
    assert unseen.value.cause
    with pytest.raises(Unreachable):
        await anext(stage.terminal.view(stranger))
    assert agent.said("raw") == []


async def test_another_program_in_the_same_place_gets_nothing(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.leave()
    for told in (
        await stage.terminal.send(agent.session, "hello", unheard),
        await stage.terminal.press(agent.session, ["Enter"]),
        await stage.terminal.strike(agent.session, ["Enter"]),
    ):
        assert told.outcome is Outcome.NOT_DELIVERED
    assert agent.said("raw") == []


async def test_only_the_process_that_is_meant_is_typed_to(stage: Stage) -> None:
    agent = await stage.agent()
    elsewhere = Process("here", os.getpid(), started(os.getpid()) or 0)
    meant = replace(agent.session, process=elsewhere)
    for told in (
        await stage.terminal.send(meant, "hello", unheard),
        await stage.terminal.strike(meant, ["Enter"]),
        await stage.terminal.press(meant, ["Enter"]),
    ):
        assert told.outcome is Outcome.NOT_DELIVERED
    assert agent.said("raw") == []


# Keys


async def test_keys_are_pressed_and_never_said_to_be_accepted(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    for told in (
        await stage.terminal.strike(agent.session, ["Down"]),
        await stage.terminal.press(agent.session, ["Down", "2"]),
    ):
        assert cause(told) == (Outcome.UNKNOWN, "")
    await until(lambda: agent.said("dialog") == [DOWN, DOWN, "2"])


async def test_keys_after_a_dialog_went_are_not_pressed_and_that_is_said(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.press(agent.session, ["2", "Enter"])
    assert cause(told) == (Outcome.UNKNOWN, FAILED)
    assert told.note.startswith("pressed 2, but not Enter")
    assert agent.said("raw") == ["32"]


async def test_copy_mode_blocks_keys(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.copy_mode()
    for told in (
        await stage.terminal.strike(agent.session, ["Enter"]),
        await stage.terminal.press(agent.session, ["Enter"]),
    ):
        assert cause(told) == (Outcome.BLOCKED, FAILED)
    assert agent.said("raw") == []


async def test_what_is_no_key_is_not_pressed(stage: Stage) -> None:
    agent = await stage.agent()
    for told in (
        await stage.terminal.strike(agent.session, ["Up", "Entr"]),
        await stage.terminal.press(agent.session, ["Entr"]),
    ):
        assert cause(told) == (Outcome.NOT_DELIVERED, FAILED)
    assert agent.said("raw") == []


# Dialogs


async def test_a_dialog_is_answered_step_by_step(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.run_script(agent.session, Walk("rm -rf build"))
    assert cause(told) == (Outcome.ACCEPTED, "")
    assert agent.said("dialog") == [DOWN, "2"]


async def test_another_dialog_than_the_one_that_is_meant_gets_nothing(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.run_script(agent.session, Walk("git push"))
    assert cause(told) == (Outcome.NOT_DELIVERED, FAILED)
    assert agent.said("raw") == []


async def test_a_dialog_that_stays_open_was_not_answered_for_sure(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    told = await stage.terminal.run_script(agent.session, Walk("rm -rf build", last="Tab"))
    assert cause(told) == (Outcome.UNKNOWN, FAILED)


# Looking


async def test_the_screen_is_what_stands_there_line_by_line_and_what_it_means(
    stage: Stage,
) -> None:
    agent = await stage.agent()
    await agent.dialog()
    picture = await stage.terminal.look(agent.session)
    assert "   rm -rf build" in picture.text.split("\n")
    assert (picture.height, picture.width, picture.text.count("\n") + 1) == (24, 80, 24)
    assert picture.reading.dialog is not None


async def test_a_glimpse_shows_what_was_last_seen_of_a_screen(stage: Stage) -> None:
    agent = await stage.agent()
    await agent.dialog()
    await stage.terminal.look(agent.session)
    seen = await stage.terminal.glimpse(agent.session)
    assert seen is not None
    assert "rm -rf build" in seen.text
    assert (seen.width, seen.height, seen.text.count("\n") + 1) == (80, 24, 24)


async def test_whoever_watches_sees_the_whole_screen_first_and_then_what_changes(
    stage: Stage,
) -> None:
    agent = await stage.agent()
    async with aclosing(stage.terminal.view(agent.session)) as view, asyncio.timeout(PATIENCE):
        first = await anext(view)
        await agent.dialog()
        while "rm -rf build" not in (await anext(view)).text:
            pass
    assert isinstance(first, Drawn)
    assert (first.whole, first.width, first.height) == (True, 80, 24)
    assert "shortcuts" in first.text


async def test_whether_an_agent_runs_there_is_told(stage: Stage) -> None:
    shell = await stage.shell()
    assert await stage.terminal.health(shell) == (True, False)
