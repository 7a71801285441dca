"""The network door is opened and closed in the settings, and everything else stays."""

from pathlib import Path

import pytest

from quarterdeck.app.keyboard_setup import NotChanged, set_door
from quarterdeck.app.settings import TKeyboard, load


def test_it_is_opened_and_closed_and_nothing_else_changes(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("# mine\n[http]\nport = 9000\n")
    assert set_door(config, enabled=True, host=None)
    assert load(config).tkeyboard == TKeyboard(enabled=True)
    assert not set_door(config, enabled=True, host=None)
    assert set_door(config, enabled=True, host="0.0.0.0")
    assert load(config).tkeyboard == TKeyboard(enabled=True, host="0.0.0.0")
    assert set_door(config, enabled=False, host=None)
    assert not load(config).tkeyboard.enabled
    assert config.read_text().startswith("# mine\n[http]\nport = 9000\n")


def test_where_there_are_no_settings_they_are_made(tmp_path: Path) -> None:
    assert set_door(tmp_path / "new" / "config.toml", enabled=True, host=None)
    assert load(tmp_path / "new" / "config.toml").tkeyboard.enabled


@pytest.mark.parametrize(
    "text", ["[htp]\n", "not TOML", "tkeyboard = {enabled = false}\n", '["tkeyboard"]\nport = 1\n']
)
def test_what_cannot_be_changed_is_left_alone(tmp_path: Path, text: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(text)
    with pytest.raises(NotChanged):
        set_door(config, enabled=True, host=None)
    assert config.read_text() == text


def test_a_name_is_no_address(tmp_path: Path) -> None:
    with pytest.raises(NotChanged, match="no address"):
        set_door(tmp_path / "config.toml", enabled=True, host="desk.local")
