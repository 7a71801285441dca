import asyncio
import re
import time
from dataclasses import replace

import pytest
from tests.stage.tmux import BridgedServer, ComposerPane, reader, until

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens import Reading
from quarterdeck.terminals.tmux.control.panes import PaneIdentity
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType
from quarterdeck.terminals.tmux.typing import presser

DOWN = "\x1b[B"


async def asking(bridged: BridgedServer, *options: str) -> tuple[ComposerPane, PaneIdentity]:
    composer, pane = await bridged.composer("a", *options)
    composer.open_dialog()
    await until(lambda: composer.shows("Do you want"))
    return composer, pane


class Turning:
    """Reads screens, and at one look has something happen just after it."""

    def __init__(self, look: int, composer: ComposerPane) -> None:
        self.left = look
        self.composer = composer

    def __call__(self, screen: str) -> Reading:
        reading = reader(screen)
        self.left -= 1
        if not self.left:
            before = self.composer.shows("Do you want")
            self.composer.open_dialog()  # open: it closes
            while self.composer.shows("Do you want") is before:
                time.sleep(0.005)
        return reading


async def test_keys_reach_a_dialog_in_order_while_the_screen_is_redrawn_without_end(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged, "--restless")
    told = await bridged.bridge.press(pane, ["Down", "Tab", "2"], reader)
    assert (told.outcome, told.error_type) == (Outcome.UNKNOWN, None)
    assert told.message == "pressed; this cannot be verified"
    await until(lambda: composer.said("dialog") == [DOWN, "\t", "2"])


async def test_a_dialog_that_only_just_came_up_is_given_time_to_listen(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged, "--startled", "0.2")
    await bridged.bridge.press(pane, ["Down", "2"], reader)
    await until(lambda: composer.said("dialog") == [DOWN, "2"])


@pytest.mark.usefixtures("patient")
async def test_keys_reach_a_composer_while_the_screen_is_redrawn_without_end(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a", "--restless")
    assert (await bridged.bridge.press(pane, ["Escape"], reader)).error_type is None
    await until(lambda: composer.said("escape"))


async def test_a_dialog_that_goes_before_the_first_key_gets_nothing(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    told = await bridged.bridge.press(pane, ["Down", "1"], Turning(1, composer))
    assert told.outcome is Outcome.NOT_DELIVERED
    assert told.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert composer.said("raw") == []


async def test_a_dialog_that_comes_gets_nothing(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    told = await bridged.bridge.press(pane, ["1", "2"], Turning(1, composer))
    assert told.outcome is Outcome.NOT_DELIVERED
    assert composer.said("raw") == []


@pytest.mark.usefixtures("patient")
async def test_where_only_some_keys_were_pressed_that_is_said(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    told = await bridged.bridge.press(pane, ["2", "Enter"], reader)
    assert told.outcome is Outcome.UNKNOWN
    assert told.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert told.message == "pressed 2, but not Enter: another dialog is there, or none"
    assert composer.said("raw") == ["32"]


@pytest.mark.usefixtures("patient")
async def test_a_program_that_is_slow_to_draw_gets_no_key_for_a_dialog_that_it_has_closed(
    bridged: BridgedServer,
) -> None:
    composer, pane = await asking(bridged, "--slow", "0.3")
    told = await bridged.bridge.press(pane, ["2", "Enter"], reader)
    assert told.outcome is Outcome.UNKNOWN
    assert told.message.startswith("pressed 2, but not Enter")
    assert composer.said("raw") == ["32"]


async def test_a_key_is_pressed_only_while_the_line_that_names_the_dialog_stands(
    bridged: BridgedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presser, "_WITHIN", 0.5)
    composer, pane = await asking(bridged, "--restless")

    def named_by_what_moves(screen: str) -> Reading:
        reading = reader(screen)
        assert reading.dialog
        [frame] = re.findall(r"frame \d+", screen)
        while composer.shows(f"{frame}\n"):
            time.sleep(0.005)
        return replace(reading, dialog=replace(reading.dialog, fingerprint="frame"))

    told = await bridged.bridge.press(pane, ["2"], named_by_what_moves)
    assert told.outcome is Outcome.NOT_DELIVERED
    assert told.message == "the screen is blank, or keeps changing"
    assert composer.said("raw") == []


async def test_copy_mode_blocks_keys(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    bridged.tmux_server.tmux("copy-mode", "-t", composer.pane)
    told = await bridged.bridge.press(pane, ["1"], reader)
    assert told.outcome is Outcome.BLOCKED
    assert composer.said("raw") == []


async def test_an_unknown_key_among_them_presses_none(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    told = await bridged.bridge.press(pane, ["Down", "Entr"], reader)
    assert (told.outcome, told.message) == (
        Outcome.NOT_DELIVERED,
        "there is no key 'Entr'; Enter is one",
    )
    assert composer.said("raw") == []


async def test_two_who_press_take_turns(bridged: BridgedServer) -> None:
    composer, pane = await asking(bridged)
    one = bridged.bridge.press(pane, ["Up", "Up"], reader)
    other = bridged.bridge.press(pane, ["Tab", "Tab"], reader)
    await asyncio.gather(one, other)
    await until(lambda: len(composer.said("dialog")) == 4)
    assert composer.said("dialog") in (
        ["\x1b[A", "\x1b[A", "\t", "\t"],
        ["\t", "\t", "\x1b[A", "\x1b[A"],
    )
