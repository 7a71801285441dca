"""Commands inside commands."""

import pytest

from quarterdeck.judgement.risk.parsed_call import program_name, read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Command, Word
from quarterdeck.judgement.risk.shell_parser import parse
from quarterdeck.judgement.risk.wrappers import inner_texts, inner_words, parted, wrapper_of

HERE = Place("/p", "/h", "/p")


def inside(text: str) -> list[str]:
    stage = parse(text).pipelines[0].stages[0]
    assert isinstance(stage, Command)
    head, *words = stage.words
    call = read_call(program_name(head.text), tuple(words), HERE)
    wrapper = wrapper_of(call)
    if wrapper is None:
        return []
    found = [" ".join(w.text for w in inner) for inner in inner_words(call, wrapper)]
    return found + [word.text for word in inner_texts(call, wrapper)]


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("sudo -u ann -E ls -l", "ls -l"),
        ("sudo A=1 ls", "ls"),
        ("env -i A=1 B=2 ls", "ls"),
        ("env -S 'ls -l'", "ls -l"),
        ("timeout -k 1 5 ls", "ls"),
        ("nice -n 5 -- ls", "ls"),
        ("xargs -0 -n 1 rm", "rm (input)"),
        ("xargs -I{} rm {}", "rm (input)"),
        ("xargs -I X mv X y", "mv (input) y"),
        ("find . -exec rm {} +", "rm ./(input)"),
        ("find . -name x -exec rm {} +", "rm ./(input)/x"),
        ("find . -name x -o -name y -exec rm {} +", "rm ./(input)"),
        ("xargs -i rm {}", "rm (input)"),
        ("xargs -i% rm %", "rm (input)"),
        ("xargs --replace rm {}", "rm (input)"),
        ("xargs --replace=% rm %", "rm (input)"),
        ("xargs -J % rm %", "rm (input)"),
        ("fd x -x rm", "rm (input)"),
        ("ssh -p 22 host ls -l", "ls -l"),
        ("su ann -c 'ls -l'", "ls -l"),
        ("docker -H x exec -it -e A=1 box ls -l", "ls -l"),
        ("docker compose -f x exec box ls", "ls"),
        ("kubectl -n a exec pod -c b -- ls -l", "ls -l"),
        ("uv run --with x pytest", "pytest"),
        ("npx -y prettier x", "prettier x"),
        ("eval ls -l", "ls -l"),
        ("tmux new -d sh -c 'a b'", "sh -c a b"),
        ("git bisect run sh -c 'a b'", "sh -c a b"),
        ("tar --checkpoint-action=exec='a b' -cf x y", "a b"),
    ],
)
def test_a_wrapper_is_looked_through(text: str, inner: str) -> None:
    assert inside(text) == [inner]


@pytest.mark.parametrize("text", ["ls -l", "command -v rm", "docker ps", "git status", "sudo"])
def test_other_calls_have_nothing_inside(text: str) -> None:
    assert inside(text) == []


def test_several_commands_of_one_call_are_parted() -> None:
    words = tuple(Word(w, True, ()) for w in ("tmux", "ls", ";", "new", "a;", "kill-server"))
    commands = [" ".join(w.text for w in command) for command in parted("tmux", words)]
    assert commands == ["tmux ls", "tmux new a", "tmux kill-server"]
