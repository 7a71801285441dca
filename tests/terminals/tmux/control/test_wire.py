from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.terminals.tmux.control.commands import REFUSED, Request, request
from quarterdeck.terminals.tmux.control.notifications import (
    Attached,
    Exited,
    Message,
    Notification,
    Output,
    Paused,
    Unread,
)
from quarterdeck.terminals.tmux.control.wire import Answer, Conversation, Heard

RECORDINGS = Path(__file__).parents[3] / "recordings" / "tmux"


def recorded(name: str) -> bytes:
    return (RECORDINGS / name).read_bytes()


def heard(data: bytes, *requests: Request, piece: int = 10**9) -> list[Heard]:
    talk = Conversation()
    for asked in requests:
        talk.ask(asked)
    return [h for i in range(0, len(data), piece) for h in talk.feed(data[i : i + piece])]


def answers(things: list[Heard]) -> list[Answer]:
    return [h[1] for h in things if isinstance(h, tuple)]


def told(things: list[Heard]) -> list[Notification]:
    return [h for h in things if not isinstance(h, tuple)]


def block(number: int, *lines: str, error: bool = False, flags: int = 1) -> bytes:
    guard = f"1794709997 {number} {flags}"
    body = "".join(f"{line}\n" for line in lines)
    return f"%begin {guard}\n{body}%{'error' if error else 'end'} {guard}\n".encode()


ASK = request("display-message", "-p", "x")


@pytest.mark.parametrize("version", ["3.3a", "3.4", "3.6b", "3.7c"])
def test_a_whole_recorded_life_of_a_client_is_understood(version: str) -> None:
    things = heard(recorded(f"{version}-session-tour.bin"), *[ASK] * 200)
    assert [t for t in told(things) if isinstance(t, Unread) and t.line != "hi"] == []
    assert told(things)[-1] == Exited("")
    assert Answer((), "can't find pane: %999") in answers(things)


@pytest.mark.parametrize("piece", [1, 2, 7, 64])
def test_it_makes_no_difference_how_the_bytes_are_cut(piece: int) -> None:
    data = recorded("3.7c-session-tour.bin")
    assert heard(data, *[ASK] * 200, piece=piece) == heard(data, *[ASK] * 200)


@pytest.mark.parametrize("version", ["3.3a", "3.7c"])
def test_every_byte_a_program_writes_comes_out_as_it_was(version: str) -> None:
    things = told(heard(recorded(f"{version}-bytes-0-255.bin"), *[ASK] * 9))
    written = b"".join(t.data for t in things if isinstance(t, Output))
    assert bytes(range(256)) in written


def test_a_failed_command_ends_its_request_and_the_next_answer_goes_to_the_next() -> None:
    three = Request((("a",), ("b",), ("c",)), replies=3)
    data = block(1, "A") + block(2, "can't find pane: %9", error=True) + block(3, "next")
    assert answers(heard(data, three, ASK)) == [
        Answer(("A",), "can't find pane: %9"),
        Answer(("next",), ""),
    ]


def test_a_guard_that_does_not_hold_ends_its_request_early() -> None:
    sends = Request((("if-shell",),), replies=4)
    refusal = f"{REFUSED} %3 11 0 0"
    (first, second) = answers(heard(block(1) + block(2, refusal) + block(3, "n"), sends, ASK))
    assert first.refused
    assert second == Answer(("n",), "")


def test_screen_text_that_looks_like_the_end_of_a_reply_ends_nothing() -> None:
    capture = Request(
        (("display-message",), ("capture-pane",)), 2, lambda head: int(head.split()[1])
    )
    forged = ["%end 1794709997 2 1", "%output %9 boo", "%exit"]
    data = block(1, "screen 3") + block(2, *forged) + block(3, "after")
    things = heard(data, capture, ASK)
    assert told(things) == []
    assert answers(things) == [Answer(("screen 3", *forged), ""), Answer(("after",), "")]


@pytest.mark.parametrize("version", ["3.3a", "3.7c"])
def test_a_recorded_screen_full_of_forged_lines_stays_a_screen(version: str) -> None:
    data = recorded(f"{version}-capture-forged-end.bin")
    things = heard(data, *[ASK] * 9)
    assert any("%output %9 x" in a.lines for a in answers(things))
    assert not any(isinstance(t, Output) and t.pane == "%9" for t in told(things))


def test_a_capture_that_fails_after_its_header_is_an_error_not_a_screen() -> None:
    capture = Request((("display-message",), ("capture-pane",)), 2, lambda _: 0)
    data = block(1, "screen ") + block(2, "can't find pane: %9", error=True)
    assert answers(heard(data, capture)) == [Answer(("screen ",), "can't find pane: %9")]


def test_notifications_inside_a_reply_are_still_heard() -> None:
    things = heard(recorded("3.3a-extended-pause-continue.bin"), *[ASK] * 9)
    assert Paused("%0") in told(things)
    assert all("%pause" not in line for a in answers(things) for line in a.lines)
    newest = heard(recorded("3.7c-errors-and-multi.bin"), *[ASK] * 20)
    assert Message("hello") in told(newest)


def test_output_outside_any_reply_is_left_unread() -> None:
    assert Unread("out") in told(heard(recorded("3.7c-errors-and-multi.bin"), *[ASK] * 20))


def test_the_attach_itself_answers_no_request() -> None:
    assert told(heard(block(1, flags=0), ASK)) == [Attached("")]


def test_a_server_without_sessions_says_so() -> None:
    things = told(heard(recorded("3.3a-no-server.bin")))
    assert things == [Attached("no sessions"), Exited("")]


@given(st.lists(st.binary(max_size=40), max_size=20), st.integers(1, 30))
def test_no_bytes_whatever_stop_the_conversation(lines: list[bytes], piece: int) -> None:
    data = b"\n".join(lines).replace(b"%begin", b"") + b"\n" + block(5, "still here")
    assert answers(heard(data, ASK, piece=piece)) == [Answer(("still here",), "")]


@given(st.lists(st.text(st.characters(blacklist_categories=("Cs", "Cc"))), max_size=30))
def test_any_lines_of_a_screen_are_an_answer_word_for_word(lines: list[str]) -> None:
    capture = Request((("a",), ("b",)), 2, int)
    data = block(1, str(len(lines))) + block(2, *lines)
    assert answers(heard(data, capture)) == [Answer((str(len(lines)), *lines), "")]
