"""Agents set their own buttons, and nobody else's."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contracts.test_store import a_session
from tests.doors.mcp.test_desk import Office
from tests.doors.test_facade import IDLE, PERSON, Still, facade, journal
from tests.stories.happened import a_caller

from quarterdeck.advisors.rules import buttons_for
from quarterdeck.domain.buttons import Buttons, Context, Situation
from quarterdeck.domain.callers import Role
from quarterdeck.domain.events import ButtonsChosen
from quarterdeck.domain.sessions import Session
from quarterdeck.doors.facade import Refused
from quarterdeck.doors.mcp.keyboard import KeyboardDesk
from quarterdeck.ports import Nonsense

__all__ = ["journal"]  # a fixture

GO = {"buttons": [{"text": "Go"}]}


async def advise(_: Session, context: Context, detail: str) -> Buttons:
    return buttons_for(Situation("", context=context, detail=detail), 1.0)


def desk(journal: Path, office: Office) -> KeyboardDesk:
    return KeyboardDesk(facade(journal, office.core), advise)


async def test_the_buttons_are_those_of_the_session_that_calls(journal: Path) -> None:
    office = Office(journal)
    await desk(journal, office).set_buttons(office.call(), GO)
    [event] = office.core.events
    assert isinstance(event, ButtonsChosen)
    assert (event.session, event.about) == (IDLE.id, None)
    assert [button.text for button in event.buttons.row] == ["Go"]


async def test_nobody_sets_buttons_for_another(journal: Path) -> None:
    office = Office(journal, Still(IDLE, before=(a_session("other"),)))
    with pytest.raises(Nonsense, match="cannot ask for another"):
        await desk(journal, office).set_buttons(office.call(), GO | {"session": "other"})
    tablet = office.call(a_caller("tablet", role=Role.VIEW), PERSON)
    with pytest.raises(Refused, match="tablet may not set buttons"):
        await desk(journal, office).set_buttons(tablet, GO | {"session": "desk"})
    assert office.core.events == []


async def test_the_advisor_is_given_the_context_and_its_buttons_come_back(journal: Path) -> None:
    office = Office(journal)
    given = {"context_type": "tests", "detail": "Two of them are red."}
    told = await desk(journal, office).update_context(office.call(), given)
    assert told.fields["context_type"] == "tests"
    assert "Fix tests" in told.text


async def test_the_resources_tell_of_the_calling_session_alone(journal: Path) -> None:
    buttons = buttons_for(Situation("", context=Context.GIT, detail="Staged."), 1.0)
    office = Office(journal, Still(replace(IDLE, buttons=buttons)))
    keyboard = desk(journal, office)
    context = json.loads(await keyboard.read(office.call(), "tkeyboard://context"))
    assert context == {"context_type": "git", "detail": "Staged.", "by": "rules"}
    status = json.loads(await keyboard.read(office.call(), "tkeyboard://status"))
    assert status == dict((await keyboard.status(office.call(), {})).fields)
    assert (status["session"], status["buttons"][0]["text"]) == (IDLE.id, "Commit")
    with pytest.raises(Nonsense, match="There is no resource 'tkeyboard://asks'"):
        await keyboard.read(office.call(), "tkeyboard://asks")


@pytest.mark.parametrize("uri", ["tkeyboard://context", "tkeyboard://status"])
async def test_whoever_runs_in_no_session_reads_no_resource_and_is_told_what_to_do(
    journal: Path, uri: str
) -> None:
    office = Office(journal)
    with pytest.raises(Nonsense, match="you run in none: call get_keyboard_status with 'session'"):
        await desk(journal, office).read(office.call(peer=PERSON), uri)


async def test_a_flood_is_stopped(journal: Path) -> None:
    office = Office(journal)
    keyboard = desk(journal, office)
    for _ in range(20):
        await keyboard.set_buttons(office.call(), GO)
    with pytest.raises(Nonsense, match="20 calls in 10 s are the most"):
        await keyboard.set_buttons(office.call(), GO)
