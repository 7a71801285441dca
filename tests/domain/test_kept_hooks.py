"""The hooks that wait for an answer."""

from tests.stories.happened import an_ask

from quarterdeck.domain.channels import Channel, Keep
from quarterdeck.domain.ids import AskId, RequestId
from quarterdeck.domain.kept_hooks import REMEMBERED, KeptHooks

LS = an_ask("ls")


def a_hook(name: str, at: float = 1.0) -> Channel:
    return Channel(RequestId(name), LS.id, Keep.RACE, at)


def test_hooks_that_began_later_leave_with_what_they_asked_themselves() -> None:
    hooks, later = KeptHooks(), an_ask("later")
    hooks.keep(a_hook("first", 1.0), LS.id, LS)
    hooks.keep(a_hook("second", 3.0), LS.id, later)

    [(taken, own)] = hooks.take_later(LS.id, 2.0, None)

    assert (taken.request, own) == ("second", later)
    assert [hook.request for hook in hooks.of(LS.id)] == ["first"]


def test_a_hook_that_has_an_answer_stays_where_it_is() -> None:
    hooks = KeptHooks()
    hooks.keep(a_hook("answered", 3.0), LS.id, LS)

    assert hooks.take_later(LS.id, 2.0, RequestId("answered")) == []
    assert [hook.request for hook in hooks.of(LS.id)] == ["answered"]


def test_a_hook_that_went_is_known_when_it_comes_back() -> None:
    hooks = KeptHooks()
    hooks.keep(a_hook("hook"), LS.id, LS)

    hooks.drop(RequestId("hook"))

    assert hooks.get(RequestId("hook")) is None
    assert hooks.ask_of(RequestId("hook")) == LS.id


def test_one_hook_of_an_earlier_run_is_alone_until_another_waits_for_the_same_ask() -> None:
    hooks = KeptHooks()
    hooks.expect([a_hook("hook")])
    assert hooks.is_alone(LS.id)

    hooks.keep(a_hook("other"), LS.id, LS)

    assert not hooks.is_alone(LS.id)
    assert not hooks.is_alone(AskId("nobody's"))


def test_the_oldest_are_forgotten_when_there_were_very_many() -> None:
    hooks = KeptHooks()
    for number in range(REMEMBERED + 1):
        hooks.keep(a_hook(f"hook {number}"), LS.id, LS)
        hooks.drop(RequestId(f"hook {number}"))

    assert not hooks.knows(RequestId("hook 0"))
    assert hooks.knows(RequestId("hook 1"))
