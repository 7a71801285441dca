import asyncio

import pytest
from tests.terminals.tmux.crew import Crew, Mate, reader, until

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.panes import PaneIdentity
from quarterdeck.terminals.tmux.script import Script, Step

ASKS = ("Do you want to proceed?", "rm -rf build")


def answer(key: str, expect: tuple[str, ...] = ASKS, within: float = 0.5) -> Script:
    return Script((Step(expect, key, "", within, decides=True),), within=1)


async def asking(crew: Crew) -> tuple[Mate, PaneIdentity]:
    mate, pane = await crew.mate("a")
    mate.open_dialog()
    await until(lambda: mate.shows("Do you want"))
    return mate, pane


async def test_a_dialog_is_answered_with_its_key(crew: Crew) -> None:
    mate, pane = await asking(crew)
    result = await crew.bridge.run_script(pane, answer("2"), reader)
    assert (result.outcome, result.message) == (Outcome.ACCEPTED, "the dialog took it")
    assert mate.said("dialog") == ["2"]


async def test_another_dialog_than_the_one_shown_gets_nothing(crew: Crew) -> None:
    mate, pane = await asking(crew)
    result = await crew.bridge.run_script(pane, answer("1", ("Do you want", "git push")), reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert mate.said("dialog") == []


async def test_a_dialog_that_closes_before_the_key_gets_nothing(crew: Crew) -> None:
    mate, pane = await asking(crew)
    answering = asyncio.ensure_future(crew.bridge.run_script(pane, answer("1"), reader))
    mate.open_dialog()  # again: it closes
    result = await answering
    assert result.outcome is Outcome.NOT_DELIVERED
    assert mate.said("dialog") == []
    assert mate.submitted == []


async def test_a_dialog_that_is_still_open_is_not_said_to_be_answered(crew: Crew) -> None:
    mate, pane = await asking(crew)
    result = await crew.bridge.run_script(pane, answer("Down"), reader)
    assert (result.outcome, result.message) == (Outcome.UNKNOWN, "the dialog is still open")
    assert mate.said("dialog") == ["\x1b[B"]


async def test_steps_wait_for_what_they_expect(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    steps = (Step(ASKS, "Down", "", 3, decides=False), Step(ASKS, "1", "", 3, decides=True))
    running = asyncio.ensure_future(crew.bridge.run_script(pane, Script(steps, 2), reader))
    await asyncio.sleep(0.2)
    mate.open_dialog()
    assert (await running).success
    assert mate.said("dialog") == ["\x1b[B", "1"]


@pytest.mark.parametrize("name", ["Up", "Enter", "Escape", "Tab", "3"])
async def test_keys_of_the_pad_reach_only_the_screen_that_was_shown(crew: Crew, name: str) -> None:
    mate, pane = await asking(crew)
    shown = (await crew.bridge.capture_pane(pane)).landmarks(3)
    pressed = await crew.bridge.send_keys(pane, name, expect=shown)
    assert (pressed.outcome, pressed.error_type) == (Outcome.UNKNOWN, None)
    await until(lambda: len(mate.said("dialog")) == 1)
    other = await crew.bridge.send_keys(pane, name, expect=((2, "Another dialog"),))
    assert other.outcome is Outcome.NOT_DELIVERED
    assert len(mate.said("dialog")) == 1
