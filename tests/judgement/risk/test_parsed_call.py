"""Commands taken apart."""

import pytest

from quarterdeck.judgement.risk.parsed_call import Call, by_target, program_name, read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Word

HERE = Place("/p", "/h", "/p")


def call(program: str, *words: str) -> Call:
    return read_call(program, tuple(Word(w, True, ()) for w in words), HERE)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("/usr/bin/git", "git"),
        ("GIT", "git"),
        ("python3.11", "python"),
        ("pip3", "pip"),
        ("mkfs.ext4", "mkfs"),
        ("base64", "base64"),
        ("git.exe", "git"),
        ("flyctl", "fly"),
        ("source", "."),
        ("", ""),
    ],
)
def test_a_program_is_known_under_one_name(word: str, name: str) -> None:
    assert program_name(word) == name


def test_options_have_one_form_however_they_are_written() -> None:
    assert {"-r", "-f"} <= call("rm", "-rf", "x").flags
    assert {"-X", "-X=PUT"} <= call("curl", "-XPUT", "x").flags
    assert {"-X", "-X=PUT"} <= call("curl", "-X", "PUT", "x").flags
    assert {"--dry-run", "--dry-run=client"} <= call("kubectl", "--dry-run=client").flags


def test_the_value_of_an_option_is_no_operand() -> None:
    found = call("git", "-C", "/x", "commit", "-m", "push")
    assert [word.text for word in found.operands] == ["commit"]


def test_a_subcommand_has_its_own_options_with_values() -> None:
    assert [w.text for w in call("docker", "run", "-v", "a:b", "img").operands] == ["run", "img"]
    assert "-v" in call("docker", "compose", "down", "-v").flags


def test_behind_two_dashes_everything_is_an_operand() -> None:
    found = call("git", "checkout", "--", "-f")
    assert [word.text for word in found.operands] == ["checkout", "-f"]
    assert "--" in found.flags


def test_a_call_tells_which_files_its_words_name() -> None:
    assert call("cp", "a", "b", "c").named("last") == ["c"]
    assert call("cp", "a").named("last") == []
    assert call("cp", "a", "b", "c").named("sources") == ["a", "b"]
    assert call("dd", "if=a", "of=b").named("of=") == ["b"]
    assert call("curl", "-F", "f=@x", "-F", "g=@y").named("-F") == ["x", "y"]
    assert call("cat", "a").named("") == []


def test_each_of_several_targets_is_a_call_of_its_own() -> None:
    found = by_target(call("make", "-j", "4", "test", "CI=1", "deploy"))
    assert [[w.text for w in one.operands] for one in found] == [["test"], ["deploy"]]


def test_a_subcommand_stands_before_each_of_its_targets() -> None:
    found = by_target(call("turbo", "run", "test", "deploy"))
    assert [[w.text for w in c.operands] for c in found] == [["run", "test"], ["run", "deploy"]]


def test_a_rehearsal_that_is_told_no_is_none() -> None:
    assert call("kubectl", "--dry-run=client", "--dry-run=none").flags == frozenset()


def test_to_some_programs_two_dashes_are_one() -> None:
    assert call("terraform", "--destroy").flags == {"-destroy"}
    assert call("terraform", "--help").flags == {"--help"}
