"""Tabs of a Mac's terminals: shown and typed into; keys they are not given."""

import asyncio

import pytest
from tests.stage.tmux import reader, until
from tests.terminals.macos.fake_mac import FakeMac

from quarterdeck.daemon.prompts import Prompts
from quarterdeck.domain.events import PromptSubmitted
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Facts, Process, Session, Terminal
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import Unreachable
from quarterdeck.terminals.macos.terminal import MacTerminal

RULE = "─" * 78
READ, WRITE, ENTER = "return contents of spot", '"hello"', "character id 13"


def composer(text: str) -> str:
    """A screen of an idle agent."""
    return f"\n{RULE}\n❯\xa0{text}\n{RULE}\n  ? for shortcuts"


def session(pid: int, terminal: Terminal | None = None) -> Session:
    process, facts = Process("here", pid, 1), Facts(terminal=terminal)
    return Session(SessionId("s1"), process, "claude", "shop", 0, facts, State.IDLE, 0.0, "", ())


@pytest.fixture
def prompts() -> Prompts:
    return Prompts()


@pytest.fixture
def terminal(prompts: Prompts) -> MacTerminal:
    return MacTerminal(lambda _, text: reader(text), prompts.of)


async def test_a_tab_of_its_own_is_shown_and_typed_into(
    terminal: MacTerminal, prompts: Prompts, mac: FakeMac
) -> None:
    tty = mac.tab("iTerm.app")
    here = session(mac.pid)
    mac.answers(
        ("tell spot to select", "done"),
        ("to activate", ""),
        (READ, composer("")),
        (READ, composer("hello")),
        (WRITE, "done"),
        (ENTER, "done"),
    )

    assert await terminal.has(here)
    shown = await terminal.focus(here)
    sending = asyncio.ensure_future(terminal.send(here, "hello", lambda: None))
    await until(lambda: any(ENTER in script for script in mac.scripts))
    prompts.submitted(PromptSubmitted(here.id, "hello", 1.0))
    sent = await sending

    assert (shown.outcome, sent.outcome) == (Outcome.ACCEPTED, Outcome.ACCEPTED)
    assert all(tty in script for script in mac.scripts if "to activate" not in script)


async def test_whoever_is_in_tmux_or_in_no_terminal_lives_in_no_tab(
    terminal: MacTerminal, mac: FakeMac
) -> None:
    mac.tab("iTerm.app")
    for elsewhere in (session(mac.pid, Terminal(pane="%1")), session(2**22 + 1)):
        assert not await terminal.has(elsewhere)
        for told in (
            await terminal.focus(elsewhere),
            await terminal.send(elsewhere, "hello", lambda: None),
        ):
            assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "no_pane_id")
    assert mac.scripts == []


async def test_a_tab_gets_no_keys_and_its_screen_is_not_shown(
    terminal: MacTerminal, mac: FakeMac
) -> None:
    mac.tab("iTerm.app")
    here = session(mac.pid)
    for told in (await terminal.press(here, ["Enter"]), await terminal.strike(here, ["Enter"])):
        assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "no_pane_id")
    with pytest.raises(Unreachable):
        await terminal.look(here)
    with pytest.raises(Unreachable):
        await anext(terminal.view(here))
    assert await terminal.health(here) == (False, False)
    assert mac.scripts == []
