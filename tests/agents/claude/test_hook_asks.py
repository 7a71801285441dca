"""What Claude Code wants becomes asks that can be shown, whatever stands in them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.claude.recorded import Json, a_hook, asking, of_event

from quarterdeck.agents.claude.hook_asks import ask_of, elicitation_of, note_of, shown
from quarterdeck.domain.ask_bodies import Form, Kind, Plan, Question, Questions
from quarterdeck.domain.asks import Ask
from quarterdeck.domain.risk import Level, Risk
from quarterdeck.domain.shown import Change, Hunk, Shown
from quarterdeck.judgement.file_change import FileBefore
from quarterdeck.judgement.secrets import masked
from quarterdeck.judgement.shown_text import LONGEST_TEXT
from quarterdeck.judgement.visible_text import plain
from quarterdeck.store.codec import pack

STAMP = a_hook({}).stamp
EVIL = "\x1b[2J<script>alert(1)</script>\u202egnp\x00 token=abcdef123456 \u200b"


def permission(tool: str, given: object, **more: object) -> Ask:
    return ask_of(STAMP, asking(tool, given, **more), None, None)


def everything_in(value: object) -> str:
    """Every text in an ask."""
    if isinstance(value, Ask):
        return everything_in(pack(value))
    if isinstance(value, dict):
        return "\n".join(everything_in(inner) for inner in (*value, *value.values()))
    return "\n".join(map(everything_in, value)) if isinstance(value, list) else str(value)


# Permissions


def test_a_verdict_that_quotes_a_secret_is_masked_too() -> None:
    quoting = Risk(Level.HIGH, "sends data", "curl", "It sends data.", "curl -H token=abcdef123456")
    ask = ask_of(STAMP, asking("Bash", {"command": quoting.part}), quoting, None)
    assert ask.risk == replace(quoting, part="curl -H token=••••")


@pytest.mark.parametrize(
    ("tool", "given", "title", "text"),
    [
        ("Bash", {"command": "ls", "description": "Look around"}, "Look around", "ls"),
        ("Bash", {"command": "ls\npwd"}, "Bash: ls", "ls\npwd"),
        ("Read", {"file_path": "/etc/hosts"}, "Read: /etc/hosts", "/etc/hosts"),
        ("Write", {"file_path": "/a", "content": "x\ny"}, "Write: /a", "/a\nx\ny"),
        (
            "Edit",
            {"file_path": "/a", "old_string": "x\ny", "new_string": "z"},
            "Edit: /a",
            "/a\n- x\n- y\n+ z",
        ),
        (
            "WebFetch",
            {"url": "https://a.b/", "prompt": "sum up"},
            "WebFetch: https://a.b/",
            "https://a.b/\nprompt: sum up",
        ),
        ("Grep", {"pattern": "key", "path": "/etc"}, "Grep: /etc", "/etc\npattern: key"),
        (
            "mcp__files__put",
            {"path": "/a", "content": "x\ny", "mode": 7},
            "mcp__files__put: /a",
            "/a\ncontent: x\ny\nmode: 7",
        ),
        ("mcp__db__query", {"sql": "select 1"}, 'mcp__db__query: {"sql": "select 1"}', None),
        ("mcp__db__ping", {}, "mcp__db__ping", ""),
        ("", {}, "a tool", ""),
        ("Bash", "no object", "Bash", ""),
        (
            "Bash",
            {"command": ["not", "a", "text"]},
            'Bash: {"command": ["not", "a", "text"]}',
            None,
        ),
    ],
)
def test_a_permission_says_what_the_call_would_do(
    tool: str, given: object, title: str, text: str | None
) -> None:
    ask = permission(tool, given)
    assert (ask.kind, ask.title) == (Kind.PERMISSION, title)
    assert text is None or ask.text == text


def test_the_dangerous_part_of_a_command_is_marked() -> None:
    risk = Risk(Level.CRITICAL, "deletes recursively", "rm", "It deletes.", "rm -rf ~/projects")
    command = "echo\n" * 12 + "rm -rf ~/projects"
    ask = ask_of(STAMP, asking("Bash", {"command": command}), risk, None)
    assert ask.shown is not None
    (mark,) = ask.shown.marks
    assert ask.shown.text == ask.text
    assert ask.text[mark.start : mark.end] == "rm -rf ~/projects"


def test_an_edit_says_what_it_changes_in_the_file_as_it_is() -> None:
    given = {"file_path": "/a", "old_string": "2", "new_string": "two"}
    before = FileBefore(exists=True, text="1\n2\n3")
    ask = ask_of(STAMP, asking("Edit", given), None, before)
    lines = (" 1", "-2", "+two", " 3")
    assert ask.change == Change("/a", new=False, hunks=(Hunk(1, 1, lines),), cut=0)
    assert permission("Edit", given).change is None


def test_an_ask_knows_where_the_agent_was() -> None:
    assert permission("Bash", {"command": "rm -rf ../data"}, cwd="/srv/build").cwd == "/srv/build"


def test_always_is_offered_only_where_the_agent_proposes_a_rule() -> None:
    rule = {"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "npm *"}]}
    proposals: list[tuple[object, str]] = [
        ([rule], "Bash(npm *)"),
        ([{"type": "setMode", "mode": "acceptEdits"}], "switch to accepting edits"),
        ([{"type": "addDirectories", "directories": ["/srv"]}], "work in /srv"),
        ([rule, {"type": "setMode", "mode": "auto"}], "Bash(npm *); switch to auto mode"),
        ([{"type": "somethingNew", "x": 1}], '{"type": "somethingNew", "x": 1}'),
        ([], ""),
        (["text", 3, None], ""),
        ({"type": "addRules"}, ""),
        (None, ""),
    ]
    for proposed, words in proposals:
        ask = permission("Bash", {"command": "npm ci"}, permission_suggestions=proposed)
        assert ask.rule == (words or None)
        assert (ask.choice("always") is not None) == bool(words)


def test_a_safety_check_in_automatic_mode_ends_after_two_minutes() -> None:
    given = {"command": "rm -rf ~/*"}
    auto = permission("Bash", given, permission_suggestions=[], permission_mode="auto")
    assert auto.deadline == STAMP.at + 120
    manual = permission("Bash", given, permission_suggestions=[], permission_mode="default")
    assert manual.deadline is None
    ordinary = permission("Bash", given, permission_suggestions=[{}], permission_mode="auto")
    assert ordinary.deadline is None


# Questions


def question(text: object, *labels: object, **more: object) -> Json:
    return {"question": text, "options": [{"label": label} for label in labels], **more}


def asked(*questions: object) -> Ask:
    return permission("AskUserQuestion", {"questions": list(questions)})


def first(ask: Ask) -> Question:
    assert isinstance(ask.body, Questions)
    return ask.body.questions[0]


def test_a_plan_is_shown_as_it_may_be() -> None:
    ask = permission("ExitPlanMode", {"plan": "# Move\ntoken=abcdef123456"})
    assert ask.shown == Shown("# Move\ntoken=••••", (), (), 0)


def test_a_question_with_fifty_options_shows_them_all() -> None:
    ask = asked(question("Which?", *(f"Option {n}" for n in range(50))))
    assert [o.label for o in first(ask).options] == [f"Option {n}" for n in range(50)]


def test_empty_and_equal_labels_are_shown_as_they_are() -> None:
    ask = asked(question("Which?", "", "", "Same", "Same", multiSelect=True))
    assert [o.label for o in first(ask).options] == ["", "", "Same", "Same"]
    assert first(ask).multi


def test_a_question_of_a_hundred_kilobytes_keeps_every_word() -> None:
    text = "why " * 25_000
    ask = asked({**question(text, "Yes"), "header": "h" * 100_000})
    assert first(ask).text == text
    assert len(ask.title) == 300


@pytest.mark.parametrize(
    "questions",
    [
        None,
        [],
        "text",
        {"question": "Which?"},
        [None],
        [[]],
        [{"question": 3, "options": []}],
        [{"options": []}],
        [question("Which?", "Yes"), {"question": None}],
        [question("Which?", "token=abcdef111", "token=abcdef222")],
        [question("Use token=abcdef111?", "Yes"), question("Use token=abcdef222?", "Yes")],
    ],
)
def test_a_question_that_cannot_be_shown_stays_with_the_terminal(questions: object) -> None:
    ask = permission("AskUserQuestion", {"questions": questions})
    assert ask.kind is Kind.FALLBACK
    assert ask.text == "This question cannot be shown here. Answer it at the terminal."
    assert not any(choice.id in ("allow", "submit") for choice in ask.choices)


def test_odd_options_are_left_out_and_free_text_remains() -> None:
    ask = asked({"question": "Which?", "options": [{"label": 3}, "text", None, {}]})
    assert [o.label for o in first(ask).options] == ["3", ""]
    for options in (None, "text", {"label": "a"}):
        assert first(asked({"question": "Which?", "options": options})).options == ()


# Plans


def test_a_plan_of_a_megabyte_is_shown_up_to_its_limit() -> None:
    plan = "# Everything\n" + "step\n" * 250_000
    ask = permission("ExitPlanMode", {"plan": plan})
    assert (ask.kind, ask.title) == (Kind.PLAN, "Everything")
    more = len(plan) - LONGEST_TEXT
    assert ask.shown
    assert ask.shown.text == plan[:LONGEST_TEXT] + f"\n… {more} more characters"


@pytest.mark.parametrize(("given", "title"), [({}, "A plan"), ({"plan": " \n##\n"}, "A plan")])
def test_a_plan_that_says_nothing_is_a_plan_still(given: Json, title: str) -> None:
    ask = permission("ExitPlanMode", given)
    assert (ask.kind, ask.title) == (Kind.PLAN, title)


def test_a_plan_that_is_no_text_is_written_out() -> None:
    ask = permission("ExitPlanMode", {"plan": {"a": [1]}})
    assert ask.body == Plan(Shown('{"a": [1]}', (), (), 0))


# Forms


def form(schema: object, **more: object) -> Ask:
    payload = {"mcp_server_name": "deploy", "message": "Where?", "requested_schema": schema}
    return elicitation_of(STAMP, payload | more)


def test_forms_of_one_server_that_want_different_things_are_different_dialogs() -> None:
    empty: dict[str, object] = {"properties": {}}
    where, who = form(empty, message="Where to?"), form(empty, message="For whom?")
    assert where.same_dialog != who.same_dialog
    assert where.same_dialog == form(empty, message="Where to?").same_dialog


def test_a_form_shows_its_fields() -> None:
    schema = {
        "properties": {
            "env": {"type": "string", "enum": ["prod", "test"], "title": "Where to"},
            "count": {"type": "integer"},
        },
        "required": ["env", {"odd": 1}, 3],
    }
    ask = form(schema)
    assert (ask.kind, ask.title) == (Kind.ELICITATION, "deploy asks: Where?")
    assert isinstance(ask.body, Form)
    env, count = ask.body.fields
    assert (env.name, env.label, env.kind, env.required) == ("env", "Where to", "enum", True)
    assert env.options == ("prod", "test")
    assert (count.name, count.label, count.kind, count.required) == (
        "count",
        "count",
        "integer",
        False,
    )


def test_a_form_without_fields_is_a_plain_yes_or_no() -> None:
    assert form({"properties": {}}).kind is Kind.ELICITATION


def with_field(about: object, name: str = "a") -> Json:
    return {"properties": {name: about}}


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        "text",
        {},
        {"properties": []},
        with_field(None),
        with_field({"type": "array"}),
        with_field({"type": "object", "properties": {}}),
        with_field({"type": ["string", "null"]}),
        with_field({"type": {}}),
        with_field({"oneOf": [{"const": 1}]}),
        with_field({"enum": []}),
        with_field({"enum": [1, 2]}),
        with_field({"enum": ["token=abcdef123"]}),
        with_field({"type": "string"}, "na\x1bme"),
        {"properties": {f"f{n}": {"type": "string"} for n in range(13)}},
    ],
)
def test_a_form_that_cannot_be_drawn_says_so_and_stays_with_the_terminal(schema: object) -> None:
    ask = form(schema)
    assert ask.kind is Kind.FALLBACK
    assert ask.text == "This form cannot be shown here. Fill it in at the terminal."


@pytest.mark.parametrize("payload", of_event("Elicitation"))
def test_every_recorded_form_can_be_drawn(payload: Json) -> None:
    assert elicitation_of(STAMP, payload).kind is Kind.ELICITATION


# Whatever stands in it


@pytest.mark.parametrize(
    "ask",
    [
        permission("Bash", {"command": EVIL, "description": EVIL, EVIL: [EVIL, {EVIL: EVIL}]}),
        permission(EVIL, {"file_path": EVIL}),
        permission("Write", {"file_path": EVIL, "content": EVIL}),
        permission("Edit", {"file_path": EVIL, "old_string": EVIL, "new_string": EVIL}),
        permission("Other", {EVIL: EVIL}),
        permission(
            "Bash",
            {"command": "ls"},
            permission_suggestions=[
                {"type": "addRules", "rules": [{"toolName": EVIL, "ruleContent": EVIL}]},
                {"type": "addDirectories", "directories": [EVIL]},
                {"type": "setMode", "mode": EVIL},
                {"type": EVIL},
            ],
        ),
        permission("ExitPlanMode", {"plan": EVIL}),
        asked(
            {
                "question": EVIL,
                "header": EVIL,
                "options": [{"label": EVIL, "description": EVIL, "preview": EVIL}],
            }
        ),
        form(with_field({"type": "string", "title": EVIL}), mcp_server_name=EVIL, message=EVIL),
        form(None, mcp_server_name=EVIL, message=EVIL),
    ],
)
def test_nothing_that_is_shown_hides_steers_or_tells_a_secret(ask: Ask) -> None:
    text = everything_in(ask)
    assert "abcdef123456" not in text
    assert not any(sign in text for sign in "\x1b\u202e\u200b\0")
    assert "token=••••" in text


def test_a_note_carries_what_it_is_given() -> None:
    note = note_of(STAMP, {"agent_id": "b"}, Kind.DONE, "t" * 400, "text")
    assert (note.kind, note.title, note.text, note.subagent) == (Kind.DONE, "t" * 300, "text", "b")


KEYS = st.sampled_from(
    [
        *("questions", "question", "options", "label", "plan", "command", "file_path", "title"),
        *("rules", "toolName", "type", "properties", "required", "enum", "description", "message"),
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    st.sampled_from(["Bash", "Edit", "Write", "AskUserQuestion", "ExitPlanMode", "x"]), JSON, JSON
)
def test_any_input_becomes_an_ask_that_can_be_written_down(
    tool: str, tool_input: object, proposals: object
) -> None:
    ask = permission(tool, tool_input, permission_suggestions=proposals)
    assert ask.choices
    everything_in(ask).encode()
    everything_in(form(tool_input, message=proposals)).encode()


@given(st.text(st.characters()))
def test_what_is_shown_is_plain_and_masked(text: str) -> None:
    assert shown(text) == masked(plain(text))
