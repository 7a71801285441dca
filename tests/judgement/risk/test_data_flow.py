"""What flows from one step into the next."""

from quarterdeck.judgement.risk.data_flow import NO_INPUT, ROUNDS, Input, as_code, said
from quarterdeck.judgement.risk.parsed_call import read_call
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Word

HERE = Place("/p", "/h", "/p")
HEARD = Input(frozenset(), "heard", there=True)


def says(given: Input, program: str, *words: Word) -> str | None:
    return said(read_call(program, words, HERE), given)


def test_what_is_printed_is_known_from_plain_words() -> None:
    assert says(NO_INPUT, "echo", Word("a", True, ()), Word("b", True, ())) == "a b"
    assert says(NO_INPUT, "printf", Word("a\\nb", True, ())) == "a\nb"
    assert says(NO_INPUT, "echo", Word("$X", False, ())) is None


def test_options_of_what_is_printed_are_printed_too() -> None:
    words = (Word("-n", True, ()), Word("ls", True, ()), Word("--all", True, ()))
    assert says(NO_INPUT, "echo", *words) == "ls --all"


def test_a_format_is_filled_until_no_argument_is_left() -> None:
    words = (Word("%s-%5d%% ", True, ()), *(Word(w, True, ()) for w in "abc"))
    assert says(NO_INPUT, "printf", *words) == "a-b% c-% "


def test_a_format_that_is_filled_too_often_says_nothing() -> None:
    words = [Word("%s", True, ())] * (ROUNDS + 2)
    assert says(NO_INPUT, "printf", *words) is None


def test_a_file_that_is_printed_is_not_the_input() -> None:
    assert says(HEARD, "cat", Word("x", True, ())) is None


def test_what_is_passed_on_is_known_from_the_input() -> None:
    assert says(HEARD, "cat") == "heard"
    assert says(HEARD, "sort") is None


def test_where_a_program_is_tells_which_it_is() -> None:
    assert says(NO_INPUT, "which", Word("rm", True, ())) == "rm"
    assert says(NO_INPUT, "command", Word("-v", True, ()), Word("rm", True, ())) == "rm"
    assert says(NO_INPUT, "grep", Word("-v", True, ()), Word("rm", True, ())) is None


def test_what_a_decoder_prints_is_known_from_its_input() -> None:
    given = Input(frozenset(), "bHM=", there=True)
    assert says(given, "base64", Word("-d", True, ())) == "ls"
    assert says(NO_INPUT, "base64", Word("-d", True, ())) is None


def test_running_a_download_is_worse_than_running_decoded_code() -> None:
    assert as_code({"decoded", "download"}) == "runs.download"
    assert as_code({"decoded"}) == "runs.decoded"
    assert as_code({"secret"}) == ""
