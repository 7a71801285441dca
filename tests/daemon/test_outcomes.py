"""Those who answered hear what became of it, once."""

from tests.contracts.test_store import ALLOW, LS

from quarterdeck.daemon.outcomes import Outcomes
from quarterdeck.domain.effects import Refuse, Tell
from quarterdeck.domain.states import Outcome

TOLD = Tell(ALLOW.id, Outcome.ACCEPTED, LS, "")


def test_whoever_answered_hears_once_what_became_of_it() -> None:
    outcomes, heard = Outcomes(), list[Tell | Refuse]()
    outcomes.expect(ALLOW.id, heard.append)
    for _ in range(2):
        outcomes.hear(TOLD)
    assert heard == [TOLD]


def test_an_answer_that_was_sent_twice_is_told_to_both() -> None:
    outcomes, first, second = Outcomes(), list[Tell | Refuse](), list[Tell | Refuse]()
    outcomes.expect(ALLOW.id, first.append)
    outcomes.expect(ALLOW.id, second.append)
    outcomes.hear(TOLD)
    assert (first, second) == ([TOLD], [TOLD])


def test_whoever_stopped_waiting_hears_nothing() -> None:
    outcomes, heard = Outcomes(), list[Tell | Refuse]()
    tell = heard.append
    outcomes.expect(ALLOW.id, tell)
    outcomes.forget(ALLOW.id, tell)
    outcomes.hear(Refuse(ALLOW.id, "guarded", "too early"))
    assert heard == []
