"""The open asks and their order."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.stories.happened import BARN, an_ask

from quarterdeck.domain.agenda import Agenda, Order, in_order
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.ids import AskId

LS = an_ask("ls")


def test_an_ask_that_is_removed_is_gone_everywhere() -> None:
    agenda = Agenda()
    agenda.add(LS)
    agenda.snooze(LS.id, 5.0)
    assert agenda.remove(LS.id) == LS
    assert (len(agenda), agenda.get(LS.id), agenda.of(LS.session)) == (0, None, ())
    assert agenda.snoozed_until(LS.id) is None
    assert agenda.remove(AskId("never")) is None


def test_sessions_see_only_their_own_asks() -> None:
    agenda = Agenda()
    theirs = an_ask("theirs", session=BARN)
    for ask in (LS, theirs):
        agenda.add(ask)
    assert agenda.of(LS.session) == (LS,)
    assert agenda.of(BARN) == (theirs,)


def test_an_ask_that_is_added_again_takes_its_own_place() -> None:
    agenda = Agenda()
    agenda.add(LS)
    agenda.add(replace(LS, text="more"))
    assert [ask.text for ask in agenda] == ["more"]


def test_only_snoozes_that_are_over_end() -> None:
    agenda = Agenda()
    for name, until in (("early", 1.0), ("late", 9.0)):
        agenda.add(an_ask(name))
        agenda.snooze(AskId(name), until)
    agenda.wake(1.0)
    assert agenda.snoozed_until(AskId("early")) is None
    assert agenda.snoozed_until(AskId("late")) == 9.0


def test_decisions_come_first_then_what_holds_an_agent_up_then_news() -> None:
    kinds = [ask.kind for ask in in_order([an_ask(kind, kind=kind) for kind in Kind], Order.NEWEST)]
    assert sorted(kinds[:4]) == ["elicitation", "permission", "plan", "question"]
    assert sorted(kinds[4:7]) == ["failure", "fallback", "limit"]
    assert sorted(kinds[7:]) == ["blocked", "done", "notification"]


ASKS = st.builds(
    lambda number, kind, opened: replace(an_ask(f"ask {number}", kind=kind), opened=opened),
    st.integers(0, 999),
    st.sampled_from(Kind),
    st.floats(0, 100),
)


@given(st.lists(ASKS, unique_by=lambda ask: ask.id), st.sampled_from(Order))
def test_no_order_loses_an_ask_or_puts_a_note_before_a_decision(
    asks: list[Ask], order: Order
) -> None:
    ordered = in_order(asks, order)
    assert sorted(map(repr, ordered)) == sorted(map(repr, asks))
    priorities = [ask.kind.priority for ask in ordered]
    assert priorities == sorted(priorities, reverse=True)


@given(st.lists(ASKS, unique_by=lambda ask: ask.id), st.sampled_from(Order))
def test_the_order_does_not_depend_on_how_asks_came_in(asks: list[Ask], order: Order) -> None:
    assert in_order(asks, order) == in_order(asks[::-1], order)
