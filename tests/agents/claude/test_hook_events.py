"""Each hook becomes a few events; every recorded one of both versions does."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.claude.recorded import (
    VERSIONS,
    Json,
    a_hook,
    asking,
    of_event,
    recordings,
)

from quarterdeck.agents.claude.hook_events import LONGEST_MESSAGE, MODES, events_of, missed_tripwire
from quarterdeck.agents.claude.install import EVENTS
from quarterdeck.domain import events as e
from quarterdeck.domain.ask_bodies import Kind, Trouble
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.channels import Keep
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.sessions import Facts
from quarterdeck.domain.states import Mode, State
from quarterdeck.store.codec import pack

RISK = Risk(Level.CRITICAL, "deletes all", "rm", "It deletes everything.", "rm -rf /")


def told(event: str, *, keep: Keep = Keep.RACE, **payload: object) -> list[e.Event]:
    """The events of a hook, without the word that its session is there."""
    return events_of(a_hook({"hook_event_name": event, **payload}, keep=keep))[1:]


def facts(event: str, **payload: object) -> Facts:
    noted = events_of(a_hook({"hook_event_name": event, **payload}))[0]
    assert isinstance(noted, e.SessionNoted)
    return noted.facts


def states(events: list[e.Event]) -> list[State]:
    return [event.sighting.state for event in events if isinstance(event, e.Sighted)]


def asks(events: list[e.Event]) -> list[Ask]:
    return [event.ask for event in events if isinstance(event, e.AskOpened)]


def names(events: list[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.parametrize("file", sorted({r.file for r in recordings()}))
def test_every_recorded_hook_becomes_events(file: str) -> None:
    for payload in (r.payload for r in recordings() if r.file == file):
        first, *others = events_of(a_hook(payload))
        assert isinstance(first, e.SessionNoted)
        assert first.facts.agent_session == payload["session_id"]
        assert first.facts.cwd == payload["cwd"]
        for ask in asks(others):
            assert ask.title
            json.dumps(pack(ask))


@pytest.mark.parametrize("version", VERSIONS)
def test_every_event_that_we_register_was_recorded_or_is_new(version: str) -> None:
    seen = {r.event for r in recordings() if r.version == version}
    assert set(EVENTS) - seen <= {"PermissionDenied"}


@pytest.mark.parametrize(
    ("event", "payload", "expected"),
    [
        ("SessionStart", {"source": "startup"}, ["Sighted"]),
        ("SessionStart", {"source": "resume"}, ["Sighted"]),
        ("SessionStart", {"source": "clear"}, ["ConversationCleared", "Sighted"]),
        ("SessionStart", {"source": "compact"}, []),
        ("SessionEnd", {"reason": "clear"}, ["ConversationCleared"]),
        ("SessionEnd", {"reason": "resume"}, ["ConversationCleared"]),
        ("SessionEnd", {"reason": "prompt_input_exit"}, ["SessionEnded"]),
        ("SessionEnd", {}, ["SessionEnded"]),
        ("UserPromptSubmit", {"prompt": "go"}, ["PromptSubmitted", "Sighted"]),
        ("PreToolUse", {"tool_name": "Bash", "tool_use_id": "t1"}, ["ToolStarted", "Sighted"]),
        ("PreToolUse", {"tool_name": "Bash"}, ["Sighted"]),
        ("PostToolUse", {"tool_name": "Bash", "tool_use_id": "t1"}, ["ToolRan", "Sighted"]),
        ("PostToolUseFailure", {"tool_name": "Bash"}, ["ToolRan", "Sighted"]),
        ("PermissionDenied", {"tool_name": "Bash"}, ["ToolRefused", "AskOpened"]),
        ("ElicitationResult", {}, ["ElicitationEnded"]),
        ("SubagentStop", {"agent_id": "b"}, ["SubagentEnded"]),
        ("Stop", {}, ["TurnEnded", "Sighted", "AskOpened"]),
        ("StopFailure", {"error": "rate_limit"}, ["TurnEnded", "Sighted", "AskOpened"]),
        ("Notification", {"notification_type": "permission_prompt"}, ["Sighted"]),
        ("Notification", {"notification_type": "idle_prompt", "message": "m"}, []),
        ("Notification", {"notification_type": "elicitation_dialog", "message": "m"}, []),
        ("Notification", {"notification_type": "auth_success", "message": "m"}, ["AskOpened"]),
        ("Notification", {"message": "m"}, ["AskOpened"]),
        ("Notification", {}, []),
        ("SubagentStart", {}, []),
        ("PostToolBatch", {"tool_calls": []}, []),
        ("SomethingNew", {"of": {"a": "later version"}}, []),
        ("", {}, []),
    ],
)
def test_a_hook_tells_what_happened(event: str, payload: Json, expected: list[str]) -> None:
    assert names(told(event, **payload)) == expected


def test_a_permission_waits_on_its_hook() -> None:
    seen, opened = told("PermissionRequest", tool_name="Bash", tool_input={"command": "ls"})
    assert states([seen]) == [State.WAITING]
    assert isinstance(opened, e.AskOpened)
    assert opened.channel is not None
    assert (opened.channel.request, opened.channel.keep) == ("7-1", Keep.RACE)


def test_a_permission_that_nobody_can_see_waits_for_nobody() -> None:
    (opened,) = told("PermissionRequest", tool_name="Bash", keep=Keep.NONE)
    assert isinstance(opened, e.AskOpened)
    assert opened.channel is not None
    assert opened.channel.keep is Keep.NONE


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        ("Elicitation", {"requested_schema": "cannot be drawn"}),
        ("PermissionRequest", {"tool_name": "AskUserQuestion", "tool_input": {"questions": [3]}}),
    ],
)
def test_what_only_the_terminal_can_answer_is_shown_and_its_hook_let_go(
    event: str, payload: Json
) -> None:
    shown, released = [o for o in told(event, **payload) if isinstance(o, e.AskOpened)]
    assert shown.ask.kind is Kind.FALLBACK
    assert shown.channel is None
    assert released.channel is not None
    assert released.channel.keep is Keep.NONE


@pytest.mark.parametrize(
    ("error", "state", "kind"),
    [
        ("rate_limit", State.LIMITED, Kind.LIMIT),
        ("billing_error", State.LIMITED, Kind.LIMIT),
        ("server_error", State.FAILED, Kind.FAILURE),
        ("something new", State.FAILED, Kind.FAILURE),
        (None, State.FAILED, Kind.FAILURE),
    ],
)
def test_a_failed_turn_is_a_limit_or_a_failure(error: object, state: State, kind: Kind) -> None:
    events = told("StopFailure", error=error, error_details="429", last_assistant_message="Oh\nno")
    assert states(events) == [state]
    (ask,) = asks(events)
    assert (ask.kind, ask.title, ask.text) == (kind, "Oh", "429")


def test_a_subscriptions_limit_says_what_is_known() -> None:
    """The payload is made by hand: a subscription's limit cannot be provoked here."""
    said = "You've hit your session limit · resets 3pm (Europe/Berlin)"
    events = told("StopFailure", error="rate_limit", last_assistant_message=said)
    assert states(events) == [State.LIMITED]
    (ask,) = asks(events)
    assert (ask.kind, ask.title) == (Kind.LIMIT, said)
    assert [c.id for c in ask.choices] == ["retry", "dismiss"]


def test_a_finished_turn_says_its_last_words_and_what_still_runs() -> None:
    tasks = [{"type": "shell", "description": "Serve the docs", "command": "make serve"}, {}]
    events = told("Stop", last_assistant_message="All good.\nMore.", background_tasks=tasks)
    (ask,) = asks(events)
    assert (ask.kind, ask.title) == (Kind.DONE, "Done (2 in the background): All good.")
    assert ask.text == "All good.\nMore.\n\nStill running:\n- Serve the docs (shell)\n- a task"
    assert asks(told("Stop", last_assistant_message=None, background_tasks=3))[0].title == "Done"


@pytest.mark.parametrize(
    ("trouble", "title"),
    [
        (None, "Done: I ran the suite."),
        (Trouble.TESTS, "Done, but tests fail: I ran the suite."),
        (Trouble.ERROR, "Done, but with an error: I ran the suite."),
    ],
)
def test_a_finished_turn_says_whether_it_ended_well(trouble: Trouble | None, title: str) -> None:
    payload = {"hook_event_name": "Stop", "last_assistant_message": "I ran the suite."}
    (ask,) = asks(events_of(replace(a_hook(payload), trouble=trouble)))
    assert (ask.title, ask.trouble) == (title, trouble)


def test_a_blocked_call_says_what_and_why() -> None:
    payload = of_event("PermissionDenied")[0]
    (ask,) = asks(events_of(a_hook(payload)))
    assert ask.kind is Kind.BLOCKED
    assert ask.title.startswith("Auto mode blocked: ")
    assert ask.text == payload["reason"]


def test_a_blocked_call_that_is_critical_is_not_let_through_next_time_by_a_slip() -> None:
    (ask,) = asks(events_of(a_hook(of_event("PermissionDenied")[0], risk=RISK)))
    assert ask.critical


def test_an_agent_that_needs_input_elsewhere_is_shown_with_where_to_go() -> None:
    (ask,) = asks(told("Notification", notification_type="agent_needs_input", message="b waits"))
    assert (ask.kind, ask.title, ask.text) == (
        Kind.FALLBACK,
        "b waits",
        "Answer it at the terminal.",
    )


def test_the_mode_is_known_for_every_recorded_hook_that_has_one() -> None:
    said = {r.payload["permission_mode"] for r in recordings() if "permission_mode" in r.payload}
    assert said <= set(MODES)
    assert facts("Stop", permission_mode="acceptEdits").mode is Mode.ACCEPT_EDITS
    assert facts("Stop", permission_mode="of a later version").mode is None


def test_of_a_long_message_the_end_is_kept() -> None:
    kept = facts("Stop", last_assistant_message="Start. " + "x" * 9000 + " Should I?").last_message
    assert kept is not None
    assert len(kept) == LONGEST_MESSAGE
    assert (kept[:6], kept[-9:]) == ("Start.", "Should I?")


def test_a_subagents_last_words_are_not_the_sessions() -> None:
    assert facts("SubagentStop", last_assistant_message="hi", agent_id="b").last_message is None
    assert facts("Stop", last_assistant_message="hi").last_message == "hi"
    assert len(facts("Stop", last_assistant_message="x" * 9000).last_message or "") == 4000


def test_facts_are_safe_to_show() -> None:
    known = facts("PreToolUse", cwd="/a\x1b[2J", model="m\u202e", tool_name="T\x00", tool_input={})
    assert (known.cwd, known.model, known.activity) == ("/a␛[2J", "m⟨U+202E⟩", "T␀")


def test_a_tripwire_that_was_too_late_is_told() -> None:
    event = missed_tripwire(a_hook(asking("Bash", {"command": "rm -rf /\n"})), RISK)
    assert isinstance(event, e.AskOpened)
    assert (event.ask.kind, event.channel) == (Kind.NOTIFICATION, None)
    assert event.ask.title == "The tripwire was too slow: rm -rf /"
    assert event.ask.text.startswith("It deletes everything.")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = sorted({key for r in recordings() for key in r.payload} - {"hook_event_name"})


@given(st.sampled_from([*EVENTS, "New"]), st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
def test_fields_of_any_type_raise_nothing(event: str, payload: Json) -> None:
    for ask in asks(told(event, **payload)):
        json.dumps(pack(ask), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "event", ["UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "StopFailure"]
)
def test_what_an_agent_did_is_over_after_the_call_and_with_the_next_prompt(event: str) -> None:
    noted, *_ = events_of(a_hook({"hook_event_name": event, "session_id": "s"}))
    assert isinstance(noted, e.SessionNoted)
    assert noted.facts.activity == ""


def test_a_command_that_ended_in_the_background_is_told() -> None:
    [payload, *_] = [r.payload for r in recordings() if is_over(r.payload)]
    [ask] = asks(events_of(a_hook(payload)))
    assert ask.kind is Kind.NOTIFICATION
    assert ask.title.startswith('Background command "')
    assert not asks(told("UserPromptSubmit", prompt="<task-notification> is what?"))


def is_over(payload: Json) -> bool:
    return "<summary>Background command" in str(payload.get("prompt", ""))
