"""What decoders print."""

import pytest

from quarterdeck.judgement.risk.decoding import decoded
from quarterdeck.judgement.risk.parsed_call import Call, read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Word

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def call(program: str, *words: str) -> Call:
    return read_call(program, tuple(Word(text, True, ()) for text in words), HERE)


@pytest.mark.parametrize(
    ("program", "option", "text"),
    [
        ("base64", "-d", "bHMgLWw="),
        ("base64", "--decode", "bHMg\nLWw=\n"),
        ("openssl", "-d", "bHMgLWw="),
        ("base32", "-d", "NRZSALLM"),
        ("xxd", "-r", "6c73202d6c"),
    ],
)
def test_what_is_hidden_in_a_known_text_comes_to_light(
    program: str, option: str, text: str
) -> None:
    assert decoded(call(program, option), text) == "ls -l"


def test_what_cannot_be_decoded_stays_unknown() -> None:
    assert decoded(call("base64", "-d"), "no base64 at all!") is None
    assert decoded(call("xxd", "-r"), "zz") is None
    assert decoded(call("base64", "-d"), "/w==") is None


def test_encoding_is_not_decoding() -> None:
    assert decoded(call("base64"), "bHMgLWw=") is None
    assert decoded(call("wc", "-d"), "bHMgLWw=") is None
