"""The language of the rules."""

import pickle

import pytest

from quarterdeck.judgement.risk.call_pattern import BadPattern, compile_pattern
from quarterdeck.judgement.risk.parsed_call import read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Word

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def fits(pattern: str, command: str) -> bool:
    program, *words = command.split()
    call = read_call(program, tuple(Word(w, True, ()) for w in words), HERE)
    return compile_pattern(pattern).fits(call)


@pytest.mark.parametrize(
    ("pattern", "command"),
    [
        ("git push", "git push origin"),
        ("git push -f|--force", "git push -f"),
        ("git push -f|--force", "git push origin --force=true"),
        ("git push -f", "git push -uf"),
        ("git push !-n", "git push"),
        ("aws * delete-*", "aws s3api delete-bucket"),
        ("gcloud ** delete", "gcloud compute instances delete x"),
        ("rm @root|system", "rm x /etc/passwd"),
        ("rm @@rebuilt", "rm build dist"),
        ("git push ~^\\+", "git push origin +main"),
        ("mv #2", "mv a b"),
        ("curl -o|--output@home", "curl -o /home/ann/x y"),
        ("curl -X=DELETE", "curl -X DELETE y"),
        ("git push", "git -C /x push"),
        ("exiftool -~=", "exiftool -all= x"),
        ("rm --recursive", "rm --rec x"),
        ("pg_dump !--schema-only", "pg_dump --schema x"),
    ],
)
def test_a_pattern_fits(pattern: str, command: str) -> None:
    assert fits(pattern, command)


@pytest.mark.parametrize(
    ("pattern", "command"),
    [
        ("git push", "git pull push"),
        ("git push -f", "git push --follow-tags"),
        ("git push !-n|--dry-run", "git push --dry-run"),
        ("aws * delete-*", "aws s3api"),
        ("gcloud ** delete", "gcloud compute instances list"),
        ("rm @@rebuilt", "rm build src"),
        ("rm @@rebuilt", "rm"),
        ("mv #2", "mv a"),
        ("find -d", "find -delete"),
        ("kill -1", "kill -15 99"),
        ("exiftool -~=", "exiftool -a x=y"),
        ("rm --recursive", "rm -- x"),
        ("git push --force", "git push --force-with-lease"),
    ],
)
def test_a_pattern_does_not_fit(pattern: str, command: str) -> None:
    assert not fits(pattern, command)


def test_a_pattern_without_a_program_is_refused() -> None:
    with pytest.raises(BadPattern, match="does not begin with a program"):
        compile_pattern("-f --force")


def test_a_pattern_can_go_to_another_process() -> None:
    pattern = pickle.loads(pickle.dumps(compile_pattern("git push -f")))
    assert pattern.text == "git push -f"
