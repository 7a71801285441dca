"""What runs inside a call."""

import pytest

from quarterdeck.judgement.risk import NO_ADDITIONS, Place
from quarterdeck.judgement.risk.data_flow import NO_FLOW, NO_INPUT, Input
from quarterdeck.judgement.risk.embedded_code import interpreter_of
from quarterdeck.judgement.risk.nested_code import follow_code, follow_wrapper
from quarterdeck.judgement.risk.parsed_call import Call, program_name, read_call
from quarterdeck.judgement.risk.run_tree import Draft
from quarterdeck.judgement.risk.script_walker import Walk
from quarterdeck.judgement.risk.shell_ast import Command
from quarterdeck.judgement.risk.shell_parser import parse
from quarterdeck.judgement.risk.wrappers import wrapper_of

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")
FETCHED = Input(frozenset({"download"}), None, there=True)
UNSEEN = Input(NO_FLOW, None, there=True)


def walk() -> Walk:
    return Walk("", HERE, NO_ADDITIONS)


def call(text: str) -> Call:
    stage = parse(text).pipelines[0].stages[0]
    assert isinstance(stage, Command)
    head, *words = stage.words
    return read_call(program_name(head.text), tuple(words), HERE)


def wrapped(text: str, given: Input = NO_INPUT) -> Draft:
    draft, one = Draft(text, []), call(text)
    wrapper = wrapper_of(one)
    assert wrapper is not None
    follow_wrapper(walk(), draft, one, wrapper, given)
    return draft


def interpreted(text: str, given: Input, walker: Walk) -> Draft:
    draft, one = Draft(text, []), call(text)
    interpreter = interpreter_of(one.program)
    assert interpreter is not None
    follow_code(walker, draft, one, interpreter, given)
    return draft


def rules(draft: Draft) -> list[str]:
    return [risk.rule for risk in draft.risks]


def inner(draft: Draft) -> list[str]:
    return [step.text for step in draft.inner]


def test_the_command_in_a_wrapper_is_a_step_of_its_own() -> None:
    assert inner(wrapped("nice -n 5 rm -rf build")) == ["rm -rf build"]


def test_each_command_of_a_wrapped_text_is_a_step() -> None:
    assert inner(wrapped("ssh host 'ls; whoami'")) == ["ls", "whoami"]


def test_what_flows_out_of_the_command_flows_out_of_its_wrapper() -> None:
    assert "secret" in wrapped("nice cat ~/.ssh/id_ed25519").gives
    assert wrapped("nice cat README.md").gives == frozenset()


def test_input_that_becomes_arguments_is_not_read_by_the_inner_command() -> None:
    def run(text: str) -> set[str]:
        return {step.risk.rule for top in wrapped(text, FETCHED).inner for step in top.all()}

    assert "runs.download" in run("nice bash -c bash")
    assert "runs.download" not in run("xargs bash -c bash")


def test_shell_code_in_an_argument_is_followed() -> None:
    assert inner(interpreted("bash -c 'ls && rm -rf /'", NO_INPUT, walk())) == ["ls", "rm -rf /"]


def test_shell_commands_inside_other_code_are_followed() -> None:
    code = "python3 -c \"import os; os.system('rm -rf /')\""
    assert "rm -rf /" in inner(interpreted(code, NO_INPUT, walk()))


@pytest.mark.parametrize(
    ("text", "given", "rule"),
    [
        ("bash", FETCHED, ["runs.download"]),
        ("bash", UNSEEN, ["runs.input"]),
        ("bash", NO_INPUT, []),
        ("psql", UNSEEN, []),
    ],
)
def test_code_from_a_pipe_is_rated_by_where_it_comes_from(
    text: str, given: Input, rule: list[str]
) -> None:
    assert rules(interpreted(text, given, walk())) == rule


def test_code_from_a_pipe_that_is_known_is_followed() -> None:
    known = Input(NO_FLOW, "rm -rf /", there=True)
    draft = interpreted("bash", known, walk())
    assert (inner(draft), rules(draft)) == (["rm -rf /"], [])


def test_a_script_that_was_fetched_is_a_download_that_runs() -> None:
    walker = walk()
    walker.state.save(["/tmp/a.sh"])
    assert rules(interpreted("bash /tmp/a.sh", NO_INPUT, walker)) == ["runs.download"]
    assert rules(interpreted("bash /tmp/b.sh", NO_INPUT, walker)) == []


def test_a_module_that_runs_as_a_program_is_a_step_with_its_words() -> None:
    assert inner(interpreted("python3 -m pip install x", NO_INPUT, walk())) == ["pip install x"]
