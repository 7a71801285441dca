"""The hands on sessions' terminals: with a pane, without one, and on a Mac."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.stage.tmux import ComposerPane, TmuxServer, until
from tests.stage.until import PATIENCE
from tests.terminals.macos.fake_mac import FakeMac

from quarterdeck.app import terminal_actions as module
from quarterdeck.app.screen_reading import ScreenReader
from quarterdeck.app.session_panes import SessionPanes
from quarterdeck.app.terminal_actions import TerminalActions
from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import Outcome, State
from quarterdeck.judgement.risk import read_additions
from quarterdeck.judgement.screens import builtin_rules
from quarterdeck.ports import Unreachable
from quarterdeck.terminals.macos.applications import terminal_of
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.settings import BridgeSettings

RULE = "─" * 78
READ, WRITE, ENTER = "return contents of spot", '"hello"', "character id 13"


def composer(text: str) -> str:
    """A screen of an idle agent."""
    return f"\n{RULE}\n❯\xa0{text}\n{RULE}\n  ? for shortcuts"


def session(pid: int, terminal: Terminal | None) -> Session:
    """A session of this process."""
    process = Process("here", pid, started(pid) or 0)
    facts = Facts(terminal=terminal)
    return Session(SessionId("s1"), process, "claude", "shop", 0, facts, State.IDLE, 0.0, "", ())


@pytest.fixture
def tmux_server() -> Iterator[TmuxServer]:
    root = Path(tempfile.mkdtemp(prefix="qd-hands-"))
    tmux_server = TmuxServer(root)
    yield tmux_server
    tmux_server.close()
    shutil.rmtree(root)


@pytest.fixture
def mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeMac]:
    """A Mac's desk: its osascript answers, and we think that we are there."""
    mac = FakeMac(tmp_path)
    monkeypatch.setenv("PATH", f"{mac.binary.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("OSASCRIPT", str(tmp_path))
    monkeypatch.setattr(module, "ON_A_MAC", True)
    yield mac
    mac.close()


@pytest_asyncio.fixture
async def panes() -> AsyncIterator[SessionPanes]:
    sight = ScreenReader(builtin_rules(), read_additions({}))
    panes = SessionPanes(lambda _: None, lambda: 1.0, BridgeSettings(), sight)
    running = asyncio.ensure_future(panes.run())
    yield panes
    running.cancel()
    await asyncio.wait([running])


@pytest.fixture
def hands(panes: SessionPanes) -> TerminalActions:
    return TerminalActions(panes, lambda _: State.IDLE, critical_by_keys=False)


async def agent(tmux_server: TmuxServer) -> ComposerPane:
    """An agent that has started: before that nothing tells that it lives in tmux."""
    composer = ComposerPane(tmux_server, "a")
    await until(lambda: composer.shows("❯"))
    return composer


async def bound(panes: SessionPanes, here: Session) -> None:
    """Wait until a session's pane is found."""
    found = asyncio.Event()
    panes.changed = lambda _: found.set()
    panes.session_changed(here)
    await asyncio.wait_for(found.wait(), PATIENCE)


async def test_without_a_pane_nothing_is_typed_shown_or_seen(hands: TerminalActions) -> None:
    bare = session(os.getpid(), None)
    for told in (
        await hands.send(bare, "hello", wait=0),
        await hands.press(bare, ["Enter"]),
        await hands.strike(bare, ["Enter"]),
        await hands.focus(bare),
    ):
        assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "no_pane_id")
    with pytest.raises(Unreachable):
        await hands.look(bare)
    with pytest.raises(Unreachable):
        await anext(hands.view(bare))
    assert await hands.health(bare) == (False, False)


async def test_a_pane_that_is_gone_and_a_missing_tmux_are_told_apart(
    hands: TerminalActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = session(os.getpid(), Terminal(socket="/nowhere", pane="%7"))
    assert (await hands.focus(lost)).error == "pane_not_found"
    monkeypatch.setenv("PATH", "/nonexistent")
    assert (await hands.focus(lost)).error == "tmux_not_installed"


async def test_on_a_mac_a_tab_of_its_own_is_shown_and_typed_into(
    hands: TerminalActions, mac: FakeMac
) -> None:
    tty = mac.tab("iTerm.app")
    here = session(mac.pid, None)
    mac.answers(
        ("tell spot to select", "done"),
        ("to activate", ""),
        (READ, composer("")),
        (READ, composer("hello")),
        (WRITE, "done"),
        (ENTER, "done"),
    )

    shown = await hands.focus(here)
    sending = asyncio.ensure_future(hands.send(here, "hello", wait=0))
    await until(lambda: any(ENTER in script for script in mac.scripts))
    hands.prompt_submitted(PromptSubmitted(here.id, "hello", 1.0))
    sent = await sending

    assert (shown.outcome, sent.outcome) == (Outcome.ACCEPTED, Outcome.ACCEPTED)
    assert all(tty in script for script in mac.scripts if "to activate" not in script)


async def test_on_a_mac_the_pane_its_tab_and_its_application_are_shown(
    hands: TerminalActions, panes: SessionPanes, mac: FakeMac, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server)
    tmux_server.tmux("new-window", "-t", "a", "cat")
    tty = mac.tab("Apple_Terminal", "tmux", "-u", "-S", tmux_server.socket, "attach", "-t", "a")
    await until(lambda: tmux_server.tmux("list-clients"))
    mac.answers(("set selected of spot", "done"), ("to activate", ""))
    here = session(composer.pid, Terminal(socket=tmux_server.socket, pane=composer.pane))
    await bound(panes, here)

    told = await hands.focus(here)

    assert (told.outcome, told.note) == (Outcome.ACCEPTED, "shown in Terminal")
    assert tmux_server.tmux("display-message", "-p", "-t", "a", "#{pane_id}") == composer.pane
    assert f'tty of spot is "{tty}"' in mac.scripts[0]
    assert await terminal_of(composer.pid) != tty


async def test_keys_of_which_only_some_were_pressed_are_told_apart_from_none(
    hands: TerminalActions, panes: SessionPanes, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server)
    here = session(composer.pid, None)
    await bound(panes, here)
    composer.open_dialog()
    await until(lambda: composer.shows("Do you want"))
    some = await hands.press(here, ["2", "Enter"])
    assert (some.outcome, some.error) == (Outcome.UNKNOWN, "send_failed")
    assert some.note.startswith("pressed 2, but not Enter")
    none = await hands.press(here, ["Entr"])
    assert (none.outcome, none.error) == (Outcome.NOT_DELIVERED, "send_failed")
    assert composer.said("dialog") == ["2"]


async def test_a_pane_that_died_is_out_of_reach(
    hands: TerminalActions, panes: SessionPanes, tmux_server: TmuxServer
) -> None:
    tmux_server.session("other")
    composer = await agent(tmux_server)
    here = session(composer.pid, None)
    await bound(panes, here)
    assert (await hands.health(here))[0]
    lost = asyncio.Event()
    panes.changed = lambda _: lost.set()
    tmux_server.tmux("kill-pane", "-t", composer.pane)
    await asyncio.wait_for(lost.wait(), PATIENCE)
    assert await hands.health(here) == (False, False)
    with pytest.raises(Unreachable):
        await hands.look(here)
