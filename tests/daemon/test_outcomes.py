"""Those who answered hear what became of it, once."""

from tests.contracts.test_store import ALLOW, HELLO, LS

from quarterdeck.daemon.outcomes import Outcomes, Word
from quarterdeck.domain.actions import Progress, Result, Stage
from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.states import Outcome

TOLD = Tell(ALLOW.id, Outcome.ACCEPTED, LS, "")


def test_whoever_answered_hears_once_what_became_of_it() -> None:
    outcomes, heard = Outcomes(), list[Word]()
    outcomes.expect(ALLOW.id, heard.append)
    for _ in range(2):
        outcomes.hear(TOLD)
    assert heard == [TOLD]


def test_an_answer_that_was_sent_twice_is_told_to_both() -> None:
    outcomes, first, second = Outcomes(), list[Word](), list[Word]()
    outcomes.expect(ALLOW.id, first.append)
    outcomes.expect(ALLOW.id, second.append)
    outcomes.hear(TOLD)
    assert (first, second) == ([TOLD], [TOLD])


def test_whoever_stopped_waiting_hears_nothing() -> None:
    outcomes, heard = Outcomes(), list[Word]()
    tell = heard.append
    outcomes.expect(ALLOW.id, tell)
    outcomes.forget(ALLOW.id, tell)
    outcomes.hear(Refuse(ALLOW.id, "guarded", "too early"))
    assert heard == []


def test_whoever_wanted_something_done_hears_how_it_ended() -> None:
    outcomes, heard = Outcomes(), list[Word]()
    outcomes.expect(HELLO.id, heard.append)
    over = Progress(HELLO, Stage.ENDED, Result(Outcome.ACCEPTED, ""))
    outcomes.hear(over)
    assert heard == [over]
