"""Words without their quotes."""

import pytest

from quarterdeck.judgement.risk.shell_ast import Command, Word
from quarterdeck.judgement.risk.shell_parser import parse
from quarterdeck.judgement.risk.shell_words import unescaped


def word(text: str) -> Word:
    stage = parse(f"a {text}").pipelines[0].stages[0]
    assert isinstance(stage, Command)
    return stage.words[1]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("b", "b"),
        ("'b c'", "b c"),
        ('"b  c"', "b  c"),
        ("b\\ c", "b c"),
        ("b\\\nc", "bc"),
        ('"b\\"c\\$d"', 'b"c$d'),
        ("$'\\x62\\u0063\\144\\n'", "bcd\n"),
        ("'b'\"c\"d", "bcd"),
        ("é你", "é你"),
    ],
)
def test_a_word_says_what_the_program_gets(written: str, text: str) -> None:
    assert word(written) == Word(text, True, ())


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("$X", "$X"),
        ("${X}", "$X"),
        ('"$X b"', "$X b"),
        ("${X:-b}", "${X:-b}"),
        ('"b $X $Y"', "b $X $Y"),
    ],
)
def test_an_expansion_is_not_known(written: str, text: str) -> None:
    assert word(written) == Word(text, False, ())


@pytest.mark.parametrize("written", ["$(b)", "`b`", '"x $(b) y"', "<(b)", "${X:-$(b)}"])
def test_a_substitution_runs_something(written: str) -> None:
    (run,) = word(written).runs
    assert run.pipelines[0].stages[0].text == "b"


def test_escapes_of_printf_are_carried_out() -> None:
    assert unescaped("a\\tb\\x63\\\\") == "a\tbc\\"
