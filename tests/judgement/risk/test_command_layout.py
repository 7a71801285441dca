"""What is marked in a command, and where it may be broken."""

from itertools import pairwise

import pytest

from quarterdeck.judgement.risk import NO_ADDITIONS, Place
from quarterdeck.judgement.risk.command_layout import layout_of

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def marked(command: str) -> list[tuple[str, str]]:
    marks = layout_of(command, HERE, NO_ADDITIONS).marks
    return [(command[mark.span.start : mark.span.end], mark.level) for mark in marks]


def lines(command: str) -> list[str]:
    breaks = layout_of(command, HERE, NO_ADDITIONS).breaks
    edges = [0, *breaks, len(command)]
    return [command[a:b].strip() for a, b in pairwise(edges)]


@pytest.mark.parametrize(
    ("command", "marks"),
    [
        ("ls", []),
        ("rm -rf src", [("rm -rf src", "critical")]),
        ("echo 'rm -rf src'; rm -rf src", [("rm -rf src", "critical")]),
        ("ls && rm a && sudo id", [("rm a", "high"), ("sudo id", "critical")]),
        ("cd /tmp && (ls; rm -rf ~)", [("rm -rf ~", "critical")]),
        ("bash -c 'ls; rm -rf src' && ls", [("rm -rf src", "critical")]),
    ],
)
def test_every_dangerous_piece_is_marked_where_it_stands(
    command: str, marks: list[tuple[str, str]]
) -> None:
    assert marked(command) == marks


def test_a_mark_stands_where_it_runs_and_not_where_it_is_only_said() -> None:
    command = "echo 'rm -rf src'; rm -rf src"
    (mark,) = layout_of(command, HERE, NO_ADDITIONS).marks
    assert (mark.span.start, mark.span.end) == (19, len(command))


def test_a_command_is_broken_behind_its_operators() -> None:
    assert lines("a && b | c; d || e & f") == ["a &&", "b |", "c;", "d ||", "e &", "f"]


def test_what_is_quoted_is_not_broken() -> None:
    assert lines("a \"b && c\" 'd; e' && f") == ["a \"b && c\" 'd; e' &&", "f"]


def test_a_tangled_text_is_not_broken() -> None:
    assert layout_of("$(" * 600, HERE, NO_ADDITIONS).breaks == ()
