"""The scripts themselves: what they look for, and that no text can end one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.terminals.macos import wire

TTY = "/dev/ttys003"
LITERAL = re.compile(r'"(?:[^"\\\n\r]|\\["\\])*"')


@pytest.mark.parametrize("application", wire.TABS)
def test_a_script_acts_on_the_tab_with_this_tty_and_starts_no_application(
    application: str,
) -> None:
    scripts = (
        wire.show(application, TTY),
        wire.read(application, TTY),
        wire.write(application, TTY, "hello"),
        *(wire.press(application, TTY, key) for key in wire.KEYS),
    )
    for script in scripts:
        first = f'if application "{application}" is not running then return "missing"'
        assert script.startswith(first)
        assert f'if tty of spot is "{TTY}" then' in script
        assert script.endswith('return "missing"\n')
        assert script.count("repeat with") == script.count("end repeat")
        assert script.count("{") == 0


def test_terminal_is_typed_into_only_while_its_tab_is_in_front() -> None:
    script = wire.write("Terminal", TTY, "hello")
    checks, _, keys = script.partition('keystroke "hello"')
    assert f'selected tab of front window is not "{TTY}" then return "elsewhere"' in checks
    assert 'whose frontmost is true is not "Terminal" then return "elsewhere"' in checks
    assert "key code" not in keys


def test_a_key_is_one_character_or_one_stroke() -> None:
    sent = {key: wire.press("iTerm2", TTY, key) for key in wire.KEYS}
    assert "write text (character id 27) newline NO" in sent["Escape"]
    assert "write text (character id 2) newline NO" in sent["C-b"]
    assert 'keystroke "b" using control down' in wire.press("Terminal", TTY, "C-b")
    checks, _, _ = wire.press("Terminal", TTY, "Escape").partition("key code 53")
    assert f'selected tab of front window is not "{TTY}" then return "elsewhere"' in checks


def test_no_script_submits_what_it_writes() -> None:
    for application in wire.TABS:
        assert "newline YES" not in wire.write(application, TTY, "hello")
        assert "key code 36" not in wire.write(application, TTY, "hello")


def test_what_looks_like_a_place_to_fill_in_is_a_text_like_any_other() -> None:
    script = wire.write("iTerm2", TTY, 'say "{tty}" and {text}')
    assert r'write text "say \"{tty}\" and {text}" newline NO' in script


@given(st.text())
def test_every_text_is_one_literal_on_one_line(text: str) -> None:
    quoted = wire.quoted(text)
    assert LITERAL.fullmatch(quoted)
    inside = quoted[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    if wire.can_write("iTerm2", text) and "\\" not in text:
        assert inside == text


@pytest.mark.parametrize(
    ("text", "iterm", "terminal"),
    [
        ("hello", True, True),
        ("日本語", True, False),
        ("two\nlines", False, False),
        ("\x1b", False, False),
    ],
)
def test_only_what_arrives_as_it_is_can_be_written(text: str, iterm: bool, terminal: bool) -> None:
    assert wire.can_write("iTerm2", text) is iterm
    assert wire.can_write("Terminal", text) is terminal
