"""The open asks, and the answers on their way to them."""

from tests.contracts.test_store import a_session
from tests.stories.happened import an_answer, an_ask

from quarterdeck.domain.acceptance import Ends
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ended, How
from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.effects import ShowAsk
from quarterdeck.domain.ids import AnswerId, AskId, RequestId
from quarterdeck.domain.objections import refuses
from quarterdeck.domain.open_asks import REMEMBERED, OpenAsks
from quarterdeck.domain.sent_answers import Step
from quarterdeck.domain.states import Outcome

LS = an_ask("ls")


def a_hook(name: str, keep: Keep = Keep.RACE, at: float = 1.0) -> Channel:
    return Channel(RequestId(name), LS.id, keep, at)


def laid(*hooks: Channel) -> OpenAsks:
    """A desk with an ask and its hooks."""
    desk = OpenAsks()
    list(desk.open(LS, 1.0))
    for hook in hooks:
        list(desk.attach(hook, LS, LS))
    return desk


def test_only_what_says_no_refuses() -> None:
    for choice in LS.choices:
        assert refuses(LS, an_answer(LS, choice.id)) is choice.id.startswith("deny")
    assert not refuses(LS, an_answer(LS, "unheard of"))


def test_an_answered_ask_is_not_replaced_while_its_answer_is_on_its_way() -> None:
    desk = OpenAsks()
    plan = an_ask("plan", kind=Kind.PLAN)
    list(desk.open(plan, 1.0))
    list(desk.answer(plan, an_answer(plan, "approve"), a_session("desk"), 2.0))
    list(desk.open(an_ask("question", kind=Kind.QUESTION), 2.0))
    assert desk.agenda.get(plan.id) == plan


def test_a_dialog_is_hidden_while_any_hook_hides_it() -> None:
    desk = laid(a_hook("race"), a_hook("gate", Keep.GATE))
    assert desk.at_terminal_since(LS) is None
    desk.lose(RequestId("gate"), 7.0)
    assert desk.at_terminal_since(LS) == 7.0
    assert laid(a_hook("race")).at_terminal_since(LS) == LS.opened


def test_a_dialog_that_our_answer_hid_stays_hidden() -> None:
    desk = laid(a_hook("gate", Keep.GATE))
    list(desk.answer(LS, an_answer(LS, "allow"), a_session("desk"), 2.0))
    desk.printed(RequestId("gate"), 2.1)
    assert desk.at_terminal_since(LS) is None


def test_an_ask_that_is_over_lets_go_of_every_hook() -> None:
    desk = laid(a_hook("one"), a_hook("two"))
    list(desk.end(LS, Ended(How.TERMINAL, 2.0, "", None, "")))
    assert not list(desk.hooks)
    assert desk.waiting_in(LS.session) == []


def test_nobody_of_ours_ended_what_the_terminal_decided() -> None:
    open_asks = laid(a_hook("hook"))
    list(open_asks.answer(LS, an_answer(LS, "allow"), a_session("desk"), 2.0))
    effects = open_asks.heed(LS, Ends(Step.DISAGREES, How.TERMINAL, ""), 3.0)
    (shown,) = [effect.ask.ended for effect in effects if isinstance(effect, ShowAsk)]
    assert shown == Ended(How.TERMINAL, 3.0, "", Outcome.NOT_DELIVERED, "")


def test_words_about_answers_are_remembered_for_a_while() -> None:
    desk = OpenAsks()
    for number in range(REMEMBERED + 1):
        ask = an_ask(f"ask {number}", kind=Kind.DONE)
        list(desk.open(ask, 1.0))
        list(desk.dismiss(ask, an_answer(ask, "dismiss", f"answer {number}"), 1.0))
    assert desk.told(AnswerId("answer 0")) is None
    told = desk.told(AnswerId(f"answer {REMEMBERED}"))
    assert told is not None
    assert told.outcome is Outcome.ACCEPTED


def test_nobody_waits_for_an_ask_that_is_being_answered() -> None:
    desk = laid(a_hook("hook"))
    assert desk.waiting_in(LS.session) == [LS]
    list(desk.answer(LS, an_answer(LS, "allow"), a_session("desk"), 2.0))
    assert desk.waiting_in(LS.session) == []
    assert not desk.waits(RequestId("hook"))


def test_an_answer_of_an_earlier_run_to_an_ask_that_is_gone_is_nothing() -> None:
    desk = OpenAsks()
    desk.restore_answer(an_answer(an_ask("gone"), "allow"), None)
    assert not desk.is_answered(AskId("gone"))
