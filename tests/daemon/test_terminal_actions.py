"""Answers without a hook, and turns that are stopped: done as the agent says how."""

from dataclasses import replace

import pytest
from tests.fakes.agent import FakeAgent
from tests.fakes.terminal import FakeTerminal
from tests.stories.happened import an_answer, an_ask

from quarterdeck.daemon import terminal_actions as module
from quarterdeck.daemon.prompts import Prompts
from quarterdeck.daemon.terminal_actions import TerminalActions
from quarterdeck.domain.ask_bodies import Kind
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.choices import GO_ON
from quarterdeck.domain.risk import Level
from quarterdeck.domain.sessions import Session
from quarterdeck.domain.states import Outcome, State
from quarterdeck.ports import Delivery, Unreachable

ASK = an_ask("rm -rf build")


class Desk:
    """One agent with a dialog on its screen, and hands that reach it."""

    def __init__(self, *, critical_by_keys: bool = False) -> None:
        self.terminal = FakeTerminal(Prompts().of)
        self.agent = FakeAgent("claude")
        self.session, self.pane = self.terminal.add()
        self.pane.dialog = True
        self.state = State.WORKING
        self.actions = TerminalActions(
            self.terminal,
            {"claude": self.agent},
            lambda _: self.state,
            critical_by_keys=critical_by_keys,
        )

    async def carry(self, choice: str, ask: Ask = ASK, text: str = "") -> Delivery:
        return await self.actions.carry(
            self.session, ask, replace(an_answer(ask, choice), text=text)
        )

    def pressed(self) -> list[object]:
        return [line["dialog"] for line in self.pane.lines if "dialog" in line]


async def test_an_answer_is_pressed_as_the_agent_says_in_the_dialog_that_asks() -> None:
    desk = Desk()
    assert (await desk.carry("deny")).outcome is Outcome.ACCEPTED
    assert desk.pressed() == ["2"]


async def test_another_dialog_none_and_one_without_a_key_get_nothing() -> None:
    desk = Desk()
    other = await desk.carry("allow", an_ask("git push"))
    no_key = await desk.carry("always")
    desk.pane.dialog = False
    none = await desk.carry("allow")
    assert {told.outcome for told in (other, no_key, none)} == {Outcome.NOT_DELIVERED}
    assert other.note == none.note == "its dialog is not on the screen"
    assert desk.pane.lines == []


@pytest.mark.parametrize(
    ("by_keys", "choice", "outcome"),
    [
        (False, "allow", Outcome.NOT_DELIVERED),
        (False, "deny", Outcome.ACCEPTED),
        (True, "allow", Outcome.ACCEPTED),
    ],
)
async def test_what_is_critical_is_allowed_by_keys_only_where_the_person_set_so(
    by_keys: bool, choice: str, outcome: Outcome
) -> None:
    desk = Desk(critical_by_keys=by_keys)
    critical = an_ask("rm -rf build", level=Level.CRITICAL)
    assert (await desk.carry(choice, critical)).outcome is outcome


async def test_focus_tell_and_allow_next_go_their_own_ways() -> None:
    desk = Desk()
    desk.pane.dialog = False
    blocked = an_ask("ls", kind=Kind.BLOCKED)
    await desk.carry("focus", blocked)
    assert desk.pane.shown
    assert (await desk.carry("allow_next", blocked)).outcome is Outcome.ACCEPTED
    assert desk.agent.rules == ["Bash(ls)"]
    await desk.carry("tell", blocked, text="use pnpm")
    await desk.carry("retry", blocked)
    said = [line["submitted"] for line in desk.pane.lines if "submitted" in line]
    assert said == ["use pnpm", GO_ON]


async def test_the_dialogs_of_an_agent_that_nobody_knows_are_left_alone() -> None:
    desk = Desk()
    desk.session = replace(desk.session, agent="other")
    told = await desk.carry("deny")
    assert (told.outcome, desk.pane.lines) == (Outcome.NOT_DELIVERED, [])


async def test_a_session_without_a_terminal_is_out_of_reach() -> None:
    desk = Desk()
    desk.terminal.panes.clear()
    with pytest.raises(Unreachable) as unreached:
        await desk.carry("deny")
    assert unreached.value.cause == "pane_not_found"


def at(session: Session, state: State) -> Session:
    return replace(session, state=state)


async def test_an_interrupt_is_accepted_when_the_agent_stopped() -> None:
    desk = Desk()
    desk.state = State.IDLE
    told = await desk.actions.interrupt(at(desk.session, State.WORKING))
    assert told.outcome is Outcome.ACCEPTED
    assert desk.pressed() == ["\x1b"]


async def test_an_agent_that_goes_on_was_not_stopped_for_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "INTERRUPTED_WITHIN", 0.2)
    desk = Desk()
    told = await desk.actions.interrupt(at(desk.session, State.WORKING))
    assert told.outcome is Outcome.UNKNOWN


async def test_whoever_does_nothing_is_not_interrupted_and_nobody_is_told_otherwise() -> None:
    desk = Desk()
    assert (await desk.actions.interrupt(desk.session)).outcome is Outcome.BLOCKED
    desk.terminal.panes.clear()
    told = await desk.actions.interrupt(at(desk.session, State.WORKING))
    assert (told.outcome, told.error) == (Outcome.NOT_DELIVERED, "pane_not_found")
    assert desk.pane.lines == []
