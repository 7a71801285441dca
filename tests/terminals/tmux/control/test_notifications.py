from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.terminals.tmux.control.notifications import (
    ClientSessionChanged,
    LayoutChanged,
    Output,
    PaneText,
    SessionRenamed,
    SubscriptionChanged,
    Unread,
    WindowRenamed,
    notification,
    unescape,
)


def test_a_subscription_tells_its_value_with_every_space() -> None:
    line = b"%subscription-changed all $0 - - - : $0[@0(%0 sh )] : x"
    assert notification(line) == SubscriptionChanged(
        "all", "$0", "-", "-", "-", "$0[@0(%0 sh )] : x"
    )


def test_names_keep_their_spaces() -> None:
    assert notification("%session-renamed $0 m é x".encode()) == SessionRenamed("$0", "m é x")
    assert notification(b"%unlinked-window-renamed @3 a b") == WindowRenamed("@3", "a b", True)
    assert notification(b"%client-session-changed c1 $2 a b") == ClientSessionChanged(
        "c1", "$2", "a b"
    )


def test_a_layout_of_an_older_tmux_lacks_its_last_words() -> None:
    assert notification(b"%layout-change @1 abc") == LayoutChanged("@1", "abc", "", "")


def test_extended_output_says_how_old_it_is() -> None:
    assert notification(b"%extended-output %0 1200 : a\\015 : b") == Output("%0", b"a\r : b", 1200)


def test_a_notification_of_a_newer_tmux_is_left_unread() -> None:
    assert notification(b"%something-new 1 2") == Unread("%something-new 1 2")
    assert notification(b"%session-changed") == Unread("%session-changed")


def _escaped(data: bytes) -> bytes:
    return b"".join(b"\\%03o" % b if b < 0x20 or b == 0x5C else bytes([b]) for b in data)


@given(st.binary())
def test_escaped_bytes_come_back_as_they_were(data: bytes) -> None:
    assert unescape(_escaped(data)) == data


@given(st.text(), st.integers(1, 5))
def test_a_sign_split_between_notifications_comes_out_whole(text: str, piece: int) -> None:
    text = text.encode(errors="replace").decode()
    data, reader = text.encode(), PaneText()
    read = "".join(reader.read(data[i : i + piece]) for i in range(0, len(data), piece))
    assert read == text
