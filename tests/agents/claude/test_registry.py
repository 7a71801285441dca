"""The registry file, as Claude Code writes it and as nobody should."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.agents.claude.registry import read
from quarterdeck.domain.sessions import OWN_MENU
from quarterdeck.domain.states import State

FILE = {
    "pid": 2802,
    "sessionId": "b0d1300a",
    "cwd": "/srv/proj",
    "startedAt": 1794712067211,
    "procStart": "267271",
    "version": "2.1.197",
    "kind": "interactive",
    "entrypoint": "cli",
    "name": "proj-43",
    "nameSource": "derived",
    "status": "idle",
    "updatedAt": 1794712101672,
    "statusUpdatedAt": 1794712101000,
}


def entry(**changed: object) -> bytes:
    return json.dumps(FILE | changed).encode()


def test_a_file_tells_who_where_and_what() -> None:
    found = read(entry())
    assert found
    assert (found.pid, found.start, found.session) == (2802, 267271, "b0d1300a")
    assert (found.cwd, found.version) == ("/srv/proj", "2.1.197")
    assert (found.state, found.changed, found.reason) == (State.IDLE, 1794712101.0, "idle")


@pytest.mark.parametrize("start", ["9" * 5000, "²", "soon", ""])
def test_a_start_that_no_process_can_have_is_not_told(start: str) -> None:
    found = read(entry(procStart=start))
    assert found
    assert found.start is None


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("idle", State.IDLE),
        ("shell", State.IDLE),
        ("busy", State.WORKING),
        ("waiting", State.WAITING),
        ("of a later version", State.UNKNOWN),
        (None, State.STARTING),
        (["idle"], State.STARTING),
    ],
)
def test_every_status_is_a_state_and_an_unknown_one_says_so(status: object, state: State) -> None:
    found = read(entry(status=status))
    assert found
    assert found.state is state


def test_only_a_name_that_the_person_gave_counts() -> None:
    names = [found.name for found in (read(entry()), read(entry(nameSource="user"))) if found]
    assert names == ["", "proj-43"]


def test_what_is_waited_for_is_the_reason() -> None:
    found = read(entry(status="waiting", waitingFor="permission prompt"))
    assert found
    assert found.reason == "waits: permission prompt"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        entry()[:-20],
        b"null",
        b"[]",
        b"{}",
        b'{"pid": "2802"}',
        b"\xff\xfe\x00",
        b'{"pid": 1, "updatedAt": NaN}',
        b'{"pid": 1, "updatedAt": ' + b"9" * 400 + b"}",
        b'{"pid": 1, "a": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    ],
)
def test_a_file_that_is_half_written_or_of_another_kind_says_nothing(data: bytes) -> None:
    assert read(data) is None


@given(
    st.dictionaries(
        st.sampled_from(sorted(FILE)),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(st.characters())
        | st.lists(st.text()),
    )
)
def test_fields_of_any_type_raise_nothing(changed: dict[str, object]) -> None:
    if found := read(entry(**changed)):
        (found.name + found.cwd + found.version + found.session + found.reason).encode()


def test_a_menu_that_the_person_opened_is_said_to_be_one() -> None:
    entry = read(b'{"pid": 7, "status": "waiting", "waitingFor": "dialog open"}')
    assert entry is not None
    assert (entry.state, entry.reason) == (State.WAITING, OWN_MENU)
