"""Tabs of a Mac's terminals: shown, typed into, and given two keys."""

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


WORKING = "\n✻ Thinking… (3s · esc to interrupt)\n" + composer("")
ESCAPE, CTRL_B = "character id 27", "character id 2)"


async def test_a_tab_is_given_escape_and_while_its_agent_works_ctrl_b(
    terminal: MacTerminal, mac: FakeMac
) -> None:
    tty, here = mac.tab("iTerm.app"), session(mac.pid)
    mac.answers((READ, WORKING), (ESCAPE, "done"), (CTRL_B, "done"))
    for told in (await terminal.strike(here, ["Escape"]), await terminal.press(here, ["C-b"])):
        assert (told.outcome, told.error) == (Outcome.UNKNOWN, "")
    stopped, looked, moved = mac.scripts
    assert ESCAPE in stopped
    assert READ in looked
    assert CTRL_B in moved
    assert all(tty in script for script in mac.scripts)


async def test_nothing_goes_to_the_background_of_an_idle_agent(
    terminal: MacTerminal, mac: FakeMac
) -> None:
    mac.tab("iTerm.app")
    mac.answers((READ, composer("")))
    told = await terminal.press(session(mac.pid), ["C-b"])
    assert (told.outcome, told.error) == (Outcome.BLOCKED, "blocked")
    assert len(mac.scripts) == 1


@pytest.mark.parametrize("said", ["missing", "elsewhere", "error: not allowed (1002)"])
async def test_a_key_that_reaches_no_tab_is_told(
    terminal: MacTerminal, mac: FakeMac, said: str
) -> None:
    mac.tab("Apple_Terminal")
    mac.answers((READ, WORKING), ("key code 53", said), ("control down", said))
    here = session(mac.pid)
    for told in (await terminal.strike(here, ["Escape"]), await terminal.press(here, ["C-b"])):
        assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "not_delivered")
        assert said.removeprefix("error: ") in told.note


async def test_a_tab_that_is_gone_gets_no_keys(terminal: MacTerminal, mac: FakeMac) -> None:
    mac.tab("iTerm.app")
    mac.answers((READ, "missing"))
    told = await terminal.press(session(mac.pid), ["C-b"])
    assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "not_delivered")


async def test_an_application_that_tells_of_no_tabs_gets_no_keys(
    terminal: MacTerminal, mac: FakeMac
) -> None:
    mac.tab("ghostty")
    here = session(mac.pid)
    for told in (await terminal.strike(here, ["Escape"]), await terminal.press(here, ["C-b"])):
        assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "not_delivered")
    assert mac.scripts == []


async def test_a_tab_gets_no_other_keys_and_its_screen_is_not_shown(
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
