from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.terminals.tmux.control.commands import (
    KeyInput,
    Precondition,
    Request,
    glob,
    guarded,
    quote,
    request,
)

GUARD = Precondition(server_pid=7, server_start=9, pane="%3", pane_pid=11)


def test_a_quote_in_an_argument_does_not_end_it() -> None:
    assert quote("it's; $HOME") == "'it'\\''s; $HOME'"


def test_an_argument_with_a_line_break_never_reaches_a_control_client() -> None:
    with pytest.raises(ValueError, match="one line"):
        quote("a\nkill-server")


@given(st.text().filter(lambda t: "\n" not in t and "\0" not in t))
def test_every_quoted_argument_reads_back_as_itself(text: str) -> None:
    assert "".join(_unquoted(quote(text))) == text


def _unquoted(word: str) -> Iterator[str]:
    inside, sign = False, iter(word)
    for c in sign:
        if c == "'":
            inside = not inside
        elif c == "\\" and not inside:
            yield next(sign)
        else:
            yield c


def test_commands_of_one_request_share_a_line() -> None:
    both = Request((("display-message", "-p", "a"), ("kill-pane", "-t", "%1")), replies=2)
    assert both.line() == b"'display-message' '-p' 'a' ; 'kill-pane' '-t' '%1'\n"


def test_a_final_semicolon_is_no_separator_for_a_tmux_process() -> None:
    assert request("display-message", "-p", "a;").argv() == ["display-message", "-p", "a\\;"]


@given(st.binary(max_size=9000))
def test_typed_bytes_are_cut_into_pieces_that_hold_every_byte_once(data: bytes) -> None:
    sent = b"".join(bytes.fromhex(c.partition("-H ")[2]) for c in KeyInput(data).commands("%1"))
    assert sent == data
    assert all(len(c) < 6100 for c in KeyInput(data).commands("%1"))


def test_a_guarded_send_names_server_process_and_screen() -> None:
    condition = Precondition(7, 9, "%3", 11, "claude", ((5, "Do you want, {x}?"),)).condition()
    for check in (
        "#{pid},7",
        "#{start_time},9",
        "#{pane_pid},11",
        "m:claude",
        "#{==:#{C/r:^Do you want. .x..$},5}",
    ):
        assert check in condition


def test_a_refused_send_is_one_reply_and_a_done_one_as_many_as_there_are_pieces() -> None:
    assert guarded(GUARD, KeyInput(b"x" * 4001)).replies == 4


def test_signs_with_a_meaning_to_tmux_stand_for_any_one_sign() -> None:
    assert glob("a#{b},c*[d]") == "a??b??c??d?"
