"""Presses of no session wait, each for one program."""

from quarterdeck.domain.effects import Effect, Record
from quarterdeck.domain.events import PressesHandedOut, PressQueued
from quarterdeck.domain.ids import PressId
from quarterdeck.domain.journal import PressesTaken, PressWritten
from quarterdeck.domain.press_queue import MOST, PressQueue
from quarterdeck.domain.presses import QueuedPress


def a_press(name: str) -> QueuedPress:
    return QueuedPress(PressId(name), 1, "Yes", 1.0)


def added(queue: PressQueue, *presses: QueuedPress) -> list[Effect]:
    return [effect for press in presses for effect in queue.add(PressQueued(press))]


def taken(queue: PressQueue, *names: str) -> list[Effect]:
    return list(queue.take(PressesHandedOut(tuple(PressId(name) for name in names), 2.0)))


def test_presses_wait_in_their_order_and_are_written_down() -> None:
    queue, one, two = PressQueue(()), a_press("one"), a_press("two")
    assert added(queue, one, two) == [Record(PressWritten(one)), Record(PressWritten(two))]
    assert queue.all() == (one, two)


def test_what_an_earlier_run_left_comes_first() -> None:
    left, new = a_press("left"), a_press("new")
    queue = PressQueue((left,))
    added(queue, new)
    assert queue.all() == (left, new)


def test_a_press_is_handed_out_once() -> None:
    queue = PressQueue((a_press("one"), a_press("two")))
    assert taken(queue, "one") == [Record(PressesTaken((PressId("one"),), 2.0))]
    assert taken(queue, "one", "nobody's") == []
    assert queue.all() == (a_press("two"),)


def test_no_more_are_kept_than_anybody_would_want() -> None:
    queue = PressQueue(tuple(a_press(str(number)) for number in range(MOST)))
    assert added(queue, a_press("one more")) == []
    assert len(queue.all()) == MOST
