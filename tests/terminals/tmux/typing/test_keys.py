import pytest

from quarterdeck.terminals.tmux.control.commands import KeyInput
from quarterdeck.terminals.tmux.typing.keys import UnknownKey, key


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("Enter", b"\r"),
        ("Escape", b"\x1b"),
        ("C-c", b"\x03"),
        ("C-u", b"\x15"),
        ("7", b"7"),
        (";", b";"),
        ("é", "é".encode()),
        ("\u200d", "\u200d".encode()),
    ],
)
def test_keys_that_every_program_reads_alike_go_as_bytes(name: str, data: bytes) -> None:
    assert key(name) == KeyInput(data=data)


def test_keys_with_two_forms_are_left_to_tmux() -> None:
    assert key("Up") == KeyInput(names=("Up",))


@pytest.mark.parametrize(
    "name", ["", "Entr", "C-", "Up;kill-server", "a b", "\n", "\x7f", "\ud800", "\u2028"]
)
def test_what_is_no_key_is_refused(name: str) -> None:
    with pytest.raises(UnknownKey):
        key(name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("enter", "there is no key 'enter'; Enter is one"),
        ("Escpae", "there is no key 'Escpae'; Escape is one"),
        ("jump", "there is no key 'jump'; there are Enter, Escape, Tab, "),
    ],
)
def test_a_key_that_is_none_names_the_nearest_or_all(name: str, told: str) -> None:
    with pytest.raises(UnknownKey) as error:
        key(name)
    assert str(error.value).startswith(told)
