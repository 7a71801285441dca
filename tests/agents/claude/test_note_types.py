"""The person says which notes are shown; everything else that a hook tells still counts."""

import pytest
from tests.agents.claude.recorded import a_hook

from quarterdeck.agents.claude.hook_events import events_of
from quarterdeck.agents.claude.note_types import NoteTypes

Payload = dict[str, object]

DONE: Payload = {"hook_event_name": "Stop", "last_assistant_message": "Built."}
SIGNED_IN: Payload = {
    "hook_event_name": "Notification",
    "notification_type": "auth_success",
    "message": "Signed in",
}
NEEDED: Payload = {
    "hook_event_name": "Notification",
    "notification_type": "agent_needs_input",
    "message": "Which?",
}
ASKED: Payload = {
    "hook_event_name": "PermissionRequest",
    "tool_name": "Bash",
    "tool_input": {},
}


def told(payload: Payload, *types: str) -> list[str]:
    hook = a_hook(payload)
    return [type(event).__name__ for event in NoteTypes(types).wanted(hook, events_of(hook))]


@pytest.mark.parametrize("types", [("*",), ("stop", "auth_*")])
def test_what_is_wanted_is_shown(types: tuple[str, ...]) -> None:
    assert "AskOpened" in told(DONE, *types)
    assert "AskOpened" in told(SIGNED_IN, *types)


def test_what_is_not_wanted_leaves_only_what_else_it_says() -> None:
    assert told(SIGNED_IN, "stop") == ["SessionNoted"]
    assert told(DONE, "auth_success") == ["SessionNoted", "TurnEnded", "Sighted"]


def test_what_waits_for_the_person_is_no_note() -> None:
    assert "AskOpened" in told(NEEDED)
    assert "AskOpened" in told(ASKED)
