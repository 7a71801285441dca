"""Going to a tab and typing into it, on a recorded stand-in of osascript."""

import asyncio

import pytest
from tests.stage.tmux import reader
from tests.terminals.macos.fake_mac import FakeMac

from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Unreachable
from quarterdeck.terminals.macos import link

RULE = "─" * 78
FOOT = f"{RULE}\n  ? for shortcuts"


def composer(text: str) -> str:
    """A screen of an idle agent."""
    return f"\n{RULE}\n❯\xa0{text}\n{FOOT}"


def answered(text: str = "hello") -> "asyncio.Future[str]":
    """The agent's word that it took a prompt."""
    taken = asyncio.get_running_loop().create_future()
    taken.set_result(text)
    return taken


READ, WRITE, ENTER = "return contents of spot", '"hello"', "character id 13"


async def test_the_tab_is_selected_and_its_application_brought_to_the_front(mac: FakeMac) -> None:
    tty = mac.tab("iTerm.app")
    mac.answers(("tell spot to select", "done"), ("to activate", ""))
    told = await link.focus(tty)
    assert (told.outcome, told.note) == (Outcome.ACCEPTED, "shown in iTerm2")
    select, activate = mac.scripts
    assert f'tty of spot is "{tty}"' in select
    assert activate == 'tell application "iTerm2" to activate\n'


async def test_an_application_that_tells_of_no_tabs_is_brought_to_the_front_alone(
    mac: FakeMac,
) -> None:
    mac.answers(("to activate", ""))
    told = await link.focus(mac.tab("ghostty"))
    assert told.outcome is Outcome.UNKNOWN
    assert mac.scripts == ['tell application "Ghostty" to activate\n']


async def test_a_tab_that_is_gone_or_an_application_that_nobody_knows_is_said(mac: FakeMac) -> None:
    mac.answers(("tell spot to select", "missing"), ("to activate", ""))
    assert (await link.focus(mac.tab("iTerm.app"))).outcome is Outcome.UNKNOWN
    assert (await link.focus("/dev/nowhere")).outcome is Outcome.NOT_DELIVERED


async def test_a_text_is_typed_seen_and_submitted(mac: FakeMac) -> None:
    tty = mac.tab("iTerm.app")
    mac.answers((READ, composer("")), (READ, composer("hello")), (WRITE, "done"), (ENTER, "done"))
    told = await link.send(tty, "hello", reader, answered(), lambda: None)
    assert told.outcome is Outcome.ACCEPTED
    kinds = [next(k for k in (READ, WRITE, ENTER) if k in script) for script in mac.scripts]
    assert kinds == [READ, WRITE, READ, ENTER]


async def test_a_draft_is_not_disturbed(mac: FakeMac) -> None:
    mac.answers((READ, composer("half a thought")))
    told = await link.send(mac.tab("Apple_Terminal"), "hello", reader, answered(), lambda: None)
    assert told.outcome is Outcome.BLOCKED
    assert len(mac.scripts) == 1


async def test_a_text_that_is_not_seen_is_not_submitted(
    mac: FakeMac, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "SEEN_WITHIN", 0.3)
    mac.answers((READ, composer("")), (READ, composer("hell")), (WRITE, "done"))
    told = await link.send(mac.tab("iTerm.app"), "hello", reader, answered(), lambda: None)
    assert told.outcome is Outcome.NOT_DELIVERED
    assert not any(ENTER in script for script in mac.scripts)


async def test_a_window_that_came_between_gets_nothing(mac: FakeMac) -> None:
    mac.answers((READ, composer("")), ("keystroke", "elsewhere"))
    told = await link.send(mac.tab("Apple_Terminal"), "hello", reader, answered(), lambda: None)
    assert (told.outcome, told.note) == (Outcome.NOT_DELIVERED, "the tab is elsewhere")


async def test_without_the_agents_word_nobody_can_tell(
    mac: FakeMac, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "TAKEN_WITHIN", 0.1)
    mac.answers((READ, composer("")), (READ, composer("hello")), (WRITE, "done"), (ENTER, "done"))
    silent: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    told = await link.send(mac.tab("iTerm.app"), "hello", reader, silent, lambda: None)
    assert told.outcome is Outcome.UNKNOWN


async def test_another_prompt_is_not_taken_for_the_text(mac: FakeMac) -> None:
    mac.answers((READ, composer("")), (READ, composer("hello")), (WRITE, "done"), (ENTER, "done"))
    told = await link.send(
        mac.tab("iTerm.app"), "hello", reader, answered("something else"), lambda: None
    )
    assert told.outcome is Outcome.UNKNOWN


async def test_what_would_not_arrive_as_it_is_is_not_typed(mac: FakeMac) -> None:
    for program, text in (("iTerm.app", "a\nb"), ("Apple_Terminal", "é"), ("ghostty", "a")):
        told = await link.send(mac.tab(program), text, reader, answered(), lambda: None)
        assert told.outcome is Outcome.NOT_DELIVERED
    assert mac.scripts == []


async def test_a_complaint_a_silence_and_a_missing_osascript_are_unreachable(
    mac: FakeMac, monkeypatch: pytest.MonkeyPatch
) -> None:
    mac.answers(("one", "error: not allowed to send keystrokes (1002)"), ("two", "sleeps"))
    with pytest.raises(Unreachable, match="not allowed"):
        await link.run("one")
    monkeypatch.setattr(link, "SCRIPT_WITHIN", 0.5)
    with pytest.raises(Unreachable, match="did not finish"):
        await link.run("two")
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(Unreachable, match="not on the PATH"):
        await link.run("three")
