"""What stops an agent."""

from quarterdeck.domain.actions import Interrupt, Keys, Send
from quarterdeck.domain.states import Outcome
from quarterdeck.domain.stopping import CONTINUE, WIND_DOWN, stops


def test_an_interrupt_stops_and_so_does_asking_for_it() -> None:
    assert [stops(do, Outcome.ACCEPTED) for do in (Interrupt(), WIND_DOWN)] == [True, True]
    others = (CONTINUE, Send(WIND_DOWN.text), Keys(("Escape",)))
    assert [stops(do, Outcome.ACCEPTED) for do in others] == [False, False, False]


def test_escape_that_was_pressed_stops_even_if_nobody_saw_it() -> None:
    assert stops(Interrupt(), Outcome.UNKNOWN)
    assert not stops(Interrupt(), Outcome.BLOCKED)
    assert not stops(WIND_DOWN, Outcome.UNKNOWN)


def test_asking_goes_into_the_queue_of_an_agent_at_work() -> None:
    assert WIND_DOWN.queue
    assert not CONTINUE.queue
