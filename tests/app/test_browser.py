"""The page opens in a browser, where somebody would see it."""

from pathlib import Path

import pytest

from quarterdeck.app.browser import has_display, open_page

SIGNS = ("SSH_CONNECTION", "SSH_TTY", "DISPLAY", "WAYLAND_DISPLAY")


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": "localhost:10", "SSH_CONNECTION": "a b"}, False),
    ],
)
def test_a_browser_is_seen_only_at_a_display_of_this_machine(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], seen: bool
) -> None:
    for sign in SIGNS:
        monkeypatch.delenv(sign, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    assert has_display() is seen


def test_without_a_display_nothing_is_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for sign in SIGNS:
        monkeypatch.delenv(sign, raising=False)
    monkeypatch.setenv("BROWSER", f"touch {tmp_path}/opened")
    assert not open_page("http://127.0.0.1:1/")
    assert not (tmp_path / "opened").exists()
