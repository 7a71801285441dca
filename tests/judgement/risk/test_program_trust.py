"""Programs that are called by their path."""

import pytest

from quarterdeck.judgement.risk.parsed_call import program_name, read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.program_trust import is_trusted, poses
from quarterdeck.judgement.risk.rulebook import rulebook

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


@pytest.mark.parametrize(
    ("head", "trusted"),
    [
        ("/usr/bin/git", True),
        ("/opt/homebrew/bin/git", True),
        ("/nix/store/x/bin/ls", True),
        ("~/.cargo/bin/cargo", True),
        ("~/.pyenv/shims/python", True),
        (".venv/bin/pytest", True),
        ("/tmp/venv/bin/pytest", True),
        ("node_modules/.bin/tsc", True),
        ("bin/rails", True),
        ("./gradlew", True),
        ("/tmp/gradlew", False),
        ("/tmp/git", False),
        ("/tmp/bin/cat", False),
        ("./ls", False),
        ("~/Downloads/python", False),
        ("$X/bin/git", False),
    ],
)
def test_a_name_means_something_only_where_programs_are_installed(head: str, trusted: bool) -> None:
    assert is_trusted(head, HERE) is trusted


@pytest.mark.parametrize(
    ("head", "posing"), [("/tmp/git", True), ("./ls", True), ("./test", False), ("./hugo", False)]
)
def test_only_the_name_of_a_program_of_the_system_poses(head: str, posing: bool) -> None:
    call = read_call(program_name(head), (), HERE)
    assert poses(head, rulebook().fitting(call)) is posing
