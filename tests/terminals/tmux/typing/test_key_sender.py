"""Keys for somebody who sees the screen: pressed on what was shown, and on nothing else."""

from tests.stage.tmux import BridgedServer, until

from quarterdeck.domain.states import Outcome
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType


async def test_keys_are_pressed_on_the_screen_that_was_shown_and_on_no_other(
    bridged: BridgedServer,
) -> None:
    composer, pane = await bridged.composer("a")
    composer.open_dialog()
    await until(lambda: composer.shows("Do you want"))
    screen = await bridged.bridge.capture_pane(pane)
    row = next(n for n, line in enumerate(screen.plain, 1) if "rm -rf build" in line)
    shown = ((row, screen.plain[row - 1]),)
    pressed = await bridged.bridge.send_keys(pane, "Tab", expect=shown)
    other = await bridged.bridge.send_keys(pane, "Tab", expect=((2, "Another dialog"),))
    assert (pressed.error_type, other.outcome) == (None, Outcome.NOT_DELIVERED)
    await until(lambda: composer.said("dialog") == ["\t"])


async def test_a_pane_in_copy_mode_takes_no_keys(bridged: BridgedServer) -> None:
    composer, pane = await bridged.composer("a")
    bridged.tmux_server.tmux("copy-mode", "-t", composer.pane)
    told = await bridged.bridge.send_keys(pane, "Enter", expect=())
    assert (told.outcome, told.error_type) == (
        Outcome.BLOCKED,
        TmuxBridgeErrorType.SEND_FAILED,
    )
    assert composer.said("raw") == []
