"""A card says who, how dangerous, where and what, and offers no answer below a cut text."""

import time
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.app.cli.cards import card

CHOICES = [
    {"id": "allow", "meaning": "allows", "description": "Let it run"},
    {"id": "deny", "meaning": "refuses", "description": "Refuse"},
]


def an_ask(**more: object) -> dict[str, Any]:
    return {
        "id": "a1",
        "kind": "permission",
        "priority": 3,
        "opened": time.time(),
        "title": "Clean up",
        "text": "rm -rf ../data",
        "tool": "Bash",
        "choices": CHOICES,
        **more,
    }


def shown(ask: dict[str, Any], *, whole: bool = False) -> list[str]:
    return card(ask, "api", 80, whole=whole).splitlines()


def test_a_card_says_where_it_would_run() -> None:
    ask = an_ask(cwd=f"{Path.home()}/api/build", risk={"level": "critical", "reason": "deletes"})
    assert shown(ask) == [
        "a1  api · permission · waits 0:00",
        "  CRITICAL  deletes",
        "  Bash in ~/api/build",
        "    rm -rf ../data",
        "  Clean up",
        "  qd answer a1 allow|deny",
    ]


def test_below_a_cut_text_no_answer_is_offered() -> None:
    text = "echo\n" * 12 + "rm -rf ~/projects"
    marks = {"marks": [[60, 77]], "breaks": [], "cut": 0}
    lines = shown(an_ask(text=text, shown=marks))
    assert "    … 1 more line" in lines
    assert "    line 13: ▐rm -rf ~/projects▌" in lines
    assert lines[-1] == "  qd show a1   shows all of it and how to answer"
    whole = shown(an_ask(text=text, shown=marks), whole=True)
    assert "    ▐rm -rf ~/projects▌" in whole
    assert whole[-1] == "  qd answer a1 allow|deny"


def test_a_plan_is_cut_with_a_sign_too() -> None:
    lines = shown(an_ask(kind="plan", text="", plan="step\n" * 40))
    assert lines[-2:] == [
        "    … 29 more lines",
        "  qd show a1   shows all of it and how to answer",
    ]


def test_what_cannot_be_shown_as_a_whole_cannot_be_allowed_from_here() -> None:
    ask = an_ask(shown={"marks": [], "breaks": [], "cut": 500})
    assert shown(ask, whole=True)[-2:] == [
        "  too long to show here: allow it at the terminal, or deny it",
        "  qd answer a1 deny",
    ]


@pytest.mark.parametrize(
    ("tool", "new", "words"),
    [
        ("Write", True, "Write creates a in /srv"),
        ("Write", False, "Write overwrites a in /srv"),
        ("Edit", False, "Edit changes a in /srv"),
    ],
)
def test_an_edit_says_what_becomes_of_the_file(tool: str, new: bool, words: str) -> None:
    hunks = [{"old": 1, "new": 1, "lines": ["-x", "+y"]}]
    change = {"path": "/srv/a", "new": new, "hunks": hunks, "cut": 0}
    lines = shown(an_ask(tool=tool, cwd="/srv", change=change))
    assert f"  {words}" in lines
    assert lines[lines.index(f"  {words}") + 1 :][:2] == ["       1 - x", "       1 + y"]


def test_a_file_elsewhere_has_its_whole_path() -> None:
    change = {"path": "/etc/hosts", "new": False, "hunks": [], "cut": 0}
    assert "  Edit changes /etc/hosts in /srv" in shown(
        an_ask(tool="Edit", cwd="/srv", change=change)
    )


def test_no_line_is_wider_than_the_terminal() -> None:
    kinds = [an_ask(kind=kind) for kind in ("question", "plan", "elicitation", "blocked")]
    long = an_ask(cwd="/srv/" + "deep/" * 40, rule="Bash(x *), " * 20, title="words " * 40)
    for ask in (*kinds, long):
        assert max(map(len, shown(ask))) <= 80


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [(None, "done"), ("tests", "done, but tests fail"), ("error", "done, but with an error")],
)
def test_a_finished_turn_says_whether_it_ended_well(trouble: str | None, kind: str) -> None:
    ask = an_ask(kind="done", priority=1, trouble=trouble)
    assert shown(ask)[0] == f"a1  api · {kind} · 0:00 ago"


def test_how_a_command_is_run_is_told_beside_it() -> None:
    given = {"command": "make", "description": "d", "run_in_background": True}
    assert "  with run_in_background: True" in shown(an_ask(input=given))


@pytest.mark.parametrize(
    ("more", "once"),
    [
        ({"title": "Bash: rm -rf ../data"}, "rm -rf ../data"),
        ({"kind": "done", "title": "Done: All is well", "text": "All is well"}, "All is well"),
        ({"kind": "plan", "title": "Move it", "plan": "# Move it\n1. Copy"}, "Move it"),
        ({"kind": "elicitation", "title": "db asks: Which?", "text": "Which?"}, "Which?"),
        (
            {
                "kind": "question",
                "title": "Which?",
                "text": "",
                "questions": [{"question": "Which?", "multi": False, "options": []}],
            },
            "Which?",
        ),
    ],
)
def test_what_is_asked_is_said_once(more: dict[str, object], once: str) -> None:
    assert card(an_ask(**more), "api", 80, whole=False).count(once) == 1


def test_a_form_shows_how_it_is_filled_in() -> None:
    fields = [
        {"name": "env", "kind": "enum", "options": ["a", "b"], "required": True, "label": "Where"},
        {"name": "n", "kind": "integer", "options": [], "required": False, "label": "n"},
    ]
    lines = shown(an_ask(kind="elicitation", text="", fields=fields))
    assert lines[1:3] == ["    env=a|b  Where", "    n=integer  n (optional)"]


def test_times_that_run_are_told() -> None:
    now = time.time()
    header = shown(an_ask(deadline=now + 90.5, snoozed_until=now + 1500.5))[0]
    assert header.endswith("waits 0:00 · ends by itself in 1:30 · snoozed for 25 min")


def test_what_is_only_to_be_known_does_not_wait() -> None:
    assert shown(an_ask(kind="done", priority=1))[0] == "a1  api · done · 0:00 ago"


def test_an_ask_that_is_over_or_answered_says_so() -> None:
    ended = {"how": "answered", "at": time.time(), "by": "cli", "outcome": "unknown", "note": "n"}
    assert shown(an_ask(ended=ended))[-1] == "  over: answered, from cli, unknown (n)"
    answering = {"choice": "allow", "by": "cli"}
    assert shown(an_ask(answering=answering))[-1].endswith("not confirmed yet")


def test_a_choice_that_types_says_what() -> None:
    retry = {"id": "retry", "meaning": "settles", "description": "Types “Please go on.”"}
    lines = shown(an_ask(kind="failure", choices=[retry]))
    assert "  retry: Types “Please go on.”" in lines
