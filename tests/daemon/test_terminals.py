"""Several kinds of terminals as one: each session is found where it lives."""

from contextlib import aclosing

import pytest
from tests.contracts.test_terminal import Walk
from tests.fakes.terminal import FakeTerminal
from typing_extensions import override

from quarterdeck.daemon.prompts import Prompts
from quarterdeck.daemon.terminals import Terminals
from quarterdeck.domain.ids import SessionId
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome
from quarterdeck.ports import Delivery, Unreachable


class Why(FakeTerminal):
    """One in which nobody lives, and which says so in its own words."""

    @override
    async def focus(self, session: Session) -> Delivery:
        del session
        return Delivery(Outcome.NOT_DELIVERED, "no pane is known", "no_pane_id")


@pytest.fixture
def second() -> FakeTerminal:
    return FakeTerminal(Prompts().of)


@pytest.fixture
def terminals(second: FakeTerminal) -> Terminals:
    return Terminals(Why(Prompts().of), second)


async def test_what_is_done_to_a_session_is_done_where_it_lives(
    terminals: Terminals, second: FakeTerminal
) -> None:
    session, pane = second.add()
    assert await terminals.has(session)
    assert (await terminals.focus(session)).outcome is Outcome.ACCEPTED
    assert pane.shown
    await terminals.strike(session, ["a"])
    await terminals.press(session, ["b"])
    pane.text = ""
    await terminals.wait_until_free(session)
    await terminals.send(session, "hello", lambda: None)
    assert [line["submitted"] for line in pane.lines if "submitted" in line] == ["hello"]
    pane.dialog = True
    assert (await terminals.run_script(session, Walk("rm -rf build"))).outcome is Outcome.ACCEPTED
    assert (await terminals.look(session)).width == 80
    assert await terminals.health(session) == (True, True)
    async with aclosing(terminals.view(session)) as view:
        assert "shortcuts" in (await anext(view)).text


async def test_of_a_session_that_lives_nowhere_the_first_one_says_why(
    terminals: Terminals, second: FakeTerminal
) -> None:
    session, _ = second.add()
    del second.panes[SessionId(session.id)]
    assert not await terminals.has(session)
    assert await terminals.focus(session) == Delivery(
        Outcome.NOT_DELIVERED, "no pane is known", "no_pane_id"
    )
    with pytest.raises(Unreachable):
        await terminals.look(session)
