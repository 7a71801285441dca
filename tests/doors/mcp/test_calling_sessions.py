"""For which session a call is made."""

from pathlib import Path

import pytest
from tests.doors.mcp.test_desk import Office
from tests.doors.test_facade import IDLE, PERSON, facade, journal
from tests.stories.happened import CLI

from quarterdeck.domain.callers import Right
from quarterdeck.doors.mcp.calling_sessions import CallingSessions
from quarterdeck.ports import Nonsense

__all__ = ["journal"]  # a fixture


async def test_a_process_below_an_agent_speaks_for_that_session_alone(journal: Path) -> None:
    office = Office(journal)
    sessions = CallingSessions(facade(journal, office.core))
    assert (await sessions.of(office.call(), "", Right.BUTTONS)).id == IDLE.id
    assert (await sessions.of(office.call(), IDLE.name, Right.BUTTONS)).id == IDLE.id
    with pytest.raises(Nonsense, match="cannot ask for another"):
        await sessions.of(office.call(), "another", Right.BUTTONS)


async def test_others_have_to_name_one(journal: Path) -> None:
    office = Office(journal)
    sessions = CallingSessions(facade(journal, office.core))
    call = office.call(CLI, PERSON)
    assert (await sessions.of(call, IDLE.id, Right.SEE)).id == IDLE.id
    with pytest.raises(Nonsense, match="give 'session', one of"):
        await sessions.of(call, "", Right.SEE)
