"""Sessions' panes as a terminal: with a pane, without one, and with a window that shows it."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.stage.tmux import PROGRAMS, ComposerPane, TmuxServer, reader, until
from tests.stage.until import PATIENCE
from tests.terminals.macos.fake_mac import FakeMac

from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import Unreachable
from quarterdeck.terminals.macos.applications import terminal_of
from quarterdeck.terminals.macos.link import focus
from quarterdeck.terminals.tmux.control.processes import started
from quarterdeck.terminals.tmux.session_panes import SessionPanes
from quarterdeck.terminals.tmux.settings import BridgeSettings
from quarterdeck.terminals.tmux.terminal import TmuxTerminal


def session(pid: int, terminal: Terminal | None) -> Session:
    """A session of this process."""
    process = Process("here", pid, started(pid) or 0)
    facts = Facts(terminal=terminal)
    return Session(SessionId("s1"), process, "claude", "shop", 0, facts, State.IDLE, 0.0, "", ())


@pytest.fixture
def mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeMac]:
    """A Mac's desk, whose osascript answers."""
    mac = FakeMac(tmp_path)
    monkeypatch.setenv("PATH", f"{mac.binary.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("OSASCRIPT", str(tmp_path))
    yield mac
    mac.close()


@pytest_asyncio.fixture
async def panes() -> AsyncIterator[SessionPanes]:
    panes = SessionPanes(
        lambda _: None, lambda: 1.0, BridgeSettings(), programs=PROGRAMS, seen=lambda *_: None
    )
    running = asyncio.ensure_future(panes.run())
    yield panes
    running.cancel()
    await asyncio.wait([running])


@pytest.fixture
def terminal(panes: SessionPanes) -> TmuxTerminal:
    return TmuxTerminal(panes, lambda _, text: reader(text), Prompts().of, show_tty=None)


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


async def test_without_a_pane_nothing_is_typed_shown_or_seen(terminal: TmuxTerminal) -> None:
    bare = session(os.getpid(), None)
    assert not await terminal.has(bare)
    for told in (
        await terminal.send(bare, "hello", lambda: None),
        await terminal.press(bare, ["Enter"]),
        await terminal.strike(bare, ["Enter"]),
        await terminal.focus(bare),
    ):
        assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "no_pane_id")
    with pytest.raises(Unreachable) as unseen:
        await terminal.look(bare)
    assert unseen.value.cause == "no_pane_id"
    with pytest.raises(Unreachable):
        await anext(terminal.view(bare))
    assert await terminal.health(bare) == (False, False)


async def test_a_missing_pane_a_missing_server_and_a_missing_tmux_are_told_apart(
    terminal: TmuxTerminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lost = session(os.getpid(), Terminal(socket=str(tmp_path), pane="%7"))
    assert (await terminal.focus(lost)).error == "pane_not_found"
    away = session(os.getpid(), Terminal(socket="/nowhere", pane="%7"))
    assert (await terminal.focus(away)).error == "subprocess_failed"
    monkeypatch.setenv("PATH", "/nonexistent")
    assert (await terminal.focus(lost)).error == "tmux_not_installed"


async def test_a_window_that_shows_the_pane_is_brought_to_the_front_where_that_can_be_done(
    panes: SessionPanes, mac: FakeMac, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server)
    tmux_server.tmux("new-window", "-t", "a", "cat")
    tty = mac.tab("Apple_Terminal", "tmux", "-u", "-S", tmux_server.socket, "attach", "-t", "a")
    await until(lambda: tmux_server.tmux("list-clients"))
    mac.answers(("set selected of spot", "done"), ("to activate", ""))
    here = session(composer.pid, Terminal(socket=tmux_server.socket, pane=composer.pane))
    await bound(panes, here)
    terminal = TmuxTerminal(panes, lambda _, text: reader(text), Prompts().of, show_tty=focus)

    told = await terminal.focus(here)

    assert (told.outcome, told.note) == (Outcome.ACCEPTED, "shown in Terminal")
    assert tmux_server.tmux("display-message", "-p", "-t", "a", "#{pane_id}") == composer.pane
    assert f'tty of spot is "{tty}"' in mac.scripts[0]
    assert await terminal_of(composer.pid) != tty


async def test_keys_of_which_only_some_were_pressed_are_told_apart_from_none(
    terminal: TmuxTerminal, panes: SessionPanes, tmux_server: TmuxServer
) -> None:
    composer = await agent(tmux_server)
    here = session(composer.pid, None)
    await bound(panes, here)
    composer.open_dialog()
    await until(lambda: composer.shows("Do you want"))
    some = await terminal.press(here, ["2", "Enter"])
    assert (some.outcome, some.error) == (Outcome.UNKNOWN, "send_failed")
    assert some.note.startswith("pressed 2, but not Enter")
    none = await terminal.press(here, ["Entr"])
    assert (none.outcome, none.error) == (Outcome.NOT_DELIVERED, "send_failed")
    assert composer.said("dialog") == ["2"]


async def test_a_pane_that_died_is_out_of_reach(
    terminal: TmuxTerminal, panes: SessionPanes, tmux_server: TmuxServer
) -> None:
    tmux_server.session("other")
    composer = await agent(tmux_server)
    here = session(composer.pid, None)
    await bound(panes, here)
    assert (await terminal.health(here))[0]
    lost = asyncio.Event()
    panes.changed = lambda _: lost.set()
    tmux_server.tmux("kill-pane", "-t", composer.pane)
    await asyncio.wait_for(lost.wait(), PATIENCE)
    assert await terminal.health(here) == (False, False)
    with pytest.raises(Unreachable):
        await terminal.look(here)
