import asyncio
import time

from tests.terminals.tmux.crew import Crew, Mate, reader, until

from quarterdeck.domain.states import Outcome
from quarterdeck.judgement.screens import Reading
from quarterdeck.terminals.tmux.panes import PaneIdentity
from quarterdeck.terminals.tmux.results import TmuxBridgeErrorType

DOWN = "\x1b[B"


async def asking(crew: Crew, *options: str) -> tuple[Mate, PaneIdentity]:
    mate, pane = await crew.mate("a", *options)
    mate.open_dialog()
    await until(lambda: mate.shows("Do you want"))
    return mate, pane


class Turning:
    """Reads screens, and at one look has something happen just after it."""

    def __init__(self, look: int, mate: Mate) -> None:
        self.left = look
        self.mate = mate

    def __call__(self, screen: str) -> Reading:
        reading = reader(screen)
        self.left -= 1
        if not self.left:
            before = self.mate.shows("Do you want")
            self.mate.open_dialog()  # open: it closes
            while self.mate.shows("Do you want") is before:
                time.sleep(0.005)
        return reading


async def test_keys_reach_a_dialog_in_order_while_the_screen_is_redrawn_without_end(
    crew: Crew,
) -> None:
    mate, pane = await asking(crew, "--restless")
    told = await crew.bridge.press(pane, ["Down", "Tab", "2"], reader)
    assert (told.outcome, told.error_type) == (Outcome.UNKNOWN, None)
    assert told.message == "pressed; nothing verifies it"
    await until(lambda: mate.said("dialog") == [DOWN, "\t", "2"])


async def test_a_dialog_that_only_just_came_up_is_given_time_to_listen(crew: Crew) -> None:
    mate, pane = await asking(crew, "--startled", "0.2")
    await crew.bridge.press(pane, ["Down", "2"], reader)
    await until(lambda: mate.said("dialog") == [DOWN, "2"])


async def test_keys_reach_a_composer_while_the_screen_is_redrawn_without_end(crew: Crew) -> None:
    mate, pane = await crew.mate("a", "--restless")
    assert (await crew.bridge.press(pane, ["Escape"], reader)).error_type is None
    await until(lambda: mate.said("escape"))


async def test_a_dialog_that_goes_before_the_first_key_gets_nothing(crew: Crew) -> None:
    mate, pane = await asking(crew)
    told = await crew.bridge.press(pane, ["Down", "1"], Turning(1, mate))
    assert told.outcome is Outcome.NOT_DELIVERED
    assert told.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert mate.said("raw") == []


async def test_a_dialog_that_comes_gets_nothing(crew: Crew) -> None:
    mate, pane = await crew.mate("a")
    told = await crew.bridge.press(pane, ["1", "2"], Turning(1, mate))
    assert told.outcome is Outcome.NOT_DELIVERED
    assert mate.said("raw") == []


async def test_where_only_some_keys_were_pressed_that_is_said(crew: Crew) -> None:
    mate, pane = await asking(crew)
    told = await crew.bridge.press(pane, ["2", "Enter"], reader)
    assert told.outcome is Outcome.UNKNOWN
    assert told.error_type is TmuxBridgeErrorType.SEND_FAILED
    assert told.message == "pressed 2, but not Enter: another dialog is there, or none"
    assert mate.said("raw") == ["32"]


async def test_a_program_that_is_slow_to_draw_gets_no_key_for_a_dialog_that_it_has_closed(
    crew: Crew,
) -> None:
    mate, pane = await asking(crew, "--slow", "0.3")
    told = await crew.bridge.press(pane, ["2", "Enter"], reader)
    assert told.outcome is Outcome.UNKNOWN
    assert told.message.startswith("pressed 2, but not Enter")
    assert mate.said("raw") == ["32"]


async def test_copy_mode_blocks_keys(crew: Crew) -> None:
    mate, pane = await asking(crew)
    crew.ship.tmux("copy-mode", "-t", mate.pane)
    told = await crew.bridge.press(pane, ["1"], reader)
    assert told.outcome is Outcome.BLOCKED
    assert mate.said("raw") == []


async def test_an_unknown_key_among_them_presses_none(crew: Crew) -> None:
    mate, pane = await asking(crew)
    told = await crew.bridge.press(pane, ["Down", "Entr"], reader)
    assert (told.outcome, told.message) == (Outcome.NOT_DELIVERED, "there is no key 'Entr'")
    assert mate.said("raw") == []


async def test_two_who_press_take_turns(crew: Crew) -> None:
    mate, pane = await asking(crew)
    one = crew.bridge.press(pane, ["Up", "Up"], reader)
    other = crew.bridge.press(pane, ["Tab", "Tab"], reader)
    await asyncio.gather(one, other)
    await until(lambda: len(mate.said("dialog")) == 4)
    assert mate.said("dialog") in (
        ["\x1b[A", "\x1b[A", "\t", "\t"],
        ["\t", "\t", "\x1b[A", "\x1b[A"],
    )
