"""What goes over the hooks' socket: frames, heads, payloads, and the replies that agents print."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.claude.recorded import Json, a_hook, asking, of_event

from quarterdeck.agents.claude import wire
from quarterdeck.agents.claude.hook_asks import ask_of, elicitation_of
from quarterdeck.agents.claude.wire import LONGEST_NAME
from quarterdeck.domain.ask_bodies import Kind, Questions
from quarterdeck.domain.asks import Answer, Ask
from quarterdeck.domain.ids import AnswerId
from quarterdeck.domain.sessions import Process
from quarterdeck.ports import Nonsense

STAT = b"4711 (claude) S 1 4711 4711 0 -1 4194304 1 0 0 0 1 1 0 0 20 0 11 0 267271 9 9"
SHELL = b"4712 (sh) S 4711 4711 4711 0 -1 4194304 1 0 0 0 1 1 0 0 20 0 11 0 267280 9 9"


def head(*more: bytes, **changed: bytes) -> bytes:
    values = {"id": b"7-1", "started": b"1000", "kind": b"ask", "pid": b"7"} | changed
    return b"\0".join([*(f"{k}=".encode() + v for k, v in values.items()), *more])


# Frames


def test_a_greeting_tells_two_lengths() -> None:
    assert wire.read_greeting(b"QD1 12 345") == (12, 345)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "the first line is b'', not a greeting"),
        (b"GET / HTTP/1.1", "the first line is b'GET / HTTP/1.1', not a greeting"),
        (b"QD1 12", "lacks its two numbers"),
        (b"QD1 1 2 3", "lacks its two numbers"),
        (b"QD1 \xff \xfe", "lacks its two numbers"),
        (b"QD1 " + b"9" * 5000 + b" 1", "lacks its two numbers"),
        (b"QD1 -1 5", "a head of -1 bytes; 65536 is the most"),
        (b"QD1 65537 5", "a head of 65537 bytes"),
        (b"QD1 1 52428800", "a payload of 52428800 bytes; 16777216 is the most"),
        (b"QD1 1 -5", "a payload of -5 bytes"),
    ],
)
def test_a_greeting_that_makes_no_sense_is_refused_with_a_sentence(line: bytes, why: str) -> None:
    with pytest.raises(Nonsense) as refused:
        wire.read_greeting(line)
    assert why in str(refused.value)


# Heads


def test_a_head_says_who_sends_it_and_what_stands_above() -> None:
    read = wire.read_head(
        head(b"ancestor=" + SHELL, b"ancestor=" + STAT, b"env.TMUX=/t,1,0"), "here"
    )
    assert read.ancestors[1] == Process("here", 4711, 267271)
    assert (read.request, read.started, read.kind, read.pid) == ("7-1", 1000, "ask", 7)
    assert dict(read.env) == {"TMUX": "/t,1,0"}


def test_a_program_may_have_any_name() -> None:
    line = STAT.replace(b"(claude)", b"(a ) S (b) \xff)")
    read = wire.read_head(head(b"ancestor=" + line), "here")
    assert read.ancestors == (Process("here", 4711, 267271),)


@pytest.mark.parametrize("key", ["session_id", "model", "tool_name", "agent_id"])
def test_names_and_ids_are_not_endless(key: str) -> None:
    endless: dict[str, object] = {key: "x" * 1_000_000}
    assert len(wire.id_of(endless, key)) == len(wire.tool_of(endless, key)) == LONGEST_NAME


def test_what_is_too_long_for_a_path_is_no_directory() -> None:
    assert wire.directory_of({"cwd": "/" + "x" * 4095}) == "/" + "x" * 4095
    assert wire.directory_of({"cwd": "/" + "x" * 1_000_000}) == ""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\0\0",
        head().replace(b"id=7-1", b"name=7-1"),
        head(pid=b"seven"),
        head(pid=b"-7"),
        head(pid=b"9" * 30),
        head(started=b"9" * 400),
        head(started=b"-1"),
        head(b"ancestor="),
        head(b"ancestor=-5"),
        head(b"ancestor=99999999999"),
        head(b"ancestor=4711 (claude"),
        head(b"ancestor=4711 (claude) S 1"),
        head(b"ancestor=" + STAT.replace(b"267271", b"9" * 40)),
        b"\xff" * 200,
    ],
)
def test_a_head_that_makes_no_sense_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(Nonsense, match="the head lacks or misspells"):
        wire.read_head(data, "here")


# Payloads


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is not JSON"),
        (b'{"hook_event_name": "Stop"', "it is not JSON"),
        (b"[1, 2]", "the payload is a list, not an object"),
        (b"42", "the payload is a int, not an object"),
        (b"null", "the payload is a NoneType, not an object"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": -Infinity}', "-Infinity is no number"),
        (b'{"a": 1e999}', "1e999 is no number"),
        (b'{"a": ' + b"9" * 25 + b"}", "a number of 25 digits"),
        (b'{"a": ' * 10_000 + b"1" + b"}" * 10_000, "it is nested more than 100 levels deep"),
        (b'{"a": ' + b"[" * 101 + b"]" * 101 + b"}", "it is nested more than 100 levels deep"),
        (b"\0" * 100, "it is not JSON"),
    ],
)
def test_a_payload_that_makes_no_sense_is_refused_with_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(Nonsense) as refused:
        wire.read_payload(data)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (b'{"a": "\xff\xfe"}', {"a": "\ufffd\ufffd"}),
        (b'{"a": "\\ud83d"}', {"a": "\ufffd"}),
        (b'{"a": ["cut \\ud83d", {"\\udc00": 1}]}', {"a": ["cut \ufffd", {"\ufffd": 1}]}),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
        (b'{"a": "\\u0000"}', {"a": "\0"}),
        (b'{"a": 1, "a": 2}', {"a": 2}),
        (
            b'{"a": 1e3, "b": -0.5, "c": 12345678901234567890}',
            {"a": 1e3, "b": -0.5, "c": 12345678901234567890},
        ),
    ],
)
def test_odd_characters_and_numbers_arrive_as_what_can_be_told_on(data: bytes, read: Json) -> None:
    assert wire.read_payload(data) == read


def test_a_payload_without_the_name_of_its_event_is_refused() -> None:
    for payload in ({}, {"hook_event_name": 3}, {"hook_event_name": None}):
        with pytest.raises(Nonsense, match="no hook_event_name"):
            wire.event_of(payload)


@given(
    st.binary(max_size=300)
    | st.text(st.characters(), max_size=100).map(lambda t: t.encode("utf-8", "surrogatepass"))
)
def test_nothing_but_nonsense_is_raised_whatever_comes(data: bytes) -> None:
    readers = (wire.read_greeting, lambda d: wire.read_head(d, "here"), wire.read_payload)
    for read in readers:
        with contextlib.suppress(Nonsense):
            read(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(st.characters()),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters()), inner),
        max_leaves=20,
    )
)
def test_what_is_read_can_be_written_down_and_sent_on(value: object) -> None:
    try:
        read = wire.read_json(json.dumps(value).encode())
    except Nonsense:
        return
    json.dumps(read, ensure_ascii=False, allow_nan=False).encode()


@given(st.dictionaries(st.text(), st.integers()))
def test_equal_inputs_have_equal_digests_in_any_order(value: dict[str, int]) -> None:
    turned = dict(reversed(value.items()))
    assert wire.digest(value) == wire.digest(turned)


# Replies


def answer(choice: str, text: str = "", **answers: str | tuple[str, ...]) -> Answer:
    return Answer(AnswerId("w1"), a_hook({}).ask, choice, text, answers, True, "test", 101.0)


def printed(ask: Ask, given: Answer, payload: Json) -> Any:
    output = json.loads(wire.reply(ask, given, payload))["hookSpecificOutput"]
    assert output["hookEventName"] == payload["hook_event_name"]
    return output.get("decision", output)


def permission(payload: Json) -> Ask:
    return ask_of(a_hook(payload).stamp, payload, None, None)


RULE = {
    "type": "addRules",
    "rules": [{"toolName": "Bash", "ruleContent": "npm *"}],
    "behavior": "allow",
}
BASH = asking("Bash", {"command": "npm ci"}, permission_suggestions=[RULE])


@pytest.mark.parametrize(
    ("given", "decision"),
    [
        (answer("allow"), {"behavior": "allow"}),
        (answer("always"), {"behavior": "allow", "updatedPermissions": [RULE]}),
        (answer("deny"), {"behavior": "deny", "message": "The user said no."}),
        (answer("deny", "  "), {"behavior": "deny", "message": "The user said no."}),
        (answer("deny", "use pnpm"), {"behavior": "deny", "message": "use pnpm"}),
        (
            answer("deny_stop"),
            {"behavior": "deny", "message": "The user said no.", "interrupt": True},
        ),
        (answer("no such choice"), {"behavior": "deny", "message": "The user said no."}),
    ],
)
def test_a_permission_is_answered_in_the_agents_words(given: Answer, decision: Json) -> None:
    assert printed(permission(BASH), given, BASH) == decision


PLAN = asking("ExitPlanMode", {"plan": "# One\n\x1b[31mred, token=abcdef123", "allowed": [1]})


def test_an_approved_plan_echoes_its_input_exactly() -> None:
    plan = permission(PLAN)
    assert printed(plan, answer("approve"), PLAN) == {
        "behavior": "allow",
        "updatedInput": PLAN["tool_input"],
    }
    assert printed(plan, answer("accept_edits"), PLAN) == {
        "behavior": "allow",
        "updatedInput": PLAN["tool_input"],
        "updatedPermissions": [
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
        ],
    }
    assert printed(plan, answer("change", "no tests?"), PLAN) == {
        "behavior": "deny",
        "message": "no tests?",
    }


@pytest.mark.parametrize("tool_input", [None, [], "text"])
def test_a_plan_without_input_still_echoes_an_object(tool_input: object) -> None:
    payload = asking("ExitPlanMode", tool_input)
    assert printed(permission(payload), answer("approve"), payload)["updatedInput"] == {}


def questions(*own: object) -> Json:
    return asking("AskUserQuestion", {"questions": list(own), "metadata": {"source": "x"}})


COLOUR = {
    "question": "Which\u200b colour, token=abcdef123?",
    "options": [{"label": "Red\x1b[0m"}, {"label": "Blue"}],
    "multiSelect": True,
}


def test_questions_are_answered_with_the_questions_and_labels_as_the_agent_wrote_them() -> None:
    payload = questions(COLOUR, {"question": "Why?", "options": []})
    ask = permission(payload)
    assert isinstance(ask.body, Questions)
    shown = ask.body.questions[0]
    assert shown.text == "Which⟨U+200B⟩ colour, token=••••?"
    assert shown.options[0].label == "Red␛[0m"
    given = Answer(
        AnswerId("w"),
        ask.id,
        "submit",
        "",
        {shown.text: ("Red␛[0m", "Blue"), "Why?": "because"},
        False,
        "test",
        1.0,
    )
    assert printed(ask, given, payload) == {
        "behavior": "allow",
        "updatedInput": {
            **payload["tool_input"],
            "answers": {COLOUR["question"]: "Red\x1b[0m, Blue", "Why?": "because"},
        },
    }


@pytest.mark.parametrize("choice", ["chat", "cancel"])
def test_a_question_that_is_not_answered_is_refused_with_a_text(choice: str) -> None:
    payload = questions(COLOUR)
    assert printed(permission(payload), answer(choice), payload) == {
        "behavior": "deny",
        "message": "The user did not want to answer these questions.",
    }


@pytest.mark.parametrize("payload", of_event("PermissionRequest"))
def test_no_question_and_no_plan_is_ever_allowed_without_an_input(payload: Json) -> None:
    ask = permission(payload)
    for choice in ask.choices:
        decision = printed(ask, answer(choice.id), payload)
        allowed = decision["behavior"] == "allow"
        assert not allowed or ask.kind is Kind.PERMISSION or "updatedInput" in decision
        assert allowed or decision["message"]


FORM = {
    "hook_event_name": "Elicitation",
    "mcp_server_name": "deploy",
    "message": "Where?",
    "requested_schema": {
        "type": "object",
        "properties": {
            "env": {"type": "string", "enum": ["prod", "test"]},
            "count": {"type": "integer"},
            "share": {"type": "number"},
            "sure": {"type": "boolean"},
        },
    },
}


@pytest.mark.parametrize(
    ("given", "output"),
    [
        (answer("decline"), {"action": "decline"}),
        (answer("cancel"), {"action": "cancel"}),
        (answer("no such choice"), {"action": "cancel"}),
        (
            answer("accept", env="prod", count="3", share="0.5", sure="true"),
            {
                "action": "accept",
                "content": {"env": "prod", "count": 3, "share": 0.5, "sure": True},
            },
        ),
        (
            answer("accept", count="three", share="nan", sure="perhaps"),
            {"action": "accept", "content": {"count": "three", "share": "nan", "sure": "perhaps"}},
        ),
        (
            answer("accept", share="1e999", env=("a", "b")),
            {"action": "accept", "content": {"share": "1e999", "env": ["a", "b"]}},
        ),
    ],
)
def test_a_form_is_filled_in_with_the_types_it_wants(given: Answer, output: Json) -> None:
    ask = elicitation_of(a_hook(FORM).stamp, FORM)
    assert printed(ask, given, FORM) == {"hookEventName": "Elicitation", **output}


def test_the_tripwire_makes_the_agent_ask() -> None:
    assert json.loads(wire.make_it_ask("why")) == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "ask",
            "permissionDecisionReason": "why",
        }
    }


def test_ids_tell_processes_and_hooks_apart_and_stay_the_same() -> None:
    one, other = Process("here", 4, 7), Process("here", 47, 0)
    assert wire.session_id(one) == wire.session_id(Process("here", 4, 7))
    assert wire.session_id(one) != wire.session_id(other)
    assert wire.ask_id("7-1", "s1") == wire.ask_id("7-1", "s1")
    assert len({wire.ask_id(r, s) for r in ("7-1", "7-2") for s in ("s1", "s2")}) == 4


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("267271", 267271),
        ("0", 0),
        (str(2**63 - 1), 2**63 - 1),
        (str(2**63), None),
        ("9" * 5000, None),
        ("²", None),
        ("-1", None),
        ("", None),
        ("1.5", None),
    ],
)
def test_a_number_is_only_what_the_kernel_could_count(text: str, number: int | None) -> None:
    assert wire.whole_number(text) == number
