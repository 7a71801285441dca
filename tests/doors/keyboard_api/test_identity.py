"""By which name and pid a session, or the daemon itself, goes among keyboards."""

import os
from dataclasses import replace

import pytest
from tests.contracts.test_store import a_session
from tests.doors.test_facade import IDLE

from quarterdeck.domain.sessions import Confidence, Facts, Process, Sighting, Source
from quarterdeck.domain.states import State
from quarterdeck.doors.keyboard_api import identity


@pytest.fixture(autouse=True)
def _without_claude(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLAUDE_PID", "CLAUDE_SESSION_ID"):
        monkeypatch.delenv(name, raising=False)


def test_a_session_goes_by_its_keyboard_id_and_its_pid() -> None:
    named = replace(IDLE, facts=Facts(keyboard_id="tk-1-2"))
    found = identity.of_session(named)
    assert (found.session_id, found.pid) == ("tk-1-2", os.getpid())


def test_one_that_has_none_yet_gets_it_from_its_process() -> None:
    found = identity.of_session(IDLE)
    assert found.session_id == f"tk-{int(found.created)}-{os.getpid()}"


def test_a_session_was_active_when_somebody_last_saw_it() -> None:
    seen = Sighting(Source.HOOK, State.IDLE, 700.0, "", Confidence.HIGH)
    assert identity.of_session(replace(IDLE, since=500.0)).last_active == 500.0
    found = identity.of_session(replace(IDLE, since=500.0, sightings=(seen,)))
    assert found.last_active == 700.0


def test_the_daemon_goes_by_its_start_and_its_pid() -> None:
    found = identity.of_daemon()
    assert found.session_id == f"tk-{int(found.created)}-{os.getpid()}"
    assert found.pid == os.getpid()


def test_the_environment_overrides_the_daemons_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_PID", "24429")
    found = identity.of_daemon()
    assert (found.session_id, found.pid) == (f"tk-{int(found.created)}-24429", 24429)
    monkeypatch.setenv("CLAUDE_SESSION_ID", "tk-1760835985-24429")
    assert identity.of_daemon().session_id == "tk-1760835985-24429"
    monkeypatch.setenv("CLAUDE_PID", "none")
    assert identity.of_daemon().pid == os.getpid()


def test_a_session_lives_as_long_as_its_own_process() -> None:
    assert identity.is_alive(IDLE)
    assert not identity.is_alive(replace(IDLE, process=replace(IDLE.process, start=1)))
    assert not identity.is_alive(replace(a_session("gone"), process=Process("here", 2**22 + 7, 1)))
