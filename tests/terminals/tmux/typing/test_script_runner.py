import asyncio
from dataclasses import dataclass

import pytest
from tests.stage.tmux import BridgedServer, ComposerPane, reader, until
from typing_extensions import override

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens import Reading
from quarterdeck.judgement.screens.reading import Dialog
from quarterdeck.ports import Step
from quarterdeck.terminals.tmux.control.panes import PaneIdentity


@dataclass
class KeyInput:
    """Presses keys one after the other in a dialog about one command; the last decides."""

    names: list[str]
    about: str = "rm -rf build"

    def next(self, dialog: Dialog) -> Step | None:
        if self.about not in dialog.text or not self.names:
            return None
        return Step(self.names[0], "", decides=len(self.names) == 1)


class Walk(KeyInput):
    """The same, where the dialog itself shows how far it is."""

    @override
    def next(self, dialog: Dialog) -> Step | None:
        if self.about not in dialog.text:
            return None
        at_no = dialog.options[1].selected
        return Step("2", "", decides=True) if at_no else Step("Down", "", decides=False)


async def asking(bridged: BridgedServer, *options: str) -> tuple[ComposerPane, PaneIdentity]:
    composer, pane = await bridged.composer("a", *options)
    composer.open_dialog()
    await until(lambda: composer.shows("Do you want"))
    return composer, pane


@pytest.mark.usefixtures("patient")
async def test_a_dialog_is_answered_with_its_key(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    result = await bridged.bridge.run_script(pane, KeyInput(["2"]), reader)
    assert (result.outcome, result.message) == (Outcome.ACCEPTED, "the dialog took it")
    assert composer.said("dialog") == ["2"]


@pytest.mark.usefixtures("patient")
async def test_a_dialog_is_answered_while_the_screen_is_redrawn_without_end(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged, "--restless")
    result = await bridged.bridge.run_script(pane, Walk([]), reader)
    assert result.outcome is Outcome.ACCEPTED, result
    assert composer.said("dialog") == ["\x1b[B", "2"]


@pytest.mark.usefixtures("patient")
async def test_the_next_key_waits_until_the_last_one_shows(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged, "--slow", "0.3")
    result = await bridged.bridge.run_script(pane, Walk([]), reader)
    assert result.outcome is Outcome.ACCEPTED, result
    assert composer.said("dialog") == ["\x1b[B", "2"]


async def test_a_dialog_that_does_not_react_gets_no_second_key(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    result = await bridged.bridge.run_script(pane, KeyInput(["Tab", "1"]), reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert result.message == "the dialog did not react to Tab"
    assert composer.said("dialog") == ["\t"]


async def test_another_dialog_than_the_one_shown_gets_nothing(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    result = await bridged.bridge.run_script(pane, KeyInput(["1"], "git push"), reader)
    assert result.outcome is Outcome.NOT_DELIVERED
    assert composer.said("dialog") == []


async def test_a_dialog_that_closes_before_the_key_gets_nothing(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    answering = asyncio.ensure_future(bridged.bridge.run_script(pane, KeyInput(["1"]), reader))
    composer.open_dialog()  # again: it closes
    result = await answering
    assert result.outcome is Outcome.NOT_DELIVERED
    assert composer.said("dialog") == []
    assert composer.submitted == []


async def test_a_dialog_that_goes_between_two_keys_is_not_said_to_be_untouched(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged)

    class Closing(Walk):
        @override
        def next(self, dialog: Dialog) -> Step | None:
            if dialog.options[1].selected:
                composer.open_dialog()  # it closes
                return None
            return super().next(dialog)

    result = await bridged.bridge.run_script(pane, Closing([]), reader)
    assert result.outcome is Outcome.UNKNOWN
    assert result.message == "the dialog closed while it was being answered"
    assert composer.said("dialog") == ["\x1b[B"]


async def test_a_dialog_that_is_still_open_is_not_said_to_be_answered(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged)
    result = await bridged.bridge.run_script(pane, KeyInput(["Tab"]), reader)
    assert (result.outcome, result.message) == (Outcome.UNKNOWN, "the dialog is still open")
    assert composer.said("dialog") == ["\t"]


async def test_a_cursor_that_moved_is_not_a_dialog_that_took_the_answer(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged)
    result = await bridged.bridge.run_script(pane, KeyInput(["Down"]), reader)
    assert (result.outcome, result.message) == (Outcome.UNKNOWN, "the dialog is still open")
    assert composer.said("dialog") == ["\x1b[B"]
    assert composer.shows("❯ 2. No")


async def test_a_clock_that_runs_in_a_dialog_is_not_taken_for_its_end(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged, "--clock")
    result = await bridged.bridge.run_script(pane, KeyInput(["Tab"]), reader)
    assert (result.outcome, result.message) == (Outcome.UNKNOWN, "the dialog is still open")
    assert composer.said("dialog") == ["\t"]


@pytest.mark.usefixtures("patient")
async def test_a_dialog_that_is_not_there_yet_is_awaited(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    looks: list[str] = []

    def looking(screen: str) -> Reading:
        looks.append(screen)
        return reader(screen)

    running = asyncio.ensure_future(bridged.bridge.run_script(pane, Walk([]), looking))
    await until(lambda: looks)
    composer.open_dialog()
    assert (await running).success
    assert composer.said("dialog") == ["\x1b[B", "2"]


@pytest.mark.parametrize("name", ["Up", "Enter", "Escape", "Tab", "3"])
async def test_keys_of_the_pad_reach_only_the_screen_that_was_shown(
    bridged: BridgedServer, name: str
) -> None:
    composer, pane = await asking(bridged)
    shown = (await bridged.bridge.capture_pane(pane)).landmarks(3)
    pressed = await bridged.bridge.send_keys(pane, name, expect=shown)
    assert (pressed.outcome, pressed.error_type) == (Outcome.UNKNOWN, None)
    await until(lambda: len(composer.said("dialog")) == 1)
    other = await bridged.bridge.send_keys(pane, name, expect=((2, "Another dialog"),))
    assert other.outcome is Outcome.NOT_DELIVERED
    assert len(composer.said("dialog")) == 1
