"""What becomes of a press: done at once in its session, or kept for whoever polls."""

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from tests.contracts.test_store import HELLO
from tests.doors.test_facade import IDLE, Still, facade, journal
from typing_extensions import override

from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.domain.actions import Do, Interrupt, Keys, Progress, Result, Send, Stage
from quarterdeck.domain.events import ActionRequested, Event, PressesHandedOut, PressQueued
from quarterdeck.domain.press_queue import MOST, PressQueue
from quarterdeck.domain.presses import QueuedPress
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.doors.keyboard_api.answers import NotDone
from quarterdeck.doors.keyboard_api.meant_session import SOMEBODY
from quarterdeck.doors.keyboard_api.presses import (
    MOST_PRESSES,
    MOST_WAITING,
    Presses,
    button_at,
)
from quarterdeck.doors.keyboard_api.wire import Press, read_buttons

__all__ = ["journal"]  # a fixture

BUTTONS = read_buttons({"buttons": ["Yes", "", "Wipe"], "actions": ["Go on", "", "rm -rf ~"]}, 1.0)
YES = Press(1, "Yes")


class Doing(Still):
    """A daemon in which every action is done at once, and presses wait."""

    def __init__(self, session: Session, outcomes: Outcomes) -> None:
        super().__init__(session)
        self.outcomes = outcomes
        self.queue = PressQueue(())
        self.unhandled: list[Event] = []

    @property
    def done(self) -> list[Do]:
        return [event.action.do for event in self.events if isinstance(event, ActionRequested)]

    @override
    def put(self, event: Event) -> None:
        super().put(event)
        match event:
            case ActionRequested(action):
                over = Progress(action, Stage.ENDED, Result(Outcome.ACCEPTED, ""))
                asyncio.get_running_loop().call_soon(self.outcomes.hear, over)
            case _:
                self.unhandled.append(event)

    @override
    async def handled(self) -> None:
        await asyncio.sleep(0)  # meanwhile others see what was true before
        for event in self.unhandled:
            match event:
                case PressQueued():
                    list(self.queue.add(event))
                case PressesHandedOut():
                    list(self.queue.take(event))
                case _:
                    raise AssertionError(event)
        self.unhandled.clear()
        self._view = replace(self._view, presses=self.queue.all())


@dataclass
class Desk:
    """Presses in a daemon in which everything is done at once."""

    journal: Path
    session: Session = field(default_factory=lambda: replace(IDLE, buttons=BUTTONS))

    def __post_init__(self) -> None:
        self.core = Doing(self.session, Outcomes())
        self.facade = replace(facade(self.journal, self.core), outcomes=self.core.outcomes)
        self.presses = Presses(self.facade)

    async def press(self, press: Press) -> None:
        action = self.presses.action(self.session.id, press, SOMEBODY)
        done = await self.facade.done(action)
        assert isinstance(done, Progress)


async def test_a_key_does_what_its_button_says(journal: Path) -> None:
    desk = Desk(journal)
    await desk.press(YES)
    await desk.press(Press(1, ""))
    await desk.press(Press(1, "Go on"))
    assert desk.core.done == [Send("Go on")] * 3


@pytest.mark.parametrize(
    ("press", "code"),
    [
        (Press(1, "No"), "not_shown"),
        (Press(2, "Yes"), "not_shown"),
        (Press(4, ""), "not_shown"),
        (Press(2, ""), "dead_key"),
        (Press(3, "Wipe"), "needs_confirmation"),
        (Press(1, "BACKGROUND"), "blocked"),
    ],
)
async def test_any_other_key_does_nothing_and_says_why(
    journal: Path, press: Press, code: str
) -> None:
    desk = Desk(journal)
    with pytest.raises(NotDone) as refused:
        await desk.press(press)
    assert refused.value.code == code
    assert desk.core.done == []


async def test_two_words_are_keys_while_the_agent_works(journal: Path) -> None:
    desk = Desk(journal, replace(IDLE, state=State.WORKING))
    await desk.press(Press(2, "BACKGROUND"))
    await desk.press(Press(1, "STOP"))
    assert desk.core.done == [Keys(("C-b",)), Interrupt()]


@pytest.mark.parametrize("text", ["STOP", "BACKGROUND", "Yes", ""])
async def test_no_press_answers_an_ask(journal: Path, text: str) -> None:
    desk = Desk(journal, replace(IDLE, state=State.WAITING, buttons=BUTTONS))
    with pytest.raises(NotDone, match="which no button gives"):
        await desk.press(Press(1, text))
    assert desk.core.done == []


async def test_only_so_many_wait_for_their_turn_and_stop_is_not_one_of_them(journal: Path) -> None:
    desk = Desk(journal)
    waiting = Progress(replace(HELLO, session=IDLE.id), Stage.WAITING, None)
    desk.core._view = replace(desk.core.view(), actions=(waiting,) * MOST_WAITING)
    with pytest.raises(NotDone, match="wait for their turn") as refused:
        await desk.press(YES)
    assert refused.value.status == 429
    await desk.press(Press(1, "STOP"))
    assert desk.core.done == [Interrupt()]


async def test_too_many_presses_a_second_are_refused(journal: Path) -> None:
    presses = Desk(journal).presses
    for _ in range(MOST_PRESSES):
        presses.count()
    with pytest.raises(NotDone, match="20 presses a second") as refused:
        presses.count()
    assert refused.value.status == 429


async def test_presses_without_a_session_are_handed_out_once_in_their_order(
    journal: Path,
) -> None:
    presses = Desk(journal).presses
    assert [await presses.queue(Press(1, "Yes")), await presses.queue(Press(2, "No"))] == [1, 2]
    both = await asyncio.gather(presses.hand_out(), presses.hand_out())
    assert sorted([_said(handed) for handed in both]) == [[], [(1, "Yes"), (2, "No")]]
    assert await presses.hand_out() == ()


async def test_only_so_many_wait_for_a_poller(journal: Path) -> None:
    presses = Desk(journal).presses
    for _ in range(MOST):
        await presses.queue(YES)
    with pytest.raises(NotDone, match="nobody takes them"):
        await presses.queue(YES)


async def test_without_a_journal_nothing_is_kept_or_handed_out(journal: Path) -> None:
    desk = Desk(journal)
    await desk.presses.queue(YES)
    desk.core.trouble = "the disk is full"
    for work in (desk.presses.queue(YES), desk.presses.hand_out()):
        with pytest.raises(NotDone, match="the disk is full"):
            await work
    desk.core.trouble = ""
    assert len(await desk.presses.hand_out()) == 1


def test_a_key_beyond_the_last_button_has_none() -> None:
    assert button_at(None, YES) is None
    assert button_at(BUTTONS, Press(4, "")) is None


def _said(presses: tuple[QueuedPress, ...]) -> list[tuple[int, str]]:
    return [(press.key, press.text) for press in presses]
