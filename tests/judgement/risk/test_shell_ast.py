"""Shell texts as plain values."""

import pytest

from quarterdeck.judgement.risk.shell_ast import Command, Group, Redirect, Stage, Word
from quarterdeck.judgement.risk.shell_parser import parse


def first(text: str) -> Stage:
    return parse(text).pipelines[0].stages[0]


@pytest.mark.parametrize(
    ("sign", "target", "writes"),
    [
        (">", "x", True),
        (">>", "x", True),
        ("&>", "x", True),
        ("<", "x", False),
        (">&", "1", False),
        (">&", "-", False),
        (">&", "x", True),
    ],
)
def test_only_a_redirection_into_a_file_writes(sign: str, target: str, writes: bool) -> None:
    assert Redirect(sign, Word(target, True, ())).writes is writes


@pytest.mark.parametrize(("sign", "reads"), [("<", True), ("<>", True), (">", False)])
def test_only_a_redirection_out_of_a_file_reads(sign: str, reads: bool) -> None:
    assert Redirect(sign, Word("x", True, ())).reads is reads


@pytest.mark.parametrize(
    ("text", "sink"), [("a >(b)", True), ("a <(b)", False), ("a '>(b)'", False)]
)
def test_a_process_that_is_written_to_is_a_sink(text: str, sink: bool) -> None:
    stage = first(text)
    assert isinstance(stage, Command)
    assert stage.words[1].is_sink is sink


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("bomb() { bomb | bomb & }", "bomb"),
        ("f() { f & f & }", "bomb"),
        ("b() { ( b & ) ; b & }", "bomb"),
        ("b() { echo $(b) | b; }", "bomb"),
        ("once() { once; }", "group"),
        ("once() { once & }", "group"),
        ("again() { again; again; }", "group"),
        ("again() { again && again || again; }", "group"),
        ("other() { ls | cat; }", "group"),
        ("(ls | ls)", "group"),
    ],
)
def test_a_function_is_a_bomb_when_it_starts_itself_twice_aside(text: str, verdict: str) -> None:
    group = first(text)
    assert isinstance(group, Group)
    assert group.verdict == verdict


def test_a_stage_that_only_assigns_calls_nothing() -> None:
    group = first("f() { A=f | A=f; }")
    assert isinstance(group, Group)
    assert group.verdict == "group"
    assert isinstance(first("A=1"), Command)
